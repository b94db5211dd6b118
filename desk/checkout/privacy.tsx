import { EmailLink } from "../../app/document/email-link.tsx";
import type { NumberedSection } from "../../app/document/legal-page.tsx";
import { contact, rights } from "../../app/orders/every-order/privacy-sections.tsx";
import type { ShippingDetails } from "../../app/shop/order.ts";
import { shop } from "../../app/shop/shop.ts";
import { saleTerms, seller } from "../shop/seller.ts";
import { destinations } from "./destinations.ts";
import { facts } from "./facts/page-facts.ts";

export const updated = "29 de noviembre de 2026";

export const description = `Qué datos trata ${shop.brand} cuando compras, para qué, durante cuánto tiempo y quién los recibe. La web no usa cookies.`;

export const lead =
  "En pocas palabras: tratamos los datos de tu pedido para atenderlo y guardamos los que manda la ley; solo los recibe quien los necesita para ello, y esta web no usa cookies.";

/** Data transfers outside the European Economic Area, given this shop's countries and payments. */
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
const transfers = `No prevemos transferir datos fuera del Espacio Económico Europeo${except}.`;

/** How this policy names each field of the form. */
const fieldNames: Record<keyof ShippingDetails, string> = {
  firstName: "nombre",
  lastName: "apellidos",
  email: "correo",
  phone: "teléfono",
  address: "dirección",
  city: "dirección",
  postalCode: "dirección",
  country: "dirección",
};
const fieldList = new Intl.ListFormat("es").format(new Set(Object.values(fieldNames)));

