import { EmailLink } from "../document/email-link.tsx";
import type { NumberedSection } from "../document/legal-page.tsx";
import { shop } from "../shop/shop.ts";
import { facts } from "./facts/page-facts.ts";
import { contact, rights } from "./shared/privacy-sections.tsx";

export const updated = shop.legalTextsUpdated;

export const description = `Qué datos trata ${shop.brand} y cuáles no: el pedido es simulado, lo que se escribe no sale del navegador y la web no usa cookies.`;

export const lead =
  "En pocas palabras: el pedido es simulado, lo que usted escribe en el formulario no sale de su navegador y esta web no usa cookies.";

/** The information that art. 13 GDPR requires, in the eight sections of spec §2. */
export const sections = (): NumberedSection[] => [
  {
    id: "informacion-general",
    title: "Información general",
    text: (
      <>
        <p>
          El responsable del tratamiento de sus datos es {shop.brand}, {shop.city} (
          {shop.country.name}). Puede escribirnos a <EmailLink />.
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
          </li>

          <li>
            <strong>Al rellenar el formulario de pedido.</strong> Los pedidos son simulados. El
            nombre, el correo, el teléfono y la dirección que escriba se quedan en su navegador: no
            se envían y no llegamos a verlos. Para que no los pierda si vuelve a cargar la página o
            regresa a ella, su navegador guarda en el historial de esa pestaña la cantidad elegida
            y, cuando confirma un pedido, el nombre, la dirección y la cantidad que se muestran en
            la confirmación; casi todos los navegadores guardan también lo escrito. Al cerrar la
            pestaña dejan de verse, pero reaparecen si su navegador la recupera. Para que no quede
            nada, borre el historial.
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
            Con sus mensajes y llamadas le respondemos (por correo, en menos de{" "}
            {facts.emailReplyHours}&nbsp;h) y damos curso a lo que nos plantee: una consulta, una
            devolución, la garantía o el ejercicio de sus derechos.
          </li>
        </ul>
        <p>
          No enviamos publicidad, no elaboramos perfiles y no tomamos decisiones automatizadas sobre
          nadie.
        </p>
        <h3>Cuánto tiempo los conservamos</h3>

        <p>
          Los datos técnicos, lo que tarda el servidor en responder. Los mensajes, mientras
          atendemos su asunto; después los guardamos bloqueados, solo durante los plazos en que la
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
          No tratamos los datos del formulario de pedido y, por tanto, no necesitamos base legal ni
          le pedimos consentimiento. Nadie está obligado a darnos sus datos; ahora bien, sin una
          dirección o un teléfono no podremos contestarle.
        </p>
      </>
    ),
  },
  {
    id: "comunicacion",
    title: "Comunicación de datos",
    text: (
      <>
        <p>No vendemos, alquilamos ni cedemos sus datos. Solo pueden acceder a ellos:</p>
        <ul>
          <li>
            los proveedores que alojan la web y prestan el correo y la telefonía, que actúan por
            cuenta nuestra y según nuestras instrucciones, como encargados del tratamiento;
          </li>

          <li>las autoridades, los jueces y los tribunales, cuando una ley nos obligue.</li>
        </ul>
        <p>
          No prevemos transferir datos fuera del Espacio Económico Europeo. Tampoco los recibe nadie
          por el hecho de que usted abra una página: las tipografías, las imágenes y el código se
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
          La mejor protección es no tener los datos, y los de su pedido no los tenemos. Además, la
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
  contact(`${shop.brand}, ${shop.city} (${shop.country.name})`),
];
