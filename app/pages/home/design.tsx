import { facts } from "#orders/facts/page-facts.ts";
import macro from "../../photos/macro.avif?w=480;640;800;1080;1200;1440&format=avif;webp&quality=41&as=picture";
import { Picture } from "../../ui/picture.tsx";

export function Design() {
  return (
    <section
      aria-labelledby="design"
      className="deferred bleed items-center bg-ground-deep [--estimate:calc(125vw+23rem)]"
    >
      <div className="md:col-[span_7/full-end] md:row-1 lg:col-[span_8/full-end]">
        <Picture
          photo={macro}
          sizes="(max-width: 47.99rem) 100vw, (max-width: 63.99rem) 50vw, 58vw"
          alt="El tapón dorado, muy de cerca, sobre el hombro de vidrio."
          className="aspect-4/5 w-full object-cover object-[50%_38%] lg:aspect-square"
        />
      </div>
      <div className="px-5 pt-12 pb-20 md:col-[content-start/span_6] md:row-1 md:px-0 md:py-0 md:pr-10 lg:col-[content-start/span_4] lg:pr-0">
        <h2 id="design" className="section-title">
          Vidrio y oro
        </h2>
        <p className="mt-6">
          Pesa más de lo que parece. El tapón, acanalado como una columna,{" "}
          {facts.goldKarats > 0
            ? `lleva oro de ${facts.goldKarats}\u00a0quilates; la base es de vidrio macizo.`
            : "es dorado; la base, de vidrio macizo."}
        </p>
        <p className="mt-10 item-title">
          <span className="block">Cuando el perfume se acaba,</span>{" "}
          <span className="block">el frasco se queda.</span>
        </p>
      </div>
    </section>
  );
}
