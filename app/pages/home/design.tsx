import macro from "../../photos/macro.jpg?w=480;640;800;1080;1440&format=avif;webp&quality=52&as=picture";
import { shop } from "../../shop/shop.ts";
import { Picture } from "../../ui/picture.tsx";

export function Design() {
  return (
    <section aria-labelledby="design" className="bleed items-center lg:items-end">
      <div className="max-w-measure px-5 py-16 md:col-[content-start/span_6] md:px-0 md:pr-10 lg:col-[content-start/span_4] lg:pb-20">
        <h2 id="design" className="section-title">
          Vidrio y oro
        </h2>
        <p className="mt-6">
          La base es gruesa y pesa en la mano. El tapón, acanalado, lleva detalles en oro de&nbsp;
          {shop.goldKarats}k: un sol grabado, un collar de cuentas y un borde estriado.
        </p>
        <p className="mt-4">Cuando el perfume se acaba, el frasco se queda.</p>
      </div>
      <div className="md:col-[span_7/full-end] lg:col-[span_9/full-end]">
        <Picture
          photo={macro}
          sizes="(width < 48rem) 100vw, (width < 64rem) 50vw, 66vw"
          alt="El tapón dorado y acanalado, muy de cerca, con un sol grabado arriba y un collar de cuentas sobre el hombro de vidrio."
          className="aspect-4/5 w-full object-cover object-[50%_30%] lg:aspect-[6/5]"
        />
      </div>
    </section>
  );
}
