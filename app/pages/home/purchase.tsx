import { href } from "react-router";
import { OfferNotes } from "#orders/offer.tsx";
import { returnTerm } from "#orders/returns.tsx";
import { Price } from "../../document/price.tsx";
import { ProductName } from "../../document/product-name.tsx";
import openBox from "../../photos/open-box.avif?w=600;880;1200;1760&bitdepth=10&format=avif;webp&quality=39&as=picture";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { Picture } from "../../ui/picture.tsx";
import { Delivery } from "./delivery.tsx";

/** The end of the page. The price is here if it is not in the bar at the bottom of the screen (purchase.css). */
export function Purchase() {
  return (
    <section
      aria-labelledby="purchase"
      className="night deferred purchase-scene [--estimate:calc(125vw+27.75rem)]"
    >
      <div className="bleed">
        <div className="purchase-photo">
          <Picture
            photo={openBox}
            sizes="(max-width: 47.99rem) 100vw, (max-width: 63.99rem) 65vw, 58vw"
            alt="Desde arriba, al último sol: el frasco tumbado en su caja abierta, sobre papel oscuro; al lado, la tapa, con la luz de una ventana y el nombre en oro."
            className="aspect-4/5 size-full object-cover md:max-lg:object-[30%_50%] lg:aspect-square"
          />
        </div>
        <div className="purchase-words">
          <h2 id="purchase" className="section-title">
            Quédate con la tarde
          </h2>
          <p className="mt-6 item-title">
            {shop.brand} · <ProductName />
          </p>
          <p className="mt-1 text-night-quiet">
            <span lang="fr">{product.concentration}</span> {product.volume}
          </p>
          <Price />
          <p className="mt-1 text-night-quiet text-small">
            <Delivery />
          </p>
          <p className="mt-6">
            Llega en una caja de un marrón casi negro, con la luz de una ventana y el nombre
            estampados en oro.
          </p>
          <p className="mt-6 max-w-measure text-night-quiet text-small">
            {`${returnTerm} `}
            <a href={href("/politica-de-devolucion")} className="link">
              Cómo devolverlo
            </a>
          </p>
          <OfferNotes />
        </div>
      </div>
    </section>
  );
}
