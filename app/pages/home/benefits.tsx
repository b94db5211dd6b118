import { formatEuros } from "../../shop/money.ts";
import { shipping } from "../../shop/pricing.ts";
import { shop } from "../../shop/shop.ts";

const benefits = [
  {
    name: "Fragancias Únicas",
    fact: `Compuestas con más de\u00a0${shop.ingredients}\u00a0ingredientes premium. No se parecen a ninguna otra.`,
  },
  {
    name: "Larga Duración",
    fact: `Hasta ${shop.lastingHours}\u00a0horas sobre la piel.`,
  },
  {
    name: "Presentación Premium",
    fact: `Frasco de vidrio de base gruesa, con detalles en oro de\u00a0${shop.goldKarats}k.`,
  },
  {
    name: "Calidad Garantizada",
    fact: `Detrás de cada frasco hay maestros perfumistas con más de\u00a0${shop.mastersYears}\u00a0años de experiencia.`,
  },
  {
    name: "Envío Express",
    fact: `${shop.cityDeliveryHours}\u00a0h en ${shop.city} y alrededores. Enviamos a España y Europa, gratis en pedidos de más de\u00a0${formatEuros(shipping.freeFrom)}.`,
  },
  {
    name: "Satisfacción Total",
    fact: `Garantía de devolución del ${shop.returns.refundPercent}\u00a0% de tu dinero durante ${shop.returns.days}\u00a0días.`,
  },
];

export function Benefits() {
  return (
    <section aria-labelledby="benefits" className="page-width py-20 md:py-32">
      <h2 id="benefits" className="max-w-[14em] section-title">
        Lo que recibes con {shop.brand}
      </h2>
      <ul className="mt-12 grid md:mt-16 md:grid-cols-2 lg:grid-cols-3">
        {benefits.map(({ name, fact }) => (
          <li key={name} className="border-rule border-t pt-5 pb-9 md:pr-10">
            <h3 className="item-title">{name}</h3>
            <p className="mt-2 max-w-[22rem] text-quiet">{fact}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
