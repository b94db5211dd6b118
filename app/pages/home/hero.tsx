import { href } from "react-router";
import tall from "../../photos/hero-tall.jpg?w=390;540;780;1080;1320&format=avif;webp&quality=50&as=picture";
import wide from "../../photos/hero-wide.jpg?w=960;1440;1920;2560&format=avif;webp&quality=50&as=picture";
import { formatPrice } from "../../shop/money.ts";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { buttonStyle } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";

/** The first view: bottle, name, one sentence and the way to it, on any screen without scrolling. */
export function Hero() {
  return (
    <section className="relative isolate flex min-h-[min(100svh-4rem,54rem)]">
      <Picture
        photo={tall}
        sizes="100vw"
        alternative={{ photo: wide, sizes: "max(100vw, 120svh)", media: "(width >= 48rem)" }}
        alt={`El frasco de ${shop.brand} sobre piedra clara, al sol de la tarde, con la sombra de una ventana en la pared.`}
        className="-z-1 absolute inset-0 size-full object-cover object-bottom md:object-[100%_60%]"
        priority
      />
      <div className="mx-auto flex w-full max-w-page flex-col justify-between px-5 py-7 md:justify-center md:px-10">
        <div className="md:max-w-[46%]">
          <h1 className="-ml-[0.04em] font-display text-wordmark font-medium tracking-tight">
            {shop.brand}
          </h1>
          <p className="mt-3 max-w-[19rem] text-lead md:mt-8 md:max-w-[24rem]">
            Un perfume artesanal compuesto en {shop.city}, que permanece en la piel hasta{" "}
            {shop.lastingHours}&nbsp;horas.
          </p>
        </div>
        <div className="md:mt-10">
          <a href={href("/checkout")} className={buttonStyle("w-full md:w-auto md:px-12")}>
            Comprar Ahora
          </a>
          <p className="mt-4 hidden text-small md:block">
            <span lang="fr">{product.concentration}</span> {product.volume} ·{" "}
            {formatPrice(product.price)}, IVA incluido
          </p>
        </div>
      </div>
    </section>
  );
}
