import { href } from "react-router";
import { EmailLink } from "../document/email-link.tsx";
import type { NumberedSection } from "../document/legal-page.tsx";
import { PhoneLink } from "../document/phone-link.tsx";
import { ProductName } from "../document/product-name.tsx";
import { formatEuros, formatPrice } from "../shop/money.ts";
import { product } from "../shop/product.ts";
import { quantityLimits } from "../shop/quantity.ts";
import { shop } from "../shop/shop.ts";
import { Unbroken } from "../ui/unbroken.tsx";
import { destinations } from "./destinations.ts";
import { changes, intellectualProperty, liability, prices } from "./every-order/terms-sections.tsx";
import { facts } from "./facts/page-facts.ts";
import { lead } from "./returns.tsx";

export const updated = shop.legalTextsUpdated;

const destinationNames = new Intl.ListFormat("es").format(
  destinations.filter(([code]) => code !== "ES").map(([, name]) => name),
);

/** The ten sections of the spec (§2). */
export const sections = (): NumberedSection[] => [
  {
    id: "aceptacion",
    title: "Aceptación",
    text: (
      <>
        <p>
          Estos términos regulan el uso de la web de {shop.brand}, {shop.city} ({shop.country.name}
          ), y las compras que nos hagas. Al utilizar la web te comprometes a hacerlo de buena fe;
          las condiciones de compra solo te vinculan si compras, y son las que estén publicadas ese
          día.
        </p>

        <p>
          Para comprar debes tener capacidad legal para contratar. El contrato se celebra en
          español. Puedes imprimir o guardar esta página. Si algo no te queda claro, escríbenos a{" "}
          <EmailLink /> o llama al <PhoneLink />.
        </p>
      </>
    ),
  },
  {
    id: "servicio",
    title: "Descripción del servicio",
    text: (
      <>
        <p>
          {shop.brand} es una casa de perfumería artesanal. De sus {facts.fragrances}
          &nbsp;fragancias, esta web presenta una: <ProductName />,{" "}
          <span lang="fr">{product.concentration}</span> de {product.volume}. Informa sobre la casa
          y permite rellenar un formulario de pedido sin crear ninguna cuenta.
        </p>
        <p>
          Las imágenes del frasco están generadas por ordenador. El color puede variar un poco de
          una pantalla a otra.
        </p>
      </>
    ),
  },
  prices,
  {
    id: "pedidos",
    title: "Pedidos",
    text: (
      <>
        <p>
          <strong>Los pedidos que se hacen en esta web son simulados:</strong> no se cobra nada y
          los datos no salen de tu navegador, como explica la{" "}
          <a href={href("/politica-de-privacidad")} className="link">
            política de privacidad
          </a>
          .
        </p>
        <p>Un pedido se hace así:</p>
        <ol>
          <li>
            Elige la cantidad, de {quantityLimits.min} a {quantityLimits.max}&nbsp;unidades por
            pedido.
          </li>
          <li>Escribe los datos de envío. Puedes corregirlos hasta el último momento.</li>
          <li>
            Revisa el total y confirma. Si falta algún dato o no es válido, la página te señala
            cuál.
          </li>
        </ol>
        <p>
          Cuando {shop.brand} acepta una venta por otro medio, por ejemplo por correo electrónico,
          te lo confirma por escrito con el precio, los gastos y la forma de pago. Desde esa
          confirmación hay contrato, y estos términos se aplican por entero.
        </p>
      </>
    ),
  },
  {
    id: "envios",
    title: "Envíos",
    text: (
      <>
        <p>Enviamos a España y Europa: {destinationNames}.</p>
        <ul>
          <li>
            <strong>Gastos.</strong> El envío es gratuito en pedidos de más&nbsp;de&nbsp;
            {formatEuros(facts.shipping.freeFrom)}. Si el pedido no llega a{" "}
            {formatEuros(facts.shipping.freeFrom)}, cuesta {formatPrice(facts.shipping.cost)}.
          </li>

          <li>
            <strong>Plazos.</strong> En {shop.city} y alrededores entregamos en{" "}
            <Unbroken>{facts.cityDeliveryHours}&nbsp;h</Unbroken>. Para los demás destinos te
            indicamos el plazo al confirmar el pedido; en ningún caso pasará de{" "}
            {shop.law.deliveryDays}&nbsp;días naturales, el máximo legal si no se acuerda otra cosa.
          </li>
          {destinations.some(([code]) => code === "CH") && (
            <li>
              <strong>Suiza.</strong> No forma parte de la Unión Europea: su aduana puede exigir
              derechos o impuestos de importación, que se abonan en destino.
            </li>
          )}
        </ul>
        <p>
          Hasta que el paquete llega a tus manos, o a las de la persona que designes, el riesgo de
          pérdida o daño es nuestro. Si no llega a tiempo, puedes fijarnos un plazo adicional y, si
          tampoco lo cumplimos, resolver el contrato y recuperar todo lo pagado.
        </p>
      </>
    ),
  },
  {
    id: "devoluciones",
    title: "Devoluciones",
    text: (
      <>
        <p>
          {lead} Escríbenos a <EmailLink /> y en {facts.authorizationHours}&nbsp;horas te
          autorizamos la devolución.
        </p>
        <p>
          Te devolvemos el {shop.returns.refundPercent}&nbsp;% de lo que pagaste, incluidos los
          gastos del envío ordinario, en <Unbroken>{facts.refundWorkingDays}&nbsp;días</Unbroken>{" "}
          laborables desde que recibimos el perfume y por el mismo medio de pago. El coste de
          devolverlo corre de tu cuenta, excepto si llegó defectuoso o no era el que pediste.
        </p>
        <p>
          No admitimos el frasco abierto o usado, ni el que vuelve sin su embalaje original. Esto no
          afecta al perfume defectuoso ni al que no es el que pediste: los cubre la garantía legal
          de {shop.law.guaranteeYears}&nbsp;años.
        </p>
        <p>
          <a href={href("/politica-de-devolucion")} className="link">
            Cómo devolver un perfume, paso a paso
          </a>
        </p>
      </>
    ),
  },
  liability(),
  intellectualProperty,
  changes,
  {
    id: "ley-aplicable",
    title: "Ley aplicable",
    text: (
      <>
        <p>
          Se aplica la ley española. Si resides en otro país, conservas además la protección que te
          den las normas imperativas de tu lugar de residencia.
        </p>
        <p>
          Si algo no va bien, escríbenos primero: respondemos en menos de {facts.emailReplyHours}
          &nbsp;h. También puedes pedir una hoja de reclamaciones, acudir a la oficina de consumo de
          tu municipio o de tu comunidad autónoma o, si vives en otro país europeo, a tu Centro
          Europeo del Consumidor. Cualquier litigio puedes llevarlo ante los juzgados y tribunales
          de tu propio domicilio; nosotros solo podremos demandarte allí.
        </p>
      </>
    ),
  },
];
