import { BuyLink } from "#orders/buy-link.tsx";
import { facts } from "#orders/facts/page-facts.ts";
import { ProductName } from "../../document/product-name.tsx";
import { formatPrice } from "../../shop/money.ts";
import { pricePer100Ml } from "../../shop/pricing.ts";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { Unbroken } from "../../ui/unbroken.tsx";
import { Frame } from "./frame.tsx";
import { sentence } from "./sentence.ts";

/** The first view. hero.css explains its layout. */
export function Hero() {
  return (
    <section className="hero">
      <div className="hero-stage">
        <Frame hours={["17:00", "17:45", "18:30"]} />
        <div className="screen-width hero-words">
          <h1 className="hero-name">{shop.brand}</h1>
          <p className="item-title hero-sentence">{sentence}</p>
        </div>
      </div>
      <div className="screen-width hero-purchase">
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
            <Unbroken>{formatPrice(facts.price)} · IVA incluido</Unbroken>{" "}
            <span>{pricePer100Ml(facts.price)}</span>
          </span>
        </p>
        <BuyLink className="hero-button px-[min(1.25rem,5vw)] md:px-12 broad:px-12 wide:px-[clamp(3rem,3.3vw,5.5rem)]">
          Comprar Ahora
        </BuyLink>
      </div>
    </section>
  );
}
