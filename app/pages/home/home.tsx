import { href } from "react-router";
import { deliveryArea } from "#orders/delivery-area.ts";
import { facts } from "#orders/facts/page-facts.ts";
import { Notice } from "#orders/notice.tsx";
import { structuredData } from "#orders/structured-data.ts";
import type { Handle } from "../../document/handle.ts";
import { pageMeta } from "../../document/meta.ts";
import { formatPrice } from "../../shop/money.ts";
import { pricePer100Ml } from "../../shop/pricing.ts";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { Benefits } from "./benefits.tsx";
import { Craft } from "./craft.tsx";
import { Design } from "./design.tsx";
import { Flacon } from "./flacon.tsx";
import { Frame } from "./frame.tsx";
import { Hero } from "./hero.tsx";
import { nightfall } from "./hours.ts";
import { houseData } from "./house-data.ts";
import { notesSentence } from "./notes.ts";
import { Purchase } from "./purchase.tsx";
import { PurchaseBar } from "./purchase-bar.tsx";
import { Scent } from "./scent.tsx";
import { sentence } from "./sentence.ts";

const perfume = `${sentence} ${notesSentence(facts.notes)}${product.concentration}, ${product.volume}`;

export const meta = () =>
  pageMeta({
    path: href("/"),
    title: `${shop.brand} · Perfume artesanal de ${shop.city}`,
    description: `${perfume}, ${formatPrice(facts.price)} con IVA (${pricePer100Ml(facts.price)}). Envío a ${deliveryArea}.`,
  });

export const handle = { fades: false } satisfies Handle;

/** JSON-LD for search engines. */
function StructuredData({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as children, React would escape its quotes.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

export default function Home() {
  return (
    <>
      <Notice />
      <Hero />
      <div className="below-hero">
        <div>
          <Benefits />
          <Craft />
          <Design />
          <Scent />
          <Flacon />
          {/* Evening turns to night, where scroll-driven animations work (frame.css). */}
          <div className="nightfall">
            <Frame hours={nightfall} />
          </div>
          <Purchase />
        </div>
        <PurchaseBar />
      </div>
      {/* Not in the head, where it would delay the first paint. */}
      {structuredData(houseData, `${perfume}.`).map((data) => (
        <StructuredData key={data["@type"]} data={data} />
      ))}
    </>
  );
}
