import { href } from "react-router";
import { deliveryArea } from "#orders/delivery-area.ts";
import { pageMeta } from "../../document/meta.ts";
import photo from "../../photos/plain.jpg?w=1080&format=jpg&quality=82&as=url";
import { formatPrice } from "../../shop/money.ts";
import { pricePer100Ml } from "../../shop/pricing.ts";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { Benefits } from "./benefits.tsx";
import { Craft } from "./craft.tsx";
import { Design } from "./design.tsx";
import { Frame } from "./frame.tsx";
import { Gallery } from "./gallery.tsx";
import { Hero } from "./hero.tsx";
import { Purchase } from "./purchase.tsx";
import { sentence } from "./sentence.ts";
import { productData, storeData } from "./structured-data.ts";

export const meta = () =>
  pageMeta({
    path: href("/"),
    title: `${shop.brand} · Perfume artesanal de ${shop.city}`,
    description: `${sentence} ${product.concentration}, ${product.volume}, ${formatPrice(product.price)} con IVA (${pricePer100Ml(product)}). Envío a ${deliveryArea}.`,
    structuredData: [storeData, productData(photo)],
  });

export default function Home() {
  return (
    <>
      <Hero />
      <div>
        <Benefits />
        <Craft />
        <Design />
        <Gallery />
        {/* Where the light may pass: frame.css. */}
        <div className="nightfall">
          <Frame hours={["evening", "night"]} />
        </div>
        <Purchase />
      </div>
    </>
  );
}
