import { deliveryArea } from "#orders/delivery-area.ts";
import { formatEuros } from "../../shop/money.ts";
import { shipping } from "../../shop/pricing.ts";
import { shop } from "../../shop/shop.ts";

const benefits = [
  {
    name: "Fragancias Únicas",
    figure: `${shop.ingredients}+`,
    fact: `Más de ${shop.ingredients}\u00a0ingredientes nobles. Ninguna fragancia se parece a otra.`,
  },
  {
    name: "Larga Duración",
    figure: `${shop.lastingHours}\u00a0h`,
    fact: `Hasta ${shop.lastingHours}\u00a0horas sobre la piel.`,
  },
  {
    name: "Presentación Premium",
    figure: `${shop.goldKarats}k`,
    fact: `Oro de ${shop.goldKarats}\u00a0quilates en los detalles del tapón.`,
  },
  {
    name: "Calidad Garantizada",
    figure: `${shop.mastersYears}\u00a0años`,
    fact: `Nuestros maestros perfumistas llevan más\u00a0de\u00a0${shop.mastersYears}\u00a0años en el oficio.`,
  },
  {
    name: "Envío Express",
    figure: `${shop.cityDeliveryHours}\u00a0h`,
    fact: `En ${shop.city} y alrededores. Enviamos a ${deliveryArea}, gratis en pedidos de más de\u00a0${formatEuros(shipping.freeFrom)}.`,
  },
  {
    name: "Satisfacción Total",
    figure: `${shop.returns.refundPercent}\u00a0%`,
    fact: "Garantía de devolución: si no es para ti, te devolvemos todo lo que pagaste. Es tu derecho.",
  },
];

export function Benefits() {
  return (
    <section aria-labelledby="benefits" className="screen-width py-20 md:py-32">
      <h2 id="benefits" className="section-title">
        La casa, en cifras
      </h2>
      <ul className="mt-10 grid md:mt-16 md:grid-cols-2 lg:grid-cols-3">
        {benefits.map(({ name, figure, fact }) => (
          <li
            key={name}
            className="flex flex-col border-rule border-t pt-6 pb-10 md:pr-10 lg:pb-14"
          >
            <h3 className="mt-3">{name}</h3>
            {/* Shown first, read after its name. */}
            <p className="order-first font-display text-figure wide:text-[clamp(5rem,5.2vw,7.5rem)]/none lining tracking-tight whitespace-nowrap">
              {figure}
            </p>
            <p className="mt-1 max-w-[22rem] text-quiet wide:max-w-[26rem]">{fact}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
