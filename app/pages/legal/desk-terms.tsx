import { destinations } from "#orders/destinations.ts";
import { EmailLink } from "../../document/email-link.tsx";
import { quantityLimits } from "../../shop/quantity.ts";
import { guaranteeNotice, saleTerms, seller, termsVersion } from "../../shop/seller.ts";
import { shop } from "../../shop/shop.ts";

/** The version of the texts of real orders, as a reader says it: «22 de noviembre de 2026». */
export const termsDate = new Intl.DateTimeFormat("es", {
  dateStyle: "long",
  timeZone: "UTC",
}).format(new Date(termsVersion));

/** What art. 10 of the LSSI wants known of a seller. */
export function DeskSeller() {
  return (
    <p>
      Quien vende es {seller.name}, con NIF&nbsp;{seller.taxId} y domicilio en {seller.address}.
    </p>
  );
}

const lapse = `Dispone de ${saleTerms.payWithinDays}\u00a0días naturales: si en ese plazo el pago no llega, el pedido caduca, el contrato queda sin efecto y usted no nos debe nada.`;
const byTransfer = `Se paga por transferencia bancaria, sin recargo, a la cuenta y con la referencia que figuran en la página del pedido y en el correo. ${lapse} Si su transferencia llega más tarde, damos el pedido por pagado y se lo enviamos; si ya no lo quiere, díganoslo y le devolvemos el dinero.`;
const byCard = `Se paga con tarjeta o Bizum, sin recargo, en la página segura de Stripe. Le llevamos a ella al hacer el pedido, y puede volver desde la página de este. ${lapse}`;

export function DeskOrdering() {
  return (
    <>
      <p>Un pedido se hace así:</p>
      <ol>
        <li>
          Elija la cantidad, de {quantityLimits.min} a {quantityLimits.max}&nbsp;unidades por
          pedido.
        </li>
        <li>Escriba los datos de envío. Puede corregirlos hasta el último momento.</li>
        <li>
          Revise el total y pulse «Pedido con obligación de pago». Si falta algún dato o no es
          válido, la página le señala cuál y no se hace ningún pedido.
        </li>
      </ol>
      <p>
        En cuanto lo recibimos se lo confirmamos por correo electrónico, con lo que ha pedido, el
        total, los datos para pagarlo y las condiciones de la compra.{" "}
        <strong>Con esa confirmación nace el contrato.</strong> Si en {shop.emailReplyHours}&nbsp;h
        no le ha llegado, escríbanos a <EmailLink />.
      </p>
      <p>
        Guardamos su pedido y la versión de estos términos con que se hizo. Puede consultarlo cuando
        quiera en su propia página, cuyo enlace va en el correo.
      </p>
      <h3>Pago</h3>
      <p>{seller.takesCards ? byCard : byTransfer}</p>
    </>
  );
}

const names = (codes: readonly string[]) =>
  new Intl.ListFormat("es").format(
    destinations.filter(([code]) => codes.includes(code)).map(([, name]) => name),
  );

/** Where a parcel would meet the customs. */
const excluded = new Intl.ListFormat("es").format([
  ...(names(["ES"]) ? ["a Canarias", "a Ceuta", "a Melilla"] : []),
  ...(names(["CH"]) ? [] : ["a Suiza"]),
]);

export function DeskDestinations() {
  return (
    <p>
      Enviamos a {names(destinations.map(([code]) => code))}.
      {excluded &&
        ` No enviamos ${excluded.replace(/ y (?=a \S+$)/, " ni ")}: allí el paquete tiene que pasar por la aduana.`}
    </p>
  );
}

export function DeskDeliveryTimes() {
  return (
    <li>
      <strong>Plazos.</strong> Preparamos el paquete cuando nos llega el pago. En {shop.city} y
      alrededores entregamos en {shop.cityDeliveryHours}&nbsp;h desde entonces. Para los demás
      destinos le indicamos el plazo al enviarlo; en ningún caso pasará de {shop.law.deliveryDays}
      &nbsp;días naturales desde que se celebró el contrato.
    </li>
  );
}

/** How to withdraw: the function that the law asks for, or any other clear word. */
export function DeskWithdrawal() {
  return (
    <p>
      Tiene {shop.returns.days}&nbsp;días naturales desde que recibe el producto para desistir de la
      compra sin dar ningún motivo. Lo más rápido es{" "}
      <a href="/desistimiento" className="link">
        desistir del contrato aquí
      </a>
      : le enviamos por correo, en el acto, un acuse de recibo con el contenido, la fecha y la hora
      de su aviso. También basta con que nos lo comunique con claridad antes de que acabe el plazo,
      por ejemplo en <EmailLink /> o con el{" "}
      <a href="/politica-de-devolucion#formulario" className="link">
        modelo de formulario
      </a>
      . Desde ese aviso dispone de {shop.law.sendBackDays}&nbsp;días naturales más para enviárnoslo.
    </p>
  );
}

/** The official artwork says the same in pictures, and may not be altered. */
export function DeskGuaranteeNotice() {
  return (
    <figure id="garantia-legal">
      <img
        src={guaranteeNotice}
        alt={`Aviso oficial de la Unión Europea sobre la garantía legal: en España dura ${shop.law.guaranteeYears}\u00a0años desde la entrega.`}
        className="w-full"
        loading="lazy"
        decoding="async"
      />
      <figcaption className="mt-2 text-caption text-quiet">
        Aviso armonizado sobre la garantía legal de conformidad, según el Reglamento de Ejecución
        (UE) 2025/1960.
      </figcaption>
    </figure>
  );
}
