import { href } from "react-router";
import craft from "../../photos/craft.jpg?w=480;720;960;1280;1920&format=avif;webp&quality=52&as=picture";
import { shop } from "../../shop/shop.ts";
import { Picture } from "../../ui/picture.tsx";

export function Craft() {
  return (
    <section aria-labelledby="craft" className="bleed items-center bg-ground-deep">
      <div className="self-stretch md:col-[full-start/span_7] lg:col-[full-start/span_8]">
        <Picture
          photo={craft}
          sizes="(width < 48rem) 100vw, max(58vw, 46rem)"
          alt="Bodegón de materias primas al sol de la tarde: un cítrico entero y otro cortado, lágrimas de resina, flores blancas, vainas, astillas de madera y un cuentagotas junto al frasco."
          className="aspect-4/3 size-full object-cover md:aspect-auto md:min-h-[36rem] md:object-[80%_50%] lg:object-center"
        />
      </div>
      <div className="max-w-measure px-5 py-16 md:col-[span_6/content-end] md:px-0 md:pl-10 lg:col-[span_4/content-end] lg:pl-0">
        <h2 id="craft" className="section-title">
          El oficio va despacio
        </h2>
        <p className="mt-6">
          En el taller de {shop.city} se pesa, se mezcla y se espera. Lo hacen maestros con más de{" "}
          {shop.mastersYears} años de experiencia, gota a gota y sin atajos.
        </p>
        <p className="mt-4">
          Trabajan con {shop.ingredients} ingredientes premium. Cada fragancia reposa hasta que
          huele a sí misma.
        </p>
        <p className="mt-8">
          <a href={href("/quienes-somos")} className="link">
            Nuestra historia, desde {shop.founded}
          </a>
        </p>
      </div>
    </section>
  );
}
