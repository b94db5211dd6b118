import { EmailLink } from "../document/email-link.tsx";
import { LegalSection } from "../document/legal-page.tsx";
import { shop } from "../shop/shop.ts";
import { Unbroken } from "../ui/unbroken.tsx";
import { Costs, Eligible, Ineligible, Process, Steps } from "./shared/returns.tsx";

const { returns, law } = shop;

/** The sections that the specification asks for (§2). */
export const sections = () => (
  <>
    <Steps
      notice={
        <>
          Escribe a <EmailLink /> en los {returns.days}&nbsp;días naturales que siguen a la entrega.
          Basta con tu nombre y la fecha del pedido.
        </>
      }
    />
    <Eligible />
    <Ineligible />
    <Process />
    <Costs />
    <LegalSection id="tramitacion" title="Plazo del reembolso">
      <div className="legal-text">
        <p>
          Te devolvemos el {returns.refundPercent}&nbsp;% de lo que pagaste, por el mismo medio de
          pago y sin comisiones, en <Unbroken>{returns.refundWorkingDays}&nbsp;días</Unbroken>{" "}
          laborables desde que recibimos el paquete o, si llega antes, tu justificante de envío.
        </p>
        <p>
          La ley nos da {law.refundDays}&nbsp;días naturales desde que nos avisas; solo podemos
          pasar de ahí mientras no tengamos ni el perfume ni el justificante.
        </p>
        <p className="text-quiet text-small">
          Los pedidos que se hacen en esta web son simulados: no se cobran ni se envían, y no hay
          nada que devolver. Esta política rige las ventas que {shop.brand} te haya confirmado por
          escrito.
        </p>
      </div>
    </LegalSection>
  </>
);
