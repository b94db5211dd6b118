import { EmailLink } from "../document/email-link.tsx";
import type { NumberedSection } from "../document/legal-page.tsx";
import { shop } from "../shop/shop.ts";
import { contact, rights } from "./every-order/privacy-sections.tsx";
import { facts } from "./facts/page-facts.ts";

export const updated = shop.legalTextsUpdated;

export const description = `Qué datos trata ${shop.brand} y cuáles no: el pedido es simulado, lo que se escribe no sale del navegador y la web no usa cookies.`;

export const lead =
  "En pocas palabras: el pedido es simulado, lo que escribes en el formulario no sale de tu navegador y esta web no usa cookies.";

/** The information that art. 13 GDPR requires, in the eight sections of spec §2. */
export const sections = (): NumberedSection[] => [
  {
    id: "informacion-general",
    title: "Información general",
    text: (
      <>
        <p>
          El responsable del tratamiento de tus datos es {shop.brand}, {shop.city} (
          {shop.country.name}). Puedes escribirnos a <EmailLink />.
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
          </li>

          <li>
            <strong>Al rellenar el formulario de pedido.</strong> Los pedidos son simulados. El
            nombre, el correo, el teléfono y la dirección que escribas se quedan en tu navegador: no
            se envían y no llegamos a verlos. Para que no los pierdas si vuelves a cargar la página
            o regresas a ella, tu navegador guarda en el historial de esa pestaña la cantidad
            elegida y, cuando confirmas un pedido, el nombre, la dirección y la cantidad que se
            muestran en la confirmación; casi todos los navegadores guardan también lo escrito. Al
            cerrar la pestaña dejan de verse, pero reaparecen si tu navegador la recupera. Para que
            no quede nada, borra el historial.
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
            Con tus mensajes y llamadas te respondemos (por correo, en menos de{" "}
            {facts.emailReplyHours}&nbsp;h) y damos curso a lo que nos plantees: una consulta, una
            devolución, la garantía o el ejercicio de tus derechos.
          </li>
        </ul>
        <p>
          No enviamos publicidad, no elaboramos perfiles y no tomamos decisiones automatizadas sobre
          nadie.
        </p>
        <h3>Cuánto tiempo los conservamos</h3>

        <p>
          Los datos técnicos, lo que tarda el servidor en responder. Los mensajes, mientras
          atendemos tu asunto; después los guardamos bloqueados, solo durante los plazos en que la
          ley permite exigir alguna responsabilidad, y a continuación los borramos.
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
          No tratamos los datos del formulario de pedido y, por tanto, no necesitamos base legal ni
          te pedimos consentimiento. No tienes obligación de darnos tus datos; ahora bien, sin una
          dirección o un teléfono no podremos contestarte.
        </p>
      </>
    ),
  },
  {
    id: "comunicacion",
    title: "Comunicación de datos",
    text: (
      <>
        <p>No vendemos, alquilamos ni cedemos tus datos. Solo pueden acceder a ellos:</p>
        <ul>
          <li>
            los proveedores que alojan la web y prestan el correo y la telefonía, que actúan por
            cuenta nuestra y según nuestras instrucciones, como encargados del tratamiento;
          </li>

          <li>las autoridades, los jueces y los tribunales, cuando una ley nos obligue.</li>
        </ul>
        <p>
          No prevemos transferir datos fuera del Espacio Económico Europeo. Tampoco los recibe nadie
          por el hecho de que visites una página: las tipografías, las imágenes y el código se
          sirven desde aquí, sin mapas, anuncios ni botones de terceros.
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
          La mejor protección es no tener los datos, y los de tu pedido no los tenemos. Además, la
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
  contact(`${shop.brand}, ${shop.city} (${shop.country.name})`),
];
