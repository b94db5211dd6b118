import { href } from "react-router";
import { destinations } from "#orders/destinations.ts";
import { EmailLink } from "../../document/email-link.tsx";
import { pageMeta } from "../../document/meta.ts";
import { formatEuros, formatPrice } from "../../shop/money.ts";
import { shipping } from "../../shop/pricing.ts";
import { product } from "../../shop/product.ts";
import { quantityLimits } from "../../shop/quantity.ts";
import { shop } from "../../shop/shop.ts";
import {
  DeskDeliveryTimes,
  DeskDestinations,
  DeskGuaranteeNotice,
  DeskOrdering,
  DeskSeller,
  DeskWithdrawal,
  termsDate,
} from "./desk-terms.tsx";
import { LegalPage, type NumberedSection, NumberedSections } from "./legal-page.tsx";

export const meta = () =>
  pageMeta({
    path: href("/terminos-de-servicio"),
    title: `Términos de servicio · ${shop.brand}`,
    description: `Las condiciones de ${shop.brand}: precios con IVA, pedidos, envíos, ${shop.returns.days}&nbsp;días para desistir y ${shop.law.guaranteeYears}&nbsp;años de garantía legal.`,
  });

export default function Terms() {
  return (
    <LegalPage
      title="Términos de servicio"
      updated={process.env.ORDER_DESK === "real" ? termsDate : shop.legalTextsUpdated}
      lead="Las condiciones de la tienda, escritas para leerse. Ninguna reduce los derechos que la ley le reconoce como consumidor."
    >
      <NumberedSections sections={sections} />
    </LegalPage>
  );
}