/** The information that art. 13 GDPR requires, in the eight sections of spec §2. */
export const sections = (): NumberedSection[] => [
  {
    id: "informacion-general",
    title: "Información general",
    text: (
      <>
        <p>
          El responsable del tratamiento de tus datos es {seller.name}, con NIF&nbsp;{seller.taxId}{" "}
          y domicilio en {seller.address}, titular de la tienda {shop.brand}. Puedes escribirnos a{" "}
          <EmailLink />.
        </p>
        <p>
          Esta política explica qué datos personales tratamos cuando visitas la web o te pones en
          contacto con nosotros, para qué los usamos y qué derechos tienes. Se ajusta al Reglamento
          (UE) 2016/679, general de protección de datos (RGPD), y a la Ley Orgánica 3/2018, de
          Protección de Datos Personales y garantía de los derechos digitales.
        </p>
      </>
    ),
  },
  {
    id: "datos",
    title: "Datos que recogemos",
    text: (
      <>
        <p>Tratamos los mínimos. Cuáles son depende de lo que hagas:</p>
        <ul>
          <li>
            <strong>Al visitar la web.</strong> Para enviarte cada página, el servidor necesita tu
            dirección IP y los datos técnicos de la petición, como la página solicitada y el tipo de
            navegador. Los utiliza mientras responde; nuestro servidor no lleva registro de accesos.
            Para frenar abusos recordamos durante un día la dirección IP desde la que se hace un
            pedido, y durante una hora la de quien desiste de él.
          </li>
          <li>
            <strong>Al hacer un pedido.</strong> Guardamos lo que escribes en el formulario (
            {fieldList}
            ), la cantidad y los importes, el estado del pedido con sus fechas y la versión de los
            términos que lo rige. La dirección IP no se guarda con el pedido.{" "}
            {seller.takesCards
              ? "Los datos de tu tarjeta los escribes en la página de Stripe y no pasan por nosotros: Stripe nos dice si has pagado y cuánto."
              : "No te pedimos datos de ninguna tarjeta. De tu transferencia vemos lo que el banco nos muestra: quién la hace, cuánto y con qué referencia."}
          </li>
          <li>
            <strong>Al desistir de un contrato.</strong> Guardamos el nombre, el correo, el pedido
            que nos indicas, cuántos frascos y cuándo lo hiciste.
          </li>
          <li>
            <strong>Al escribirnos o llamarnos.</strong> Tratamos tu dirección de correo o tu número
            de teléfono, tu nombre si nos lo dices y lo que nos cuentes. Te pedimos que no incluyas
            datos de salud ni otros especialmente protegidos: no los necesitamos.
          </li>
        </ul>
        <p>
          Esta web no instala cookies ni emplea herramientas de analítica, de publicidad o de
          seguimiento. Por eso no te mostramos ningún aviso para aceptarlas.
        </p>
        <p>
          Mientras se envía un pedido, tu navegador conserva una clave generada al azar para que no
          se haga dos veces. No te identifica, es imprescindible para comprar y se borra al
          confirmarse el pedido. Además, en el historial de esa pestaña guarda la cantidad elegida
          y, cuando el pedido está hecho, la confirmación que ves, con tu nombre, tu correo y tu
          dirección, para mostrártela si vuelves a cargar la página. Al cerrar la pestaña dejan de
          verse, pero reaparecen si tu navegador la recupera.
        </p>
      </>
    ),
  },
  {
    id: "uso",
    title: "Uso de los datos",
    text: (
      <>
        <ul>
          <li>
            Con los datos técnicos te mostramos la página que pides y mantenemos el servicio
            disponible y seguro.
          </li>
          <li>
            Con los datos de tu pedido lo cobramos, lo preparamos y te lo enviamos, te escribimos
            sobre él, te devolvemos el dinero si corresponde y cumplimos nuestras obligaciones
            fiscales y contables.
          </li>
          <li>
            Con tus mensajes y llamadas te respondemos
            {facts.emailReplyHours > 0 &&
              ` (por correo, en menos de ${facts.emailReplyHours}\u00a0h)`}{" "}
            y damos curso a lo que nos plantees: una consulta, una devolución, la garantía o el
            ejercicio de tus derechos.
          </li>
        </ul>
        <p>
          No enviamos publicidad, no elaboramos perfiles y no tomamos decisiones automatizadas sobre
          nadie.
        </p>
        <h3>Cuánto tiempo los conservamos</h3>
        <p>
          Borramos los datos de los pedidos que no llegan a pagarse, y sus avisos de desistimiento,
          a los {saleTerms.unpaidKeptDays}&nbsp;días de que caduquen o se anulen. Los de los pedidos
          pagados y los demás avisos de desistimiento los conservamos {saleTerms.keptYears}
          &nbsp;años, el plazo durante el que la ley mercantil nos obliga a guardar los
          justificantes (art.&nbsp;30 del Código de Comercio), y después los borramos. Lo borrado
          puede permanecer hasta un año más en las copias de seguridad, que solo usamos para
          recuperar la tienda tras un fallo.
        </p>
        <p>
          Los datos técnicos, lo que tarda el servidor en responder; la dirección IP desde la que se
          hace un pedido, un día, y la de quien desiste de él, una hora. Los mensajes, mientras
          atendemos tu asunto; después los conservamos solo durante los plazos en que la ley permite
          exigir alguna responsabilidad, y a continuación los borramos.
        </p>
      </>
    ),
  },
  {
    id: "base-legal",
    title: "Base legal",
    text: (
      <>
        <ul>
          <li>
            <strong>Datos técnicos:</strong> nuestro interés legítimo en que la web llegue a quien
            la pide y funcione con seguridad (art.&nbsp;6.1, letra&nbsp;f, del RGPD).
          </li>
          <li>
            <strong>Pedidos:</strong> la ejecución del contrato (art.&nbsp;6.1, letra&nbsp;b) y, en
            lo que conservamos después, el cumplimiento de obligaciones legales (letra&nbsp;c).
          </li>
          <li>
            <strong>Mensajes sobre una compra:</strong> la ejecución del contrato o las gestiones
            previas que solicitas (art.&nbsp;6.1, letra&nbsp;b).
          </li>
          <li>
            <strong>Otras consultas:</strong> nuestro interés legítimo en responder a quien se
            dirige a nosotros (art.&nbsp;6.1, letra&nbsp;f).
          </li>
          <li>
            <strong>Reclamaciones y ejercicio de derechos:</strong> el cumplimiento de obligaciones
            legales (art.&nbsp;6.1, letra&nbsp;c).
          </li>
        </ul>
        <p>
          No tienes obligación de darnos tus datos; ahora bien, sin los que pide el formulario no
          podemos enviarte un pedido, y sin una dirección o un teléfono no podremos contestarte.
        </p>
      </>
    ),
  },
  {
    id: "comunicacion",
    title: "Comunicación de datos",
    text: (
      <>
        <p>No vendemos ni alquilamos tus datos. Solo los reciben:</p>
        <ul>
          <li>
            los proveedores que alojan la web y prestan el correo y la telefonía, que actúan por
            cuenta nuestra y según nuestras instrucciones, como encargados del tratamiento;
          </li>
          <li>
            la empresa de transporte, que necesita el nombre, la dirección, el correo y el teléfono
            para entregar el paquete;
          </li>
          {seller.takesCards && (
            <li>
              Stripe Payments Europe, Ltd. (Irlanda), que cobra en su propia página los pagos con
              tarjeta y Bizum y responde de los datos que allí se escriben;
            </li>
          )}
          <li>el banco en el que recibimos los pagos y desde el que hacemos las devoluciones;</li>
          <li>
            quien nos lleva la contabilidad, por cuenta nuestra, y la Administración tributaria;
          </li>
          <li>las autoridades, los jueces y los tribunales, cuando una ley nos obligue.</li>
        </ul>
        <p>
          {transfers} Tampoco los recibe nadie por el hecho de que visites una página: las
          tipografías, las imágenes y el código se sirven desde aquí, sin mapas, anuncios ni botones
          de terceros.
        </p>
      </>
    ),
  },
  rights,
  {
    id: "seguridad",
    title: "Seguridad",
    text: (
      <>
        <p>
          La mejor protección es no tener los datos: de tu pedido guardamos los imprescindibles. La
          página del pedido solo se abre con el enlace que te enviamos; no lo compartas. Además, la
          web se sirve por conexión cifrada, solo ejecuta código propio y no permite que otras
          páginas la incrusten.
        </p>
        <p>
          A los mensajes solo acceden las personas que los atienden. Nunca te pediremos contraseñas
          ni datos de tarjetas por correo: no los envíes. Si una brecha de seguridad pone en riesgo
          tus derechos, la notificaremos a la autoridad y, si el riesgo es alto, también a ti.
        </p>
      </>
    ),
  },
  contact(`${seller.name}, ${seller.address}`),
];
