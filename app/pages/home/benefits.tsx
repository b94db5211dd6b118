import { formatEuros } from "../../shop/money.ts";
import { shipping } from "../../shop/pricing.ts";
import { shop } from "../../shop/shop.ts";

const benefits = [
  {
    name: "Fragancias Únicas",
    fact: `${shop.ingredients} ingredientes premium, reunidos en una composición que no se parece a otra.`,
  },
  {
    name: "Larga Duración",
    fact: `Hasta ${shop.lastingHours}\u00a0horas sobre la piel, de la mañana a la última luz.`,
  },
  {
    name: "Presentación Premium",
    fact: `Vidrio de base gruesa y detalles en oro de ${shop.goldKarats}k.`,
  },
  {
    name: "Calidad Garantizada",
    fact: `Maestros con más de ${shop.mastersYears} años de experiencia detrás de cada frasco.`,
  },
  {
    name: "Envío Express",
    fact: `En ${shop.cityDeliveryHours}\u00a0h en ${shop.city} y alrededores; gratis en pedidos de más de ${formatEuros(shipping.freeFrom)}.`,
  },
  {
    name: "Satisfacción Total",
    fact: `Garantía de devolución del ${shop.returns.refundPercent}\u00a0% de tu dinero.`,
  },
];

export function Benefits() {
  return (
    <section aria-labelledby="benefits" className="page-width py-20 md:py-32">
      <h2 id="benefits" className="max-w-[14em] section-title">
        Seis cosas ciertas de un perfume
      </h2>
      <ul className="mt-12 grid gap-x-10 md:mt-16 md:grid-cols-2 lg:grid-cols-3">
        {benefits.map(({ name, fact }) => (
          <li key={name} className="border-rule border-t pt-5 pb-9">
            <h3 className="item-title">{name}</h3>
            <p className="mt-2 max-w-[22rem] text-quiet">{fact}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
