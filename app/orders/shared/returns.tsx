import type { ReactNode } from "react";
import { LegalSection } from "../../document/legal-page.tsx";
import { formatPrice } from "../../shop/money.ts";
import { shipping } from "../../shop/pricing.ts";
import { shop } from "../../shop/shop.ts";
import { Unbroken } from "../../ui/unbroken.tsx";

const { returns, law } = shop;

const laterSteps = () => [
  {
    name: "Espera nuestra respuesta",
    text: `En ${returns.authorizationHours}\u00a0horas te autorizamos la devolución y te decimos adónde enviar el perfume. Tu derecho no depende de ello.`,
  },
  {
    name: "Prepara el paquete",
    text: "Pon el frasco, sin usar, en su embalaje original y bien protegido, con una nota que diga tu nombre y qué pedido devuelves.",
  },
  {
    name: "Envíalo",
    text: `Tienes ${law.sendBackDays}\u00a0días naturales desde que nos avisas. Guarda el justificante: nos permite empezar el reembolso antes de que llegue el paquete.`,
  },
];

/** The steps after a return is announced. Only the announcement differs between the two kinds of orders. */
export function Steps({ notice }: { notice: ReactNode }) {
  const steps = [{ name: "Avísanos", text: notice }, ...laterSteps()];
  return (
    <LegalSection id="pasos" title="Cómo devolver un perfume, en cuatro pasos">
      <ol className="legal-steps lg:-ml-16" data-titles="1234">
        {steps.map(({ name, text }) => (
          <li
            key={name}
            className="grid max-w-[35em] grid-cols-[3rem_minmax(0,1fr)] pb-8 last:pb-0 md:grid-cols-[4rem_minmax(0,1fr)]"
          >
            <div>
              <h3 className="font-display text-lead">{name}</h3>
              <p className="mt-1">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </LegalSection>
  );
}

const eligible = [
  `El perfume que no quieres conservar, si nos avisas en ${returns.days}\u00a0días naturales. Te pedimos que lo envíes sin usar y en su embalaje original.`,
  "El que vuelve sin su caja o manipulado más de lo necesario para ver cómo es. También se admite: la ley solo nos permite descontar lo que haya perdido de valor.",
  `El que llega roto, tiene un defecto o no es el que pediste, aunque lo hayas abierto. La garantía legal dura ${law.guaranteeYears}\u00a0años.`,
];

export function Eligible() {
  return (
    <LegalSection id="admitidos" title="Productos que admiten devolución">
      <Products items={eligible} />
    </LegalSection>
  );
}

const ineligible = [
  `El que no tiene ningún defecto, si nos avisas pasados los ${returns.days}\u00a0días naturales.`,
  `El que no compraste en ${shop.brand}. Acude a la tienda que te lo vendió.`,
];

export function Ineligible() {
  return (
    <LegalSection id="no-admitidos" title="Productos que no admiten devolución">
      <div>
        <Products items={ineligible} />
        <p className="mt-6 max-w-[31em]">
          Si un producto nuestro es defectuoso o no es el que pediste, puedes devolverlo también
          pasado ese plazo: lo cubre la garantía legal.
        </p>
      </div>
    </LegalSection>
  );
}

function Products({ items }: { items: string[] }) {
  return (
    <ul className="max-w-[31em]">
      {items.map((item) => (
        <li key={item} className="border-rule border-t py-4 first:border-t-0 first:pt-0 last:pb-0">
          {item}
        </li>
      ))}
    </ul>
  );
}

const stages = () => [
  {
    name: "Solicitud",
    term: `${returns.days}\u00a0días naturales`,
    text: "Desde que recibes el pedido hasta que nos avisas.",
  },
  {
    name: "Autorización",
    term: `${returns.authorizationHours}\u00a0horas`,
    text: "Te mandamos las instrucciones. Es un trámite nuestro: tu derecho no depende de él.",
  },
  {
    name: "Envío",
    term: `${law.sendBackDays}\u00a0días naturales`,
    text: "Desde que nos avisas hasta que entregas el paquete al transportista.",
  },
  {
    name: "Reembolso",
    term: (
      <>
        <Unbroken>{returns.refundWorkingDays}&nbsp;días</Unbroken> laborables
      </>
    ),
    text: "Desde que tenemos el perfume o tu justificante de envío.",
  },
];

/** The stages of a return: who acts, and how long each takes. */
export function Process() {
  return (
    <LegalSection id="proceso" title="El proceso, etapa por etapa">
      <ol className="grid gap-y-10 md:grid-cols-2">
        {stages().map(({ name, term, text }) => (
          <li key={name} className="md:pr-10">
            <h3>{name}</h3>
            <p className="mt-2 item-title">{term}</p>
            <p className="mt-2 text-quiet text-small">{text}</p>
          </li>
        ))}
      </ol>
    </LegalSection>
  );
}

export function Costs() {
  return (
    <LegalSection id="gastos" title="Gastos de envío">
      <div className="legal-text">
        <h3>Si cambias de idea</h3>
        <p>
          El envío de vuelta lo pagas tú. El de ida te lo devolvemos si lo pagaste: son los{" "}
          {formatPrice(shipping.cost)} del envío ordinario. Si fue gratis, no descontamos nada por
          él.
        </p>
        <h3>Si llegó defectuoso o no es lo que pediste</h3>
        <p>La ida y la vuelta las pagamos nosotros.</p>
      </div>
    </LegalSection>
  );
}
