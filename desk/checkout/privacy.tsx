import { EmailLink } from "../../app/document/email-link.tsx";
import type { NumberedSection } from "../../app/document/legal-page.tsx";
import { contact, rights } from "../../app/orders/shared/privacy-sections.tsx";
import { shop } from "../../app/shop/shop.ts";
import { saleTerms, seller } from "../shop/seller.ts";
import { destinations } from "./destinations.ts";
import { facts } from "./facts/page-facts.ts";

export const updated = "23 de noviembre de 2026";

export const description = `Qué datos trata ${shop.brand} cuando usted compra, para qué, durante cuánto tiempo y quién los recibe. La web no usa cookies.`;

export const lead =
  "En pocas palabras: tratamos los datos de su pedido para atenderlo y guardamos los que manda la ley; solo los recibe quien los necesita para ello, y esta web no usa cookies.";

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

/** The information that art. 13 GDPR requires, in the eight sections of spec §2. */
export const sections = (): NumberedSection[] => [
  {
    id: "informacion-general",
    title: "Información general",
    text: (
      <>
        <p>
          El responsable del tratamiento de sus datos es {seller.name}, con NIF&nbsp;{seller.taxId}{" "}
          y domicilio en {seller.address}, titular de la tienda {shop.brand}. Puede escribirnos a{" "}
          <EmailLink />.
        </p>
        <p>
          Esta política explica qué datos personales tratamos cuando usted visita la web o se pone
          en contacto con nosotros, para qué los usamos y qué derechos tiene. Se ajusta al
          Reglamento (UE) 2016/679, general de protección de datos (RGPD), y a la Ley Orgánica
          3/2018, de Protección de Datos Personales y garantía de los derechos digitales.
        </p>
      </>
    ),
  },
  {
    id: "datos",
    title: "Datos que recogemos",
    text: (
      <>
        <p>Tratamos los mínimos. Cuáles son depende de lo que usted haga:</p>
        <ul>
          <li>
            <strong>Al visitar la web.</strong> Para enviarle cada página, el servidor necesita su
            dirección IP y los datos técnicos de la petición, como la página solicitada y el tipo de
            navegador. Los utiliza mientras responde; nuestro servidor no lleva registro de accesos.
            Para frenar abusos recordamos durante un día la dirección IP desde la que se hace un
            pedido, y durante una hora la de quien desiste de él.
          </li>
          <li>
            <strong>Al hacer un pedido.</strong> Guardamos lo que escribe en el formulario (nombre,
            apellidos, correo, teléfono y dirección), la cantidad y los importes, el estado del
            pedido con sus fechas y la versión de los términos que lo rige. La dirección IP no se
            guarda con el pedido.{" "}
            {seller.takesCards
              ? "Los datos de su tarjeta los escribe en la página de Stripe y no pasan por nosotros: Stripe nos dice si ha pagado y cuánto."
              : "No le pedimos datos de ninguna tarjeta. De su transferencia vemos lo que el banco nos muestra: quién la hace, cuánto y con qué referencia."}
          </li>
          <li>
            <strong>Al desistir de un contrato.</strong> Guardamos el nombre, el correo y el pedido
            que nos indica, y cuándo lo hizo.
          </li>
          <li>
            <strong>Al escribirnos o llamarnos.</strong> Tratamos su dirección de correo o su número
            de teléfono, su nombre si nos lo dice y lo que nos cuente. Le pedimos que no incluya
            datos de salud ni otros especialmente protegidos: no los necesitamos.
          </li>
        </ul>
        <p>
          Esta web no instala cookies ni emplea herramientas de analítica, de publicidad o de
          seguimiento. Por eso no le mostramos ningún aviso para aceptarlas.
        </p>
        <p>
          Mientras se envía un pedido, su navegador conserva una clave generada al azar para que no
          se haga dos veces. No le identifica, es imprescindible para comprar y se borra al
          confirmarse el pedido. Además, en el historial de esa pestaña guarda la cantidad elegida
          y, cuando el pedido está hecho, la confirmación que usted ve, con su nombre, su correo y
          su dirección, para mostrársela si vuelve a cargar la página. Al cerrar la pestaña dejan de
          verse, pero reaparecen si su navegador la recupera.
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
            Con los datos técnicos le mostramos la página que pide y mantenemos el servicio
            disponible y seguro.
          </li>
          <li>
            Con los datos de su pedido lo cobramos, lo preparamos y se lo enviamos, le escribimos
            sobre él, le devolvemos el dinero si corresponde y cumplimos nuestras obligaciones
            fiscales y contables.
          </li>
          <li>
            Con sus mensajes y llamadas le respondemos
            {facts.emailReplyHours > 0 &&
              ` (por correo, en menos de ${facts.emailReplyHours}\u00a0h)`}{" "}
            y damos curso a lo que nos plantee: una consulta, una devolución, la garantía o el
            ejercicio de sus derechos.
          </li>
        </ul>
        <p>
          No enviamos publicidad, no elaboramos perfiles y no tomamos decisiones automatizadas sobre
          nadie.
        </p>
        <h3>Cuánto tiempo los conservamos</h3>
        <p>
          Borramos los datos de los pedidos que no llegan a pagarse a los {saleTerms.unpaidKeptDays}
          &nbsp;días de que caduquen o se anulen. Los de los pedidos pagados y los avisos de
          desistimiento los conservamos {saleTerms.keptYears}&nbsp;años, el plazo durante el que la
          ley mercantil nos obliga a guardar los justificantes (art.&nbsp;30 del Código de
          Comercio), y después los borramos. Lo borrado puede permanecer hasta un año más en las
          copias de seguridad, que solo usamos para recuperar la tienda tras un fallo.
        </p>
        <p>
          Los datos técnicos, lo que tarda el servidor en responder; la dirección IP desde la que se
          hace un pedido, un día, y la de quien desiste de él, una hora. Los mensajes, mientras
          atendemos su asunto; después los conservamos solo durante los plazos en que la ley permite
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
            previas que usted solicita (art.&nbsp;6.1, letra&nbsp;b).
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
          Nadie está obligado a darnos sus datos; ahora bien, sin los que pide el formulario no
          podemos enviarle un pedido, y sin una dirección o un teléfono no podremos contestarle.
        </p>
      </>
    ),
  },
  {
    id: "comunicacion",
    title: "Comunicación de datos",
    text: (
      <>
        <p>No vendemos ni alquilamos sus datos. Solo los reciben:</p>
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
          {transfers} Tampoco los recibe nadie por el hecho de que usted abra una página: las
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
          La mejor protección es no tener los datos: de su pedido guardamos los imprescindibles. La
          página del pedido solo se abre con el enlace que le enviamos; no lo comparta. Además, la
          web se sirve por conexión cifrada, solo ejecuta código propio y no permite que otras
          páginas la incrusten.
        </p>
        <p>
          A los mensajes solo acceden las personas que los atienden. Nunca le pediremos contraseñas
          ni datos de tarjetas por correo: no los envíe. Si una brecha de seguridad pone en riesgo
          sus derechos, la notificaremos a la autoridad y, si el riesgo es alto, también a usted.
        </p>
      </>
    ),
  },
  contact(`${seller.name}, ${seller.address}`),
];