const destinationNames = new Intl.ListFormat("es").format(destinations.map(([, name]) => name));
/** The ten sections of the spec (§2). */
const sections: NumberedSection[] = [
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
        {process.env.ORDER_DESK === "real" ? <DeskSeller /> : null}
        <p>
          Para comprar debe tener capacidad legal para contratar. El contrato se celebra en español.
          Puede imprimir o guardar esta página, y preguntarnos lo que no vea claro en <EmailLink />{" "}
          o en el{" "}
          <a href={shop.phoneLink} className="link">
            {shop.phone}
          </a>
          .
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
          {shop.brand} es una casa de perfumería artesanal. De sus {shop.fragrances}
          &nbsp;fragancias, esta web vende una: {product.name},{" "}
          <span lang="fr">{product.concentration}</span> de {product.volume}. La presenta, informa
          sobre la casa y permite{" "}
          {process.env.ORDER_DESK === "real" ? "comprarla" : "rellenar un pedido"} sin crear ninguna
          cuenta.
        </p>
        <p>
          Las imágenes del frasco están generadas por ordenador. El color puede variar un poco de
          una pantalla a otra.
        </p>
      </>
    ),
  },
  {
    id: "precios",
    title: "Productos y precios",
    text: (
      <>
        <p>
          Cada frasco cuesta {formatPrice(product.price)}. Los precios se expresan en euros e
          incluyen el IVA. Los gastos de envío, cuando los hay, figuran aparte, y el total a pagar
          aparece siempre antes de confirmar.
        </p>
        <p>
          Si el precio cambia, el nuevo no afecta a los pedidos ya confirmados. Si un precio
          contuviera un error manifiesto, se lo diríamos antes de seguir adelante y usted decidiría,
          sin coste, si mantiene el pedido al precio correcto o lo anula. Y si el producto no
          estuviera disponible, le avisaríamos y le devolveríamos sin demora lo que hubiera pagado.
        </p>
      </>
    ),
  },
  {
    id: "pedidos",
    title: "Pedidos",
    text:
      process.env.ORDER_DESK === "real" ? (
        <DeskOrdering />
      ) : (
        <>
          <p>
            <strong>Los pedidos que se hacen en esta web son simulados.</strong> El formulario
            comprueba los datos, calcula el total y muestra un aviso de confirmación, pero no se
            cobra nada, no se envía ningún producto ni ningún correo y no nace contrato alguno. Los
            datos tampoco salen de su navegador: aquí le contamos{" "}
            <a href={href("/politica-de-privacidad")} className="link">
              cómo los tratamos
            </a>
            .
          </p>
          <p>Un pedido se hace así:</p>
          <ol>
            <li>
              Elija la cantidad, de {quantityLimits.min} a {quantityLimits.max}&nbsp;unidades por
              pedido.
            </li>
            <li>Escriba los datos de envío. Puede corregirlos hasta el último momento.</li>
            <li>
              Revise el total y confirme. Si falta algún dato o no es válido, la página le señala
              cuál.
            </li>
          </ol>
          <p>
            Cuando {shop.brand} acepta una venta por otro medio, por ejemplo por correo electrónico,
            se lo confirma por escrito con el precio, los gastos y la forma de pago. Desde esa
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
        {process.env.ORDER_DESK === "real" ? (
          <DeskDestinations />
        ) : (
          <p>Enviamos a España y Europa: {destinationNames}.</p>
        )}
        <ul>
          <li>
            <strong>Gastos.</strong> El envío es gratuito en pedidos de más de&nbsp;
            {formatEuros(shipping.freeFrom)}. Si el pedido no llega a{" "}
            {formatEuros(shipping.freeFrom)}, cuesta {formatPrice(shipping.cost)}.
          </li>
          {process.env.ORDER_DESK === "real" ? (
            <DeskDeliveryTimes />
          ) : (
            <li>
              <strong>Plazos.</strong> En {shop.city} y alrededores entregamos en{" "}
              {shop.cityDeliveryHours}&nbsp;h. Para los demás destinos le indicamos el plazo al
              confirmar el pedido; en ningún caso pasará de {shop.law.deliveryDays}&nbsp;días
              naturales, el máximo legal si no se acuerda otra cosa.
            </li>
          )}
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
        {process.env.ORDER_DESK === "real" ? (
          <DeskWithdrawal />
        ) : (
          <p>
            Tiene {shop.returns.days}&nbsp;días naturales desde que recibe el producto para desistir
            de la compra sin dar ningún motivo. Basta con que nos lo comunique con claridad antes de
            que acabe el plazo, por ejemplo en <EmailLink />. Desde ese aviso dispone de{" "}
            {shop.law.sendBackDays}&nbsp;días naturales más para enviárnoslo.
          </p>
        )}
        <p>
          Le devolvemos el {shop.returns.refundPercent}&nbsp;% de lo que pagó, incluidos los gastos
          del envío ordinario, en {shop.returns.refundWorkingDays}&nbsp;días laborables, y siempre
          dentro de los {shop.law.refundDays}&nbsp;días naturales que marca la ley. Usaremos el
          mismo medio de pago, salvo que usted prefiera otro. Podemos esperar a tener el producto, o
          su justificante de envío, lo que llegue antes. El coste de devolverlo corre de su cuenta,
          excepto si llegó defectuoso o no era el que pidió.
        </p>
        <p>
          Le pedimos que el perfume vuelva sin usar y en su embalaje original. Si lo ha manipulado
          más de lo necesario para comprobar qué es y cómo funciona, la ley solo nos permite
          descontar la pérdida de valor (art.&nbsp;108 de la Ley General para la Defensa de los
          Consumidores y Usuarios, aprobada por el Real Decreto Legislativo 1/2007).
        </p>
        <p>
          <a href={href("/politica-de-devolucion")} className="link">
            Cómo devolver un perfume, paso a paso
          </a>
        </p>
      </>
    ),
  },
  {
    id: "responsabilidad",
    title: "Responsabilidad",
    text: (
      <>
        <h3>Garantía legal</h3>
        <p>
          Respondemos de cualquier falta de conformidad que se manifieste en los{" "}
          {shop.law.guaranteeYears}&nbsp;años siguientes a la entrega, como establece esa misma ley.
          Usted puede pedir la reparación o la sustitución gratuitas y, en los casos que la ley
          prevé, una rebaja del precio o la resolución del contrato. Escríbanos y nos ocupamos.
        </p>
        {process.env.ORDER_DESK === "real" ? <DeskGuaranteeNotice /> : null}
        <h3>Daños</h3>
        <p>
          Respondemos conforme a la ley de los daños que le causemos. Nada de lo escrito aquí
          excluye ni limita esa responsabilidad frente a usted como consumidor. Siga las
          indicaciones del envase y deje de usar el perfume si le irrita la piel.
        </p>
        <h3>La web</h3>
        <p>
          Cuidamos de que la web funcione y de que lo que dice sea exacto. Puede haber, aun así,
          interrupciones por mantenimiento o por causas ajenas a nosotros; si encuentra un error, le
          agradeceremos que nos avise.
        </p>
      </>
    ),
  },
  {
    id: "propiedad-intelectual",
    title: "Propiedad intelectual",
    text: (
      <>
        <p>
          La marca {shop.brand}, los textos, las imágenes y el diseño de esta web pertenecen a{" "}
          {shop.brand} o se usan con permiso de sus titulares. Las tipografías y los programas que
          la hacen funcionar se rigen por sus propias licencias.
        </p>
        <p>
          Puede ver, imprimir y guardar las páginas para su uso personal, enlazarlas y citarlas como
          permite la ley. Para cualquier otro uso, pídanos antes autorización.
        </p>
      </>
    ),
  },
  {
    id: "cambios",
    title: "Cambios",
    text: (
      <p>
        Podemos modificar estos términos para adaptarlos a la ley o a la forma en que trabajamos.
        Publicaremos aquí la nueva versión con su fecha. Los cambios no tienen efecto retroactivo:
        cada compra se rige por los términos publicados cuando se hizo.
      </p>
    ),
  },
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
          Si algo no va bien, escríbanos primero: respondemos en menos de {shop.emailReplyHours}
          &nbsp;h. También puede pedir una hoja de reclamaciones, acudir a la oficina de consumo de
          su municipio o de su comunidad autónoma o, si vive en otro país europeo, a su Centro
          Europeo del Consumidor. Cualquier litigio puede llevarlo ante los juzgados y tribunales de
          su propio domicilio; nosotros solo podremos demandarle allí.
        </p>
      </>
    ),
  },
];
