import { href } from "react-router";
import { EmailLink } from "../../app/document/email-link.tsx";
import type { NumberedSection } from "../../app/document/legal-page.tsx";
import { PhoneLink } from "../../app/document/phone-link.tsx";
import { ProductName } from "../../app/document/product-name.tsx";
import {
  changes,
  intellectualProperty,
  liability,
  prices,
} from "../../app/orders/shared/terms-sections.tsx";
import { formatEuros, formatPrice } from "../../app/shop/money.ts";
import { product } from "../../app/shop/product.ts";
import { quantityLimits } from "../../app/shop/quantity.ts";
import { shop } from "../../app/shop/shop.ts";
import { Unbroken } from "../../app/ui/unbroken.tsx";
import { noticeAddress } from "../shop/notice-address.ts";
import { saleTerms, seller } from "../shop/seller.ts";
import { GUARANTEE_NOTICE } from "../shop/settings.ts";
import { destinations } from "./destinations.ts";
import { facts } from "./facts/page-facts.ts";

/** None: the text contains the price, and each buyer is sent it under the day it was first published. */
export const updated = undefined;

const lapse = `Dispone de ${saleTerms.payWithinDays}\u00a0días naturales: si en ese plazo el pago no llega, el pedido caduca, el contrato queda sin efecto y usted no nos debe nada.`;
const byTransfer = `Se paga por transferencia bancaria, sin recargo, a la cuenta y con la referencia que figuran en la página del pedido y en el correo. ${lapse} Si su transferencia llega más tarde, le preguntamos: le enviamos el perfume o le devolvemos el dinero. Si llega solo una parte, le decimos cuánto falta; si el resto no llega, se la devolvemos.`;
const byCard = `Se paga con tarjeta o Bizum, sin recargo, en la página segura de Stripe. Al hacer el pedido pasa a ella; si lo deja a medias, puede volver desde la página de su pedido. ${lapse}`;

const names = (codes: readonly string[]) =>
  new Intl.ListFormat("es").format(
    destinations.filter(([code]) => codes.includes(code)).map(([, name]) => name),
  );

/** Destinations beyond the customs border. */
const excluded = new Intl.ListFormat("es").format([
  ...(names(["ES"]) ? ["a Canarias", "a Ceuta", "a Melilla"] : []),
  ...(names(["CH"]) ? [] : ["a Suiza"]),
]);

