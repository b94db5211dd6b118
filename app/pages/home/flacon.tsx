import uncapped from "../../photos/uncapped.avif?w=480;720;960;1200&format=avif;webp&quality=46&as=picture";
import { Picture } from "../../ui/picture.tsx";

/** The bottle in one large picture. From 1024 px on it is between its title and its words. */
export function Flacon() {
  return (
    <section
      aria-labelledby="flacon"
      className="deferred bleed bg-wall pt-20 pb-14 [--estimate:calc(125vw+7.375rem)] md:py-32"
    >
      <h2
        id="flacon"
        className="section-title mx-5 mb-10 md:col-[content-start/span_3] md:row-1 md:mx-0"
      >
        <span className="md:block">El frasco,</span> al sol
      </h2>
      <div className="print:w-1/2 print:px-5 md:col-[5/full-end] md:row-1 lg:col-[5/span_6]">
        <Picture
          photo={uncapped}
          sizes="(max-width: 47.99rem) 100vw, (max-width: 63.99rem) 73vw, 46vw"
          alt="El frasco ladeado y sin tapón, con el pulverizador dorado a la vista; el tapón, con un sol en relieve, descansa a su lado, sobre la piedra."
          className="aspect-4/5 w-full object-cover"
        />
      </div>
      <p className="mx-5 mt-5 text-balance text-quiet text-small md:col-[5/content-end] md:mx-0 lg:col-[span_3/content-end] lg:row-1 lg:mt-0 lg:self-end lg:pl-6">
        El pulverizador, dorado como el tapón.
      </p>
    </section>
  );
}
