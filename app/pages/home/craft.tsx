import { href } from "react-router";
import craft from "../../photos/craft.jpg?w=480;720;960;1280;1920&format=avif;webp&quality=52&as=picture";
import { shop } from "../../shop/shop.ts";
import { Picture } from "../../ui/picture.tsx";

export function Craft() {
  return (
    <section aria-labelledby="craft" className="bleed items-center bg-ground-deep">
      <div className="self-stretch md:col-[full-start/full-end] lg:col-[full-start/span_8]">
        <Picture
          photo={craft}
          sizes="(width < 64rem) 100vw, max(58vw, 46rem)"
          alt="Un limón entero y medio limón recién cortado junto al frasco, sobre piedra, al sol de la tarde."
          className="aspect-4/3 size-full object-cover"
        />
      </div>
      <div className="max-w-measure px-5 py-16 md:col-[content-start/content-end] md:px-0 lg:col-[span_4/content-end] lg:py-10">
        <h2 id="craft" className="section-title">
          Perfumería artesanal
        </h2>
        <p className="mt-6">
          Fundamos {shop.brand} en {shop.founded}, en un taller de {shop.city}. Allí trabajan
          maestros perfumistas con más de&nbsp;{shop.mastersYears}&nbsp;años de experiencia.
        </p>
        <p className="mt-4">
          Pesan, mezclan y dejan reposar más de&nbsp;{shop.ingredients}&nbsp;ingredientes premium
          hasta dar con cada fragancia.
        </p>
        <p className="mt-8">
          <a href={href("/quienes-somos")} className="link">
            Nuestra historia
          </a>
        </p>
      </div>
    </section>
  );
}
