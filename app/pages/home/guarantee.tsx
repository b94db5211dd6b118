import { href } from "react-router";
import { formatPrice } from "../../shop/money.ts";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { buttonStyle } from "../../ui/button.tsx";

export function Guarantee() {
  return (
    <section
      aria-labelledby="guarantee"
      className="page-width grid gap-x-16 gap-y-8 py-20 md:grid-cols-[7fr_5fr] md:items-end lg:grid-cols-[8fr_4fr] lg:gap-x-0 md:py-32"
    >
      <div>
        <h2 id="guarantee" className="section-title">
          Si no es para ti, lo devuelves
        </h2>
        <p className="mt-6 max-w-measure">
          Tienes {shop.returns.days}&nbsp;días desde que lo recibes: vuelve sin usar y en su
          embalaje original, y te reembolsamos el {shop.returns.refundPercent}&nbsp;% de lo que
          pagaste.{" "}
          <a href={href("/politica-de-devolucion")} className="link">
            Cómo funciona
          </a>
        </p>
      </div>
      <div className="md:justify-self-end lg:justify-self-start">
        <p className="item-title">
          <span lang="fr">{product.concentration}</span> {product.volume}
        </p>
        <p className="text-quiet">{formatPrice(product.price)} · IVA incluido</p>
        <a href={href("/checkout")} className={buttonStyle("mt-6", "quiet")}>
          Comprar un frasco
        </a>
      </div>
    </section>
  );
}
