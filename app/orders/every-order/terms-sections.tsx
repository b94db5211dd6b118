import type { ReactNode } from "react";
import { facts } from "#orders/facts/page-facts.ts";
import type { NumberedSection } from "../../document/legal-page.tsx";
import { formatPrice } from "../../shop/money.ts";
import { pricePer100Ml } from "../../shop/pricing.ts";
import { shop } from "../../shop/shop.ts";

/** The sections of the terms that both kinds of orders share. */
export const prices: NumberedSection = {
  id: "precios",
  title: "Productos y precios",
  text: <Prices />,
};

/** A component, because the price may change while the shop runs. */
function Prices() {
  return (
    <>
      <p>
        Cada frasco cuesta {formatPrice(facts.price)} ({pricePer100Ml(facts.price)}). Los precios se
        expresan en euros e incluyen el IVA. Los gastos de envío, cuando los hay, figuran aparte, y
        el total a pagar aparece siempre antes de confirmar.
      </p>
      <p>
        Si el precio cambia, el nuevo no afecta a los pedidos ya confirmados. Si un precio
        contuviera un error manifiesto, te lo diríamos antes de seguir adelante y tú decidirías, sin
        coste, si mantienes el pedido al precio correcto o lo anulas. Y si el producto no estuviera
        disponible, te avisaríamos y te devolveríamos sin demora lo que hubieras pagado.
      </p>
    </>
  );
}

/** @param notice the official notice on the guarantee */
export const liability = (notice?: ReactNode): NumberedSection => ({
  id: "responsabilidad",
  title: "Responsabilidad",
  text: (
    <>
      <h3>Garantía legal</h3>
      <p>
        Respondemos de cualquier falta de conformidad que se manifieste en los{" "}
        {shop.law.guaranteeYears}&nbsp;años siguientes a la entrega, como establece la Ley General
        para la Defensa de los Consumidores y Usuarios. Puedes pedir la reparación o la sustitución
        gratuitas y, en los casos que la ley prevé, una rebaja del precio o la resolución del
        contrato. Escríbenos y nos ocupamos.
      </p>
      {notice}
      <h3>Daños</h3>
      <p>
        Respondemos conforme a la ley de los daños que te causemos. Nada de lo escrito aquí excluye
        ni limita esa responsabilidad frente a ti como consumidor. Sigue las indicaciones del envase
        y deja de usar el perfume si te irrita la piel.
      </p>
      <h3>La web</h3>
      <p>
        Cuidamos de que la web funcione y de que lo que dice sea exacto. Puede haber, aun así,
        interrupciones por mantenimiento o por causas ajenas a nosotros; si encuentras un error, te
        agradeceremos que nos avises.
      </p>
    </>
  ),
});

export const intellectualProperty: NumberedSection = {
  id: "propiedad-intelectual",
  title: "Propiedad intelectual",
  text: (
    <>
      <p>
        La marca {shop.brand}, los textos, las imágenes y el diseño de esta web pertenecen a{" "}
        {shop.brand} o se usan con permiso de sus titulares. Las tipografías y los programas que la
        hacen funcionar se rigen por sus propias licencias.
      </p>
      <p>
        Puedes ver, imprimir y guardar las páginas para tu uso personal, enlazarlas y citarlas como
        permite la ley. Para cualquier otro uso, pídenos antes autorización.
      </p>
    </>
  ),
};

export const changes: NumberedSection = {
  id: "cambios",
  title: "Cambios",
  text: (
    <p>
      Podemos modificar estos términos para adaptarlos a la ley o a la forma en que trabajamos.
      Publicaremos aquí la nueva versión con su fecha. Los cambios no tienen efecto retroactivo:
      cada compra se rige por los términos publicados cuando se hizo.
    </p>
  ),
};
