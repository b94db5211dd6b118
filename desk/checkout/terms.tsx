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
} from "../../app/orders/every-order/terms-sections.tsx";
import { formatEuros, formatPrice } from "../../app/shop/money.ts";
import { product } from "../../app/shop/product.ts";
import { quantityLimits } from "../../app/shop/quantity.ts";
import { shop } from "../../app/shop/shop.ts";
import { Unbroken } from "../../app/ui/unbroken.tsx";
import { noticeAddress } from "../shop/notice-address.ts";
import { formatDay } from "../shop/order-format.ts";
import { saleTerms, seller } from "../shop/seller.ts";
import { GUARANTEE_NOTICE } from "../shop/settings.ts";
import { destinations } from "./destinations.ts";
import { facts } from "./facts/page-facts.ts";

/** The day that orders name. The stored text is without it, because it gets its date when it is first published. */
export const updated = facts.terms && formatDay(facts.terms);

const lapse = `Dispones de ${saleTerms.payWithinDays}\u00a0días naturales: si en ese plazo el pago no llega, el pedido caduca, el contrato queda sin efecto y no nos debes nada.`;
const byTransfer = `Se paga por transferencia bancaria, sin recargo, a la cuenta y con la referencia que figuran en la página del pedido y en el correo. ${lapse} Si tu transferencia llega más tarde, te preguntamos: te enviamos el perfume o te devolvemos el dinero. Si llega solo una parte, te decimos cuánto falta; si el resto no llega, te la devolvemos.`;
const byCard = `Se paga con tarjeta o Bizum, sin recargo, en la página segura de Stripe. Al hacer el pedido pasas a ella; si lo dejas a medias, puedes volver desde la página de tu pedido. ${lapse}`;

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
          ), y las compras que nos hagas. Al utilizar la web te comprometes a hacerlo de buena fe;
          las condiciones de compra solo te vinculan si compras, y son las que estén publicadas ese
          día.
        </p>
        {/* The seller's identity (LSSI art. 10). */}
        <p>
          El vendedor es {seller.name}, con NIF&nbsp;{seller.taxId} y domicilio en {seller.address}.
          {seller.register && ` Datos registrales: ${seller.register}.`}
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
          respeta los ajustes de contraste y de movimiento de tu dispositivo. El formulario dice con
          palabras, junto a cada campo, qué falta por corregir; no hay ningún plazo para rellenarlo.
          Lo comprobamos con pruebas automáticas.
        </p>
        <p>
          Si algo te impide usarla, escríbenos a <EmailLink /> o llama al <PhoneLink />: te ayudamos
          con tu pedido por ese medio y corregimos el problema.
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
            Elige la cantidad, de {quantityLimits.min} a {quantityLimits.max}&nbsp;unidades por
            pedido.
          </li>
          <li>Escribe los datos de envío. Puedes corregirlos hasta el último momento.</li>
          <li>
            Revisa el total y pulsa «Pedido con obligación de pago». Si falta algún dato o no es
            válido, la página te señala cuál y no se hace ningún pedido.
          </li>
        </ol>
        <p>
          En cuanto lo recibimos te lo confirmamos por correo electrónico, con lo que has pedido, el
          total, los datos para pagarlo y las condiciones de la compra.{" "}
          <strong>Con esa confirmación nace el contrato.</strong> Si{" "}
          {facts.emailReplyHours > 0 && `en ${facts.emailReplyHours}\u00a0h `}no te ha llegado,
          escríbenos a <EmailLink />.
        </p>
        <p>
          Guardamos tu pedido y la versión de estos términos con que se hizo; los dos van en ese
          correo. Mientras conservemos el pedido puedes verlo en su propia página, cuyo enlace
          también te enviamos. Allí consta de qué día son sus términos, y esa versión sigue
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
                destinos te{" "}
              </>
            ) : (
              "Te"
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
          Tienes {shop.returns.days}&nbsp;días naturales desde que recibes el producto para desistir
          de la compra sin dar ningún motivo. Lo más rápido es{" "}
          <a href="/desistimiento" className="link">
            desistir del contrato aquí
          </a>
          : te enviamos por correo, en el acto, un acuse de recibo con el contenido, la fecha y la
          hora de tu aviso. También basta con que nos lo comuniques con claridad antes de que acabe
          el plazo, por ejemplo en <EmailLink /> o con el{" "}
          <a href={`${href("/politica-de-devolucion")}#formulario`} className="link">
            modelo de formulario
          </a>
          . Desde ese aviso dispones de {shop.law.sendBackDays}&nbsp;días naturales más para
          enviárnoslo.
        </p>
        <p>
          Te devolvemos el {shop.returns.refundPercent}&nbsp;% de lo que pagaste, incluidos los
          gastos del envío ordinario, en <Unbroken>{facts.refundWorkingDays}&nbsp;días</Unbroken>{" "}
          laborables desde que tenemos el producto o tu justificante de envío, lo que llegue antes.
          La ley nos da {shop.law.refundDays}&nbsp;días naturales desde tu aviso; solo podemos pasar
          de ahí mientras no tengamos ni uno ni otro. Usaremos el mismo medio de pago, salvo que
          prefieras otro. El coste de devolverlo corre de tu cuenta, excepto si llegó defectuoso o
          no era el que pediste.
        </p>
        <p>
          Te pedimos que el perfume vuelva sin usar y en su embalaje original. Si lo has manipulado
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
          Se aplica la ley española. Si resides en otro país, conservas además la protección que te
          den las normas imperativas de tu lugar de residencia.
        </p>
        <p>
          Si algo no va bien, escríbenos primero
          {facts.emailReplyHours > 0 && `: respondemos en menos de ${facts.emailReplyHours}\u00a0h`}
          . También puedes pedirnos una hoja de reclamaciones, que te enviamos por correo, acudir a
          la oficina de consumo de tu municipio o de tu comunidad autónoma o, si vives en otro país
          europeo, a tu Centro Europeo del Consumidor. Cualquier litigio puedes llevarlo ante los
          juzgados y tribunales de tu propio domicilio; nosotros solo podremos demandarte allí.
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
