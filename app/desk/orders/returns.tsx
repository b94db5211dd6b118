import { EmailLink } from "../../document/email-link.tsx";
import { LegalSection } from "../../document/legal-page.tsx";
import { Costs, Eligible, Ineligible, Process, Steps } from "../../orders/shared/returns.tsx";
import { shop } from "../../shop/shop.ts";
import { Unbroken } from "../../ui/unbroken.tsx";
import { seller } from "../shop/seller.ts";

const { returns, law } = shop;

/**
 * The sections that the specification asks for (§2), and the form of annex B of the consumer law
 * (RDL 1/2007), in its own words.
 */
export const sections = () => (
  <>
    <Steps
      notice={
        <>
          <a href="/desistimiento" className="link">
            Desiste del contrato aquí
          </a>{" "}
          o escribe a <EmailLink />, en los {returns.days}&nbsp;días naturales que siguen a la
          entrega. Basta con tu nombre y el número del pedido. Si desistes en la web, el acuse de
          recibo te llega en el acto.
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
      </div>
    </LegalSection>
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
