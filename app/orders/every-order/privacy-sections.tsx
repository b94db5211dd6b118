import { EmailLink } from "../../document/email-link.tsx";
import type { NumberedSection } from "../../document/legal-page.tsx";
import { PhoneLink } from "../../document/phone-link.tsx";

/** The sections of the privacy policy that both kinds of orders share. */
export const rights: NumberedSection = {
  id: "derechos",
  title: "Tus derechos",
  text: (
    <>
      <p>Puedes, en cualquier momento y sin coste:</p>
      <ul>
        <li>saber si tratamos tus datos y obtener una copia (acceso);</li>
        <li>corregir los que sean inexactos (rectificación);</li>
        <li>pedir que los borremos (supresión);</li>
        <li>oponerte a que los usemos por interés legítimo (oposición);</li>
        <li>pedir que, en ciertos casos, solo los guardemos (limitación);</li>
        <li>
          recibir en un formato de uso común los que nos diste para un contrato, o hacerlos llegar a
          otra entidad (portabilidad).
        </li>
      </ul>
      <p>
        Basta con un correo a <EmailLink /> que diga qué derecho ejerces. Te responderemos en el
        plazo de un mes. Solo si tenemos dudas razonables sobre tu identidad te pediremos que la
        acredites.
      </p>
      <p>
        Si consideras que no hemos atendido bien tu petición, puedes reclamar ante la Agencia
        Española de Protección de Datos,{" "}
        <a href="https://www.aepd.es" className="link">
          www.aepd.es
        </a>
        , o ante la autoridad de control del país en que residas.
      </p>
    </>
  ),
};

export const contact = (responsible: string): NumberedSection => ({
  id: "contacto",
  title: "Contacto",
  text: (
    <>
      <p>Para cualquier asunto relacionado con tus datos:</p>
      <dl>
        <div>
          <dt>Responsable</dt>
          <dd>{responsible}</dd>
        </div>
        <div>
          <dt>Correo</dt>
          <dd>
            <EmailLink />
          </dd>
        </div>
        <div>
          <dt>Teléfono</dt>
          <dd>
            <PhoneLink />
          </dd>
        </div>
      </dl>
      <p>
        Si esta política cambia, publicaremos aquí la versión nueva con su fecha. El uso que hagamos
        de los datos que ya tengamos seguirá siendo el que te anunciamos.
      </p>
    </>
  ),
});
