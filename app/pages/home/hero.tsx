import { href } from "react-router";
import { ProductName } from "../../document/product-name.tsx";
import tall from "../../photos/hero-tall.jpg?w=420;560;700;840;1080;1320&format=avif;webp&quality=53&as=picture";
import broad from "../../photos/hero-wide.jpg?w=960;1280;1600;1920;2560&format=avif;webp&quality=54&as=picture";
import { formatPrice } from "../../shop/money.ts";
import { pricePer100Ml } from "../../shop/pricing.ts";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { buttonStyle } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Unbroken } from "../../ui/unbroken.tsx";
import { sentence } from "./sentence.ts";

/** The first view: hero.css tells how it keeps its shape. */
export function Hero() {
  return (
    <section className="hero">
      <div className="hero-stage">
        <Picture
          photo={tall}
          sizes="max(100vw, 62svh - 6rem)"
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
          <h1 className="hero-name">{shop.brand}</h1>
          <p className="item-title hero-sentence">{sentence}</p>
        </div>
      </div>
      <div className="page-width hero-purchase">
        <p className="hero-price">
          <span>
            <span>
              <ProductName />
            </span>{" "}
            <span>
              <span lang="fr">{product.concentration}</span> {product.volume}
            </span>
          </span>{" "}
          <span>
            <Unbroken>{formatPrice(product.price)} · IVA incluido</Unbroken>{" "}
            <span>{pricePer100Ml(product)}</span>
          </span>
        </p>
        <a
          href={href("/checkout")}
          className={buttonStyle("hero-button px-[min(1.25rem,5vw)] md:px-12 broad:px-12")}
        >
          Comprar Ahora
        </a>
      </div>
    </section>
  );
}