/** The ten sections of the spec (§2). */
export const sections = (): NumberedSection[] => [
  {
    id: "aceptacion",
    title: "Aceptación",
    text: (
      <>
        <p>
          Estos términos regulan el uso de la web de {shop.brand}, {shop.city} ({shop.country.name}
          ), y las compras que usted nos haga. Al utilizar la web se compromete a hacerlo de buena
          fe; las condiciones de compra solo le vinculan si compra, y son las que estén publicadas
          ese día.
        </p>
        {/* The seller's identity (LSSI art. 10). */}
        <p>
          El vendedor es {seller.name}, con NIF&nbsp;{seller.taxId} y domicilio en {seller.address}.
          {seller.register && ` Datos registrales: ${seller.register}.`}
        </p>
        <p>
          Para comprar debe tener capacidad legal para contratar. El contrato se celebra en español.
          Puede imprimir o guardar esta página. Si algo no le queda claro, escríbanos a{" "}
          <EmailLink /> o llame al <PhoneLink />.
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
          {shop.brand} es una casa de perfumería artesanal.{" "}
          {facts.fragrances
            ? `De sus ${facts.fragrances}\u00a0fragancias, esta web vende una: `
            : "Esta web vende una fragancia: "}
          <ProductName />, <span lang="fr">{product.concentration}</span> de {product.volume}. La
          presenta, informa sobre la casa y permite comprarla sin crear ninguna cuenta.
        </p>
        <p>
          Las imágenes del frasco están generadas por ordenador. El color puede variar un poco de
          una pantalla a otra.
        </p>
        {/* The accessibility statement (Ley 11/2023). */}
        <h3 id="accesibilidad">Accesibilidad</h3>
        <p>
          La web está hecha para que cualquiera pueda leerla y comprar en ella, según las pautas
          WCAG&nbsp;2.2, nivel&nbsp;AA. Se maneja entera con el teclado y con lectores de pantalla.
          Admite letra al doble de su tamaño y una ampliación del 400&nbsp;%, no depende del color y
          respeta los ajustes de contraste y de movimiento de su dispositivo. El formulario dice con
          palabras, junto a cada campo, qué falta por corregir; no hay ningún plazo para rellenarlo.
          Lo comprobamos con pruebas automáticas.
        </p>
        <p>
          Si algo le impide usarla, escríbanos a <EmailLink /> o llame al <PhoneLink />: le ayudamos
          con su pedido por ese medio y corregimos el problema.
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
          <strong>Con esa confirmación nace el contrato.</strong> Si{" "}
          {facts.emailReplyHours > 0 && `en ${facts.emailReplyHours}\u00a0h `}no le ha llegado,
          escríbanos a <EmailLink />.
        </p>
        <p>
          Guardamos su pedido y la versión de estos términos con que se hizo; los dos van en ese
          correo. Mientras conservemos el pedido puede verlo en su propia página, cuyo enlace
          también le enviamos. Allí consta de qué día son sus términos, y esa versión sigue
          publicada en {shop.siteUrl}/terminos-de-servicio/AAAA-MM-DD.
        </p>
        <h3>Pago</h3>
        <p>{seller.takesCards ? byCard : byTransfer}</p>
      </>
    ),
  },
  {
    id: "envios",
    title: "Envíos",
    text: (
      <>
        <p>
          Enviamos a {names(destinations.map(([code]) => code))}.
          {excluded &&
            ` No enviamos ${excluded.replace(/ y (?=a \S+$)/, " ni ")}: allí el paquete tiene que pasar por la aduana.`}
        </p>
        <ul>
          <li>
            <strong>Gastos.</strong> El envío es gratuito en pedidos de más&nbsp;de&nbsp;
            {formatEuros(facts.shipping.freeFrom)}. Si el pedido no llega a{" "}
            {formatEuros(facts.shipping.freeFrom)}, cuesta {formatPrice(facts.shipping.cost)}.
          </li>
          <li>
            <strong>Plazos.</strong> Preparamos el paquete cuando nos llega el pago.{" "}
            {facts.cityDeliveryHours ? (
              <>
                En {shop.city} y alrededores entregamos en{" "}
                <Unbroken>{facts.cityDeliveryHours}&nbsp;h</Unbroken> desde entonces. Para los demás
                destinos le
              </>
            ) : (
              "Le"
            )}{" "}
            indicamos el plazo al enviarlo; en ningún caso pasará de {shop.law.deliveryDays}
            &nbsp;días naturales desde que se celebró el contrato.
          </li>
          {destinations.some(([code]) => code === "CH") && (
            <li>
              <strong>Suiza.</strong> No forma parte de la Unión Europea: su aduana puede exigir
              derechos o impuestos de importación, que se abonan en destino.
            </li>
          )}
        </ul>
        <p>
          Hasta que usted, o la persona que designe, recibe el paquete, el riesgo de pérdida o daño
          es nuestro. Si no llega a tiempo, puede fijarnos un plazo adicional y, si tampoco lo
          cumplimos, resolver el contrato y recuperar todo lo pagado.
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
          Tiene {shop.returns.days}&nbsp;días naturales desde que recibe el producto para desistir
          de la compra sin dar ningún motivo. Lo más rápido es{" "}
          <a href="/desistimiento" className="link">
            desistir del contrato aquí
          </a>
          : le enviamos por correo, en el acto, un acuse de recibo con el contenido, la fecha y la
          hora de su aviso. También basta con que nos lo comunique con claridad antes de que acabe
          el plazo, por ejemplo en <EmailLink /> o con el{" "}
          <a href={`${href("/politica-de-devolucion")}#formulario`} className="link">
            modelo de formulario
          </a>
          . Desde ese aviso dispone de {shop.law.sendBackDays}&nbsp;días naturales más para
          enviárnoslo.
        </p>
        <p>
          Le devolvemos el {shop.returns.refundPercent}&nbsp;% de lo que pagó, incluidos los gastos
          del envío ordinario, en <Unbroken>{facts.refundWorkingDays}&nbsp;días</Unbroken>{" "}
          laborables desde que tenemos el producto o su justificante de envío, lo que llegue antes.
          La ley nos da {shop.law.refundDays}&nbsp;días naturales desde su aviso; solo podemos pasar
          de ahí mientras no tengamos ni uno ni otro. Usaremos el mismo medio de pago, salvo que
          usted prefiera otro. El coste de devolverlo corre de su cuenta, excepto si llegó
          defectuoso o no era el que pidió.
        </p>
        <p>
          Le pedimos que el perfume vuelva sin usar y en su embalaje original. Si lo ha manipulado
          más de lo necesario para comprobar qué es y cómo funciona, la ley solo nos permite
          descontar la pérdida de valor (art.&nbsp;108 del texto refundido de la Ley General para la
          Defensa de los Consumidores y Usuarios, aprobado por el Real Decreto Legislativo 1/2007).
        </p>
        <p>
          <a href={href("/politica-de-devolucion")} className="link">
            Cómo devolver un perfume, paso a paso
          </a>
        </p>
      </>
    ),
  },
  liability(<GuaranteeNotice />),
  intellectualProperty,
  changes,
  {
    id: "ley-aplicable",
    title: "Ley aplicable",
    text: (
      <>
        <p>
          Se aplica la ley española. Si usted reside en otro país, conserva además la protección que
          le den las normas imperativas de su lugar de residencia.
        </p>
        <p>
          Si algo no va bien, escríbanos primero
          {facts.emailReplyHours > 0 && `: respondemos en menos de ${facts.emailReplyHours}\u00a0h`}
          . También puede pedirnos una hoja de reclamaciones, que le enviamos por correo, acudir a
          la oficina de consumo de su municipio o de su comunidad autónoma o, si vive en otro país
          europeo, a su Centro Europeo del Consumidor. Cualquier litigio puede llevarlo ante los
          juzgados y tribunales de su propio domicilio; nosotros solo podremos demandarle allí.
        </p>
        {/* Required by Ley 7/2017, art. 40. */}
        <p>
          {seller.arbitration
            ? `Estamos adheridos al arbitraje de consumo: ${seller.arbitration}.`
            : "No estamos adheridos a ninguna junta arbitral de consumo ni a otra entidad de resolución alternativa de litigios."}
        </p>
      </>
    ),
  },
];

/** The official artwork says the same in pictures, and may not be altered. */
function GuaranteeNotice() {
  return (
    <figure id="garantia-legal">
      <img
        src={noticeAddress(GUARANTEE_NOTICE)}
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
