import { href } from "react-router";
import tall from "../../photos/hero-tall.jpg?w=420;560;700;840;1080;1320&format=avif;webp&quality=53&as=picture";
import broad from "../../photos/hero-wide.jpg?w=960;1280;1600;1920;2560&format=avif;webp&quality=54&as=picture";
import { formatPrice } from "../../shop/money.ts";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { buttonStyle } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";

/** The first view: hero.css tells how it keeps its shape. */
export function Hero() {
  return (
    <section className="hero">
      <Picture
        photo={tall}
        sizes="max(100vw, 62svh)"
        alternative={{
          photo: broad,
          sizes: "max(100vw, min(160svh - 6.4rem, 128rem))",
          media: "(min-aspect-ratio: 4/5)",
        }}
        alt={`El frasco de ${shop.brand} sobre piedra clara, al sol de la tarde, con la sombra de una ventana en la pared.`}
        className="hero-photo"
        priority
      />
      <div className="page-width hero-words">
        <div>
          <h1 className="hero-name">{shop.brand}</h1>
          <p className="hero-sentence">
            Un perfume artesanal compuesto en {shop.city}, que permanece en la piel hasta{" "}
            {shop.lastingHours}&nbsp;horas.
          </p>
          <p className="hero-price">
            <span lang="fr">{product.concentration}</span> {product.volume} ·{" "}
            {formatPrice(product.price)} · IVA incluido
          </p>
        </div>
        <a href={href("/checkout")} className={buttonStyle("hero-button")}>
          Comprar Ahora
        </a>
      </div>
    </section>
  );
}
