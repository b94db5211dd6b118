import { EmailLink } from "../../document/email-link.tsx";
import { seller } from "../../shop/seller.ts";
import { shop } from "../../shop/shop.ts";
import { LegalSection } from "./legal-page.tsx";

/** The first step of a return, by the function that the law asks for or by a letter. */
export function DeskNotice() {
  return (
    <>
      <a href="/desistimiento" className="link">
        Desista del contrato aquí
      </a>{" "}
      o escriba a <EmailLink />, en los {shop.returns.days}&nbsp;días naturales que siguen a la
      entrega. Con su nombre y el número del pedido basta; el motivo no hace falta. Le mandamos el
      acuse de recibo en el acto.
    </>
  );
}

/** Annex B of the consumer law (RDL 1/2007), in its own words. */
export function DeskWithdrawalForm() {
  return (
    <LegalSection id="formulario" title="Modelo de formulario de desistimiento">
      <div className="legal-text">
        <p className="text-quiet text-small">
          No es obligatorio usarlo: cualquier aviso claro sirve. Cópielo o imprímalo si le resulta
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
  );
}
