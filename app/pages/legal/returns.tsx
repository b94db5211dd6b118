import { href } from "react-router";
import { EmailLink } from "../../document/email-link.tsx";
import { pageMeta } from "../../document/meta.ts";
import { formatPrice } from "../../shop/money.ts";
import { shipping } from "../../shop/pricing.ts";
import { shop } from "../../shop/shop.ts";
import { buttonStyle } from "../../ui/button.tsx";
import { LegalActions, LegalPage, LegalSection } from "./legal-page.tsx";

const { returns, law } = shop;

export const meta = () =>
  pageMeta({
    path: href("/politica-de-devolucion"),
    title: `Política de devolución · ${shop.brand}`,
    description: `Cómo devolver tu perfume en ${returns.days} días, qué se admite, quién paga el envío y cuándo llega el reembolso.`,
  });

const steps = [
  {
    name: "Avísanos",
    text: (
      <>
        Escribe a <EmailLink /> en los {returns.days} días naturales que siguen a la entrega. Con tu
        nombre y la fecha del pedido basta; el motivo no hace falta.
      </>
    ),
  },
  {
    name: "Espera nuestra respuesta",
    text: `En ${returns.authorizationHours} horas te autorizamos la devolución y te decimos adónde enviarla.`,
  },
  {
    name: "Prepara el paquete",
    text: "Pon el frasco, sin usar, en su embalaje original. Protégelo bien y añade una nota con tu nombre.",
  },
  {
    name: "Envíalo",
    text: `Tienes ${law.sendBackDays} días naturales desde que nos avisas. Guarda el justificante: nos permite empezar el reembolso antes de que llegue el paquete.`,
  },
];

const eligible = [
  `El perfume que no es para ti, si nos avisas en ${returns.days} días naturales. Te pedimos que vuelva sin usar y en su embalaje original.`,
  "El que vuelve sin su caja o manipulado más de lo necesario para ver cómo es. Lo admitimos; la ley solo permite descontar lo que haya perdido de valor.",
  `El que llega roto, tiene un defecto o no es el que pediste, aunque lo hayas abierto. La garantía legal dura ${law.guaranteeYears} años.`,
];

const ineligible = [
  "El perfume precintado que has desprecintado, cuando por razones de salud o de higiene ya no es apto para devolverse (art.\u00a0103, letra\u00a0e, del Real Decreto Legislativo 1/2007).",
  `El que no tiene ningún defecto, si nos avisas pasados los ${returns.days} días naturales.`,
  `El que no compraste a ${shop.brand}. Acude a la tienda que te lo vendió.`,
];

const stages = [
  {
    name: "Solicitud",
    term: `${returns.days} días naturales`,
    text: "Desde que recibes el pedido hasta que nos avisas.",
  },
  {
    name: "Autorización",
    term: `${returns.authorizationHours} horas`,
    text: "Te mandamos las instrucciones. Es un trámite nuestro: tu derecho no depende de él.",
  },
  {
    name: "Envío",
    term: `${law.sendBackDays} días naturales`,
    text: "Desde que nos avisas hasta que entregas el paquete al transportista.",
  },
  {
    name: "Reembolso",
    term: `${returns.refundWorkingDays} días laborables`,
    text: `Y siempre dentro de los ${law.refundDays} días naturales que marca la ley.`,
  },
];

export default function Returns() {
  return (
    <LegalPage
      title="Política de devolución"
      lead={`Tienes ${returns.days} días naturales desde que recibes el perfume para devolverlo. No hace falta que digas por qué.`}
    >
      <LegalSection id="pasos" title="Cómo devolver, en cuatro pasos">
        <ol className="legal-steps">
          {steps.map(({ name, text }) => (
            <li
              key={name}
              className="grid max-w-[36em] grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4 pb-8 last:pb-0 md:grid-cols-[4rem_minmax(0,1fr)]"
            >
              <div>
                <h3 className="font-display text-lead font-medium">{name}</h3>
                <p className="mt-1">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </LegalSection>

      <LegalSection id="admitidos" title="Productos que admiten devolución">
        <Products items={eligible} />
      </LegalSection>

      <LegalSection id="no-admitidos" title="Productos que no admiten devolución">
        <div>
          <Products items={ineligible} />
          <p className="mt-6 max-w-[31em]">
            Nada de esto vale frente a un producto defectuoso o equivocado: ese se devuelve siempre.
          </p>
        </div>
      </LegalSection>

      <Process />

      <LegalSection id="gastos" title="Gastos de envío">
        <div className="legal-text">
          <h3>Si cambias de idea</h3>
          <p>
            El envío de vuelta lo pagas tú. El de ida te lo devolvemos si lo pagaste: son los{" "}
            {formatPrice(shipping.cost)} del envío ordinario. Si fue gratis, no descontamos nada por
            él.
          </p>
          <h3>Si llegó defectuoso o no es lo que pediste</h3>
          <p>Pagamos nosotros, a la ida y a la vuelta. A ti no te cuesta nada.</p>
        </div>
      </LegalSection>

      <LegalSection id="tramitacion" title="Tiempo de tramitación">
        <div className="legal-text">
          <p>
            Te devolvemos el {returns.refundPercent}&nbsp;% de lo que pagaste, por el mismo medio de
            pago y sin comisiones, en {returns.refundWorkingDays} días laborables desde que
            recibimos el paquete o, si llega antes, tu justificante de envío.
          </p>
          <p>
            La ley nos da {law.refundDays} días naturales desde que nos avisas; solo podemos pasar
            de ahí mientras no tengamos ni el perfume ni el justificante.
          </p>
          <p className="text-quiet text-small">
            Los pedidos que se hacen en esta web son simulados: no se cobran ni se envían, y no hay
            nada que devolver. Esta política rige las ventas que {shop.brand} te haya confirmado por
            escrito.
          </p>
        </div>
      </LegalSection>

      <LegalActions>
        <a href={href("/contacto")} className={buttonStyle()}>
          Ir a contacto
        </a>
        <a href={href("/")} className={buttonStyle("", "quiet")}>
          Volver al Inicio
        </a>
      </LegalActions>
    </LegalPage>
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

/** The same return told by the calendar: whose turn it is and how long it takes. */
function Process() {
  return (
    <section id="proceso" className="border-rule border-t pt-8 pb-12 lg:pt-10 lg:pb-16">
      <h2 className="item-title">El proceso, etapa por etapa</h2>
      <ol className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-2 lg:grid-cols-4">
        {stages.map(({ name, term, text }) => (
          <li key={name} className="border-accent border-t pt-4">
            <h3>{name}</h3>
            <p className="mt-2 item-title lining">{term}</p>
            <p className="mt-2 text-quiet text-small">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
