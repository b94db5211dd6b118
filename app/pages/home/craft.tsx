import { href } from "react-router";
import { facts } from "#orders/facts/page-facts.ts";
import weighing from "../../photos/weighing.avif?w=480;720;960;1280;1840&format=avif;webp&quality=48&as=picture";
import { shop } from "../../shop/shop.ts";
import { Picture } from "../../ui/picture.tsx";

export function Craft() {
  return (
    <section
      aria-labelledby="craft"
      className="deferred bg-ground-deep [--estimate:calc(75vw+20rem)]"
    >
      <Picture
        photo={weighing}
        sizes="100vw"
        alt="Una gota de perfume, a punto de caer de la pipeta en un frasquito, sobre el platillo de latón de una balanza; al lado, tres pesas y, en la pared, la sombra del balcón."
        className="aspect-4/3 w-full object-cover object-[50%_55%] lg:aspect-3/2"
      />
      <div className="screen-width grid gap-y-6 pt-12 pb-20 md:pt-16 md:pb-32 lg:grid-cols-3">
        <h2 id="craft" className="section-title lg:col-span-2">
          Pesar, mezclar, esperar
        </h2>
        <div className="max-w-measure">
          <p>
            Así trabajamos en nuestro taller de {shop.city}
            {facts.founded > 0 && ` desde ${facts.founded}`}. Se puede ir más deprisa. Pero entonces
            sale otro perfume.
          </p>
          <p className="mt-6">
            <a href={href("/quienes-somos")} className="link">
              Nuestra historia
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}
