import { EmailLink } from "../document/email-link.tsx";
import { shop } from "../shop/shop.ts";
import { Unbroken } from "../ui/unbroken.tsx";
import {
  Costs,
  Eligible,
  Ineligible,
  Process,
  Refund,
  Steps,
} from "./every-order/returns-sections.tsx";
import { facts } from "./facts/page-facts.ts";

const { returns, law } = shop;

/** The rule of spec §9 in one sentence. */
export const returnTerm = `Avísanos en los ${returns.days}\u00a0días siguientes a la entrega y te devolvemos el dinero, si vuelve sin usar y en su embalaje original.`;

export const returnAuthorization = () =>
  `Autorizamos la devolución en ${facts.authorizationHours}\u00a0horas.`;

export const lead = `${returnTerm} No hace falta que digas por qué.`;

const steps = [
  {
    name: "Avísanos",
    text: (
      <>
        Escribe a <EmailLink /> en los {returns.days}&nbsp;días siguientes a la entrega. Basta con
        tu nombre y la fecha del pedido.
      </>
    ),
  },
  {
    name: "Espera nuestra respuesta",
    text: `En ${facts.authorizationHours}\u00a0horas te autorizamos la devolución y te decimos adónde enviar el perfume.`,
  },
  {
    name: "Prepara el paquete",
    text: "Protege bien el frasco, sin usar y en su embalaje original, y añade una nota que diga tu nombre y qué pedido devuelves.",
  },
  {
    name: "Envíalo",
    text: "Usa el transportista que prefieras y guarda el justificante hasta que recibas el reembolso.",
  },
];

const eligible = [
  `El frasco sin usar y en su embalaje original, si nos avisas en los ${returns.days}\u00a0días siguientes a la entrega.`,
  `El que llega roto, tiene un defecto o no es el que pediste. La garantía legal dura ${law.guaranteeYears}\u00a0años.`,
];

const ineligible = [
  "El frasco abierto o usado, aunque solo sea para probarlo.",
  "El que vuelve sin su embalaje original.",
  `El que quieres devolver pasados los ${returns.days}\u00a0días.`,
  `El que no compraste en ${shop.brand}. Acude a la tienda que te lo vendió.`,
];

const stages = [
  {
    name: "Solicitud",
    term: `${returns.days}\u00a0días`,
    text: "Desde que recibes el perfume hasta que nos avisas.",
  },
  {
    name: "Autorización",
    term: `${facts.authorizationHours}\u00a0horas`,
    text: "Te mandamos las instrucciones para el envío.",
  },
  {
    name: "Revisión",
    term: "Al recibirlo",
    text: "Comprobamos que el frasco vuelve sin usar y en su embalaje original.",
  },
  {
    name: "Reembolso",
    term: (
      <>
        <Unbroken>{facts.refundWorkingDays}&nbsp;días</Unbroken> laborables
      </>
    ),
    text: "Desde que recibimos el perfume.",
  },
];

/** The sections of spec §2, with the terms of §9 and no others. */
export const sections = () => (
  <>
    <Steps steps={steps} />
    <Eligible items={eligible} />
    <Ineligible
      items={ineligible}
      guarantee={`Un perfume defectuoso, o que no es el que pediste, puedes devolverlo en todo caso: lo cubre la garantía legal de ${law.guaranteeYears}\u00a0años.`}
    />
    <Process stages={stages} />
    <Costs />
    <Refund>
      <p>
        Te devolvemos el {returns.refundPercent}&nbsp;% de lo que pagaste, por el mismo medio de
        pago y sin comisiones, en <Unbroken>{facts.refundWorkingDays}&nbsp;días</Unbroken>{" "}
        laborables desde que recibimos el perfume.
      </p>
    </Refund>
  </>
);
