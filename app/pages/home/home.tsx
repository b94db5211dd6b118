import { href } from "react-router";
import { pageMeta } from "../../document/meta.ts";
import photo from "../../photos/plain.jpg?w=1080&format=jpg&quality=82&as=url";
import { formatEuros } from "../../shop/money.ts";
import { shipping } from "../../shop/pricing.ts";
import { shop } from "../../shop/shop.ts";
import { Benefits } from "./benefits.tsx";
import { Craft } from "./craft.tsx";
import { Design } from "./design.tsx";
import { Gallery } from "./gallery.tsx";
import { Guarantee } from "./guarantee.tsx";
import { Hero } from "./hero.tsx";
import { productData, storeData } from "./structured-data.ts";

export const meta = () =>
  pageMeta({
    path: href("/"),
    title: `${shop.brand} · Perfume artesanal de ${shop.city}`,
    description: `Perfume artesanal hecho en ${shop.city}, con más de ${shop.ingredients}\u00a0ingredientes premium y hasta ${shop.lastingHours}\u00a0horas de duración. Envío gratuito en pedidos de más de ${formatEuros(shipping.freeFrom)}.`,
    structuredData: [storeData, productData(photo)],
  });

export default function Home() {
  return (
    <>
      <Hero />
      <Benefits />
      <Craft />
      <Design />
      <Gallery />
      <Guarantee />
    </>
  );
}
