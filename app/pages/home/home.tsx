import { pageMeta } from "../../meta.ts";
import { shop } from "../../shop/shop.ts";
import { Benefits } from "./benefits.tsx";
import { Craft } from "./craft.tsx";
import { Design } from "./design.tsx";
import { Guarantee } from "./guarantee.tsx";
import { Hero } from "./hero.tsx";

export const meta = () =>
  pageMeta({
    path: "/",
    title: `${shop.brand} · Perfume artesanal de ${shop.city}`,
    description: `Perfume artesanal hecho en ${shop.city}, con ${shop.ingredients} ingredientes premium y hasta ${shop.lastingHours} horas de duración. Envío gratuito en pedidos de más de 50 €.`,
  });

export default function Home() {
  return (
    <>
      <Hero />
      <Benefits />
      <Craft />
      <Design />
      <Guarantee />
    </>
  );
}
