import { destinations } from "#orders/destinations.ts";
import { EmailLink } from "../../document/email-link.tsx";
import { saleTerms, seller } from "../../shop/seller.ts";
import { shop } from "../../shop/shop.ts";

export const deskPrivacyLead =
  "En pocas palabras: tratamos los datos de su pedido para cumplirlo y guardamos los que manda la ley; no los cedemos a nadie que no haga falta, y esta web no usa cookies.";

export const deskPrivacyDescription = `Qué datos trata ${shop.brand} cuando usted compra, para qué, durante cuánto tiempo y quién los recibe. La web no usa cookies.`;

export function DeskController() {
  return (
    <p>
      El responsable del tratamiento de sus datos es {seller.name}, con NIF&nbsp;{seller.taxId} y
      domicilio en {seller.address}, titular de la tienda {shop.brand}. Puede escribirnos a{" "}
      <EmailLink />.
    </p>
  );
}

/** What is stored of an order, and what is not. */
export function DeskOrderData() {
  return (
    <>
      <li>
        <strong>Al hacer un pedido.</strong> Guardamos lo que escribe en el formulario (nombre,
        apellidos, correo, teléfono y dirección), la cantidad y los importes, el estado del pedido
        con sus fechas y la versión de los términos que lo rige. No guardamos su dirección IP.{" "}
        {seller.takesCards
          ? "Los datos de su tarjeta los escribe en la página de Stripe y no pasan por nosotros: Stripe nos dice si ha pagado y cuánto."
          : "No le pedimos datos de ninguna tarjeta. De su transferencia vemos lo que el banco nos muestra: quién la hace, cuánto y con qué referencia."}
      </li>
      <li>
        <strong>Al desistir de un contrato.</strong> Guardamos el nombre, el correo y el pedido que
        nos indica, y cuándo lo hizo.
      </li>
    </>
  );
}

export function DeskOwnStorage() {
  return (
    <p>
      Mientras se envía un pedido, su navegador conserva una clave hecha al azar para que no se haga
      dos veces. No le identifica, es imprescindible para comprar y se borra al confirmarse el
      pedido o al cerrar la pestaña.
    </p>
  );
}

export function DeskOrderUse() {
  return (
    <li>
      Con los datos de su <strong>pedido</strong> lo cobramos, lo preparamos y se lo enviamos, le
      escribimos sobre él, le devolvemos el dinero si corresponde y cumplimos nuestras obligaciones
      fiscales y contables.
    </li>
  );
}

export function DeskKeeping() {
  return (
    <p>
      De los pedidos que no llegan a pagarse borramos sus datos a los {saleTerms.unpaidKeptDays}
      &nbsp;días. Los de los pedidos pagados y los avisos de desistimiento, cuando el asunto
      termina, los guardamos bloqueados y los borramos a los {saleTerms.keptYears}&nbsp;años, el
      plazo durante el que la ley mercantil nos obliga a conservar los justificantes (art.&nbsp;30
      del Código de Comercio).
    </p>
  );
}

export function DeskOrderBasis() {
  return (
    <li>
      <strong>Pedidos:</strong> la ejecución del contrato (art.&nbsp;6.1, letra&nbsp;b) y, en lo que
      conservamos después, el cumplimiento de obligaciones legales (letra&nbsp;c).
    </li>
  );
}

export function DeskNeededData() {
  return (
    <p>
      Nadie está obligado a darnos sus datos; eso sí, sin los que pide el formulario no podemos
      enviarle un pedido, y sin una dirección o un teléfono no podremos contestarle.
    </p>
  );
}

export function DeskRecipients() {
  return (
    <>
      <li>
        la empresa de transporte, que necesita el nombre, la dirección, el correo y el teléfono para
        entregar el paquete;
      </li>
      {seller.takesCards && (
        <li>
          Stripe Payments Europe, Ltd. (Irlanda), que cobra en su propia página los pagos con
          tarjeta y Bizum y responde de los datos que allí se escriben;
        </li>
      )}
      <li>el banco en el que recibimos los pagos y desde el que hacemos las devoluciones;</li>
      <li>quien nos lleva la contabilidad, por cuenta nuestra, y la Administración tributaria;</li>
    </>
  );
}

export function DeskTransfers() {
  const abroad = [
    ...(destinations.some(([code]) => code === "CH")
      ? ["los de una entrega en Suiza, cuya protección la Comisión Europea considera adecuada"]
      : []),
    ...(seller.takesCards
      ? [
          "los que Stripe comunique a su matriz en Estados Unidos, adherida al Marco de Privacidad de Datos entre la Unión Europea y ese país",
        ]
      : []),
  ];
  const except = abroad.length > 0 ? `, salvo ${abroad.join(", y ")}` : "";
  return `No prevemos transferir datos fuera del Espacio Económico Europeo${except}. `;
}

export function DeskSecurity() {
  return (
    <p>
      La mejor protección es no tener los datos: de su pedido guardamos los imprescindibles. La
      página del pedido solo se abre con el enlace que le enviamos; no lo comparta. Además, la web
      se sirve por conexión cifrada, solo ejecuta código propio y no permite que otras páginas la
      incrusten.
    </p>
  );
}

export function DeskControllerName() {
  return (
    <dd>
      {seller.name}, {seller.address}
    </dd>
  );
}
