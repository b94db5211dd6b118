import { EmailLink } from "../../app/document/email-link.tsx";
import { LegalSection } from "../../app/document/legal-page.tsx";
import {
  Costs,
  Eligible,
  Ineligible,
  Process,
  Refund,
  Steps,
} from "../../app/orders/every-order/returns-sections.tsx";
import { shop } from "../../app/shop/shop.ts";
import { Unbroken } from "../../app/ui/unbroken.tsx";
import { seller } from "../shop/seller.ts";
import { facts } from "./facts/page-facts.ts";

const { returns, law } = shop;

/** The shop may ask for an unused perfume, but has to accept another one too (RDL 1/2007, art. 108). */
export const returnTerm = `Tienes ${returns.days}\u00a0días desde que recibes el perfume para avisarnos de que lo devuelves. Te pedimos que vuelva sin usar y en su embalaje original.`;

export const returnAuthorization = () =>
  `Autorizamos la devolución en ${facts.authorizationHours}\u00a0horas; tu derecho no depende de ello.`;

export const lead = `Tienes ${returns.days}\u00a0días naturales desde que recibes el perfume para avisarnos de que lo devuelves. No hace falta que digas por qué.`;

const steps = () => [
  {
    name: "Avísanos",
    text: (
      <>
        <a href="/desistimiento" className="link">
          Desiste del contrato aquí
        </a>{" "}
        o escribe a <EmailLink />, en los {returns.days}&nbsp;días naturales que siguen a la
        entrega. Basta con tu nombre y el número del pedido. Si desistes en la web, el acuse de
        recibo te llega en el acto.
      </>
    ),
  },
  {
    name: "Espera nuestra respuesta",
    text: `Te autorizamos la devolución en el acto: el correo que te enviamos dice adónde enviarla. Si la pides por correo, en ${facts.authorizationHours}\u00a0horas. Tu derecho no depende de ello.`,
  },
  {
    name: "Prepara el paquete",
    text: "Protege bien el frasco, sin usar y en su embalaje original, y añade una nota que diga tu nombre y qué pedido devuelves.",
  },
  {
    name: "Envíalo",
    text: `Tienes ${law.sendBackDays}\u00a0días naturales desde que nos avisas. Guarda el justificante: nos permite empezar el reembolso antes de que llegue el paquete.`,
  },
];

const eligible = [
  `El perfume que no quieres conservar, si nos avisas en ${returns.days}\u00a0días naturales. Te pedimos que lo envíes sin usar y en su embalaje original.`,
  "El que vuelve sin su embalaje original o manipulado más de lo necesario para ver cómo es. También se admite: la ley solo nos permite descontar lo que haya perdido de valor.",
  `El que llega roto, tiene un defecto o no es el que pediste, aunque lo hayas abierto. La garantía legal dura ${law.guaranteeYears}\u00a0años.`,
];

const ineligible = [
  `El que no tiene ningún defecto, si nos avisas pasados los ${returns.days}\u00a0días naturales.`,
  `El que no compraste en ${shop.brand}. Acude a la tienda que te lo vendió.`,
];

const stages = () => [
  {
    name: "Solicitud",
    term: `${returns.days}\u00a0días naturales`,
    text: "Desde que recibes el pedido hasta que nos avisas.",
  },
  {
    name: "Autorización",
    term: `${facts.authorizationHours}\u00a0horas`,
    text: "En la web, en el acto, salvo que tengamos que estudiarla. Es un trámite nuestro: tu derecho no depende de él.",
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
        <Unbroken>{facts.refundWorkingDays}&nbsp;días</Unbroken> laborables
      </>
    ),
    text: "Desde que tenemos el perfume o tu justificante de envío.",
  },
];

/**
 * The sections of spec §2 with the consumer's rights, and the form of annex B of the consumer law
 * (RDL 1/2007), in its own words.
 */
export const sections = () => (
  <>
    <Steps steps={steps()} />
    <Eligible items={eligible} />
    <Ineligible
      items={ineligible}
      guarantee="Si un producto nuestro es defectuoso o no es el que pediste, puedes devolverlo también pasado ese plazo: lo cubre la garantía legal."
    />
    <Process stages={stages()} />
    <Costs />
    <Refund>
      <p>
        Te devolvemos el {returns.refundPercent}&nbsp;% de lo que pagaste, por el mismo medio de
        pago y sin comisiones, en <Unbroken>{facts.refundWorkingDays}&nbsp;días</Unbroken>{" "}
        laborables desde que recibimos el paquete o, si llega antes, tu justificante de envío.
      </p>
      <p>
        La ley nos da {law.refundDays}&nbsp;días naturales desde que nos avisas; solo podemos pasar
        de ahí mientras no tengamos ni el perfume ni el justificante.
      </p>
    </Refund>
    <LegalSection id="formulario" title="Modelo de formulario de desistimiento">
      <div className="legal-text">
        <p className="text-quiet text-small">
          No es obligatorio usarlo: cualquier aviso claro sirve. Cópialo o imprímelo si te resulta
          cómodo.
        </p>
        <p>
          (Solo debe cumplimentar y enviar el presente formulario si desea desistir del contrato)
        </p>
        <ul>
          <li>
            A la atención de {seller.name}, {seller.address}, <EmailLink />:
          </li>
          <li>
            Por la presente le comunico/comunicamos&nbsp;(*) que desisto de mi/desistimos de
            nuestro&nbsp;(*) contrato de venta del siguiente bien:
          </li>
          <li>Pedido el/recibido el&nbsp;(*):</li>
          <li>Nombre del consumidor y usuario o de los consumidores y usuarios:</li>
          <li>Domicilio del consumidor y usuario o de los consumidores y usuarios:</li>
          <li>
            Firma del consumidor y usuario o de los consumidores y usuarios (solo si el presente
            formulario se presenta en papel):
          </li>
          <li>Fecha:</li>
        </ul>
        <p>(*) Táchese lo que no proceda.</p>
      </div>
    </LegalSection>
  </>
);
