import { deliveryArea, deliveryStart } from "#orders/delivery-area.ts";
import { facts } from "#orders/facts/page-facts.ts";
import { guarantee } from "#orders/offer.tsx";
import { formatEuros } from "../../shop/money.ts";
import { shop } from "../../shop/shop.ts";

/** Omits benefits whose figure is empty. */
const benefits = () =>
  [
    {
      name: "Fragancias Únicas",
      figure: facts.ingredients && `${facts.ingredients}+`,
      noun: "ingredientes",
      fact: "Ingredientes nobles. Ninguna fragancia se parece a otra.",
    },
    {
      name: "Larga Duración",
      limit: "hasta",
      figure: facts.lastingHours && `${facts.lastingHours}\u00a0h`,
      fact: "Lo que dura sobre la piel.",
    },
    {
      name: "Presentación Premium",
      figure: facts.goldKarats && `${facts.goldKarats}k`,
      fact: `Oro de ${facts.goldKarats}\u00a0quilates en los detalles del tapón.`,
    },
    {
      name: "Calidad Garantizada",
      figure: facts.mastersYears && `${facts.mastersYears}+`,
      noun: "años de oficio",
      fact: "El oficio de nuestros maestros perfumistas.",
    },
    facts.cityDeliveryHours
      ? {
          name: "Envío Express",
          figure: `${facts.cityDeliveryHours}\u00a0h`,
          fact: `En ${shop.city} y alrededores${deliveryStart}. Enviamos a ${deliveryArea}, gratis en pedidos de más\u00a0de\u00a0${formatEuros(facts.shipping.freeFrom)}.`,
        }
      : {
          name: "Envío Gratis",
          figure: `+${formatEuros(facts.shipping.freeFrom)}`,
          fact: `En pedidos de más\u00a0de\u00a0${formatEuros(facts.shipping.freeFrom)}. Enviamos a ${deliveryArea}.`,
        },
    {
      name: "Satisfacción Total",
      figure: `${shop.returns.refundPercent}\u00a0%`,
      fact: guarantee,
    },
  ].filter(({ figure }) => figure);

/** Six cards: two by three on a phone, three by two on wider screens. */
export function Benefits() {
  return (
    <section aria-labelledby="benefits" className="screen-width py-10 md:py-16">
      <h2 id="benefits" className="section-title">
        Lo que prometemos
      </h2>
      <ul className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(max(9.25rem,28%),100%),1fr))] gap-2 md:mt-8 md:gap-4">
        {benefits().map(({ name, limit, figure, noun, fact }) => (
          <li key={name} className="card benefit">
            <h3 className="item-title mt-3 max-md:text-[length:1.25rem] md:mt-5">{name}</h3>
            {/* Shown above the name, but read after it. */}
            <p className="order-first text-accent-text text-small [overflow-wrap:anywhere]">
              {limit}
              <span className="font-display text-figure">
                {limit ? ` ${figure}` : noun ? `${figure}\u00a0` : figure}
              </span>
              <wbr />
              <span className="whitespace-nowrap">{noun}</span>
            </p>
            <p className="mt-2 max-w-[22rem] text-[length:max(0.9375rem,0.9em)]/[1.5] text-quiet">
              {fact}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
