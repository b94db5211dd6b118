import { href } from "react-router";
import tall from "../../photos/hero-tall.jpg?w=420;560;700;840;1080;1320&format=avif;webp&quality=56&as=picture";
import broad from "../../photos/hero-wide.jpg?w=960;1280;1600;1920;2560&format=avif;webp&quality=56&as=picture";
import { formatPrice } from "../../shop/money.ts";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { buttonStyle } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";

/**
 * The first view: bottle, name, one sentence and the way to it, on any screen without scrolling.
 * Upright screens have the words above the bottle, `broad` ones beside it; the heights keep the
 * bottle clear of the words at every shape in between.
 */
export function Hero() {
  return (
    <section className="relative isolate flex min-h-[min(100svh-4rem,80rem)] broad:min-h-[max(min(100svh-4rem,80rem,78vw),44vw)]">
      <Picture
        photo={tall}
        sizes="max(100vw, 62svh)"
        alternative={{
          photo: broad,
          sizes: "max(100vw, min(160svh - 6.4rem, 128rem))",
          media: "(min-aspect-ratio: 4/5)",
        }}
        alt={`El frasco de ${shop.brand} sobre piedra clara, al sol de la tarde, con la sombra de una ventana en la pared.`}
        className="absolute inset-0 -z-1 size-full object-cover object-bottom broad:object-[100%_40%]"
        priority
      />
      <div className="mx-auto flex w-full max-w-page flex-col justify-between px-5 py-7 md:px-10 broad:justify-center">
        <div className="broad:max-w-[44%]">
          <h1 className="-ml-[0.04em] font-display font-medium text-wordmark tracking-tight">
            {shop.brand}
          </h1>
          <p className="mt-3 max-w-[19rem] text-lead md:max-w-[24rem] broad:mt-8">
            Un perfume artesanal compuesto en {shop.city}, que permanece en la piel hasta{" "}
            {shop.lastingHours}&nbsp;horas.
          </p>
        </div>
        <div className="broad:mt-10">
          <a href={href("/checkout")} className={buttonStyle("w-full broad:w-auto broad:px-12")}>
            Comprar Ahora
          </a>
          <p className="mt-4 hidden text-small broad:block">
            <span lang="fr">{product.concentration}</span> {product.volume} ·{" "}
            {formatPrice(product.price)}, IVA incluido
          </p>
        </div>
      </div>
    </section>
  );
}
