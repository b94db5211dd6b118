import { href } from "react-router";
import { sections, updated } from "#orders/terms.tsx";
import { LegalPage, NumberedSections } from "../../document/legal-page.tsx";
import { pageMeta } from "../../document/meta.ts";
import { shop } from "../../shop/shop.ts";

export const meta = () =>
  pageMeta({
    path: href("/terminos-de-servicio"),
    title: `Términos de servicio · ${shop.brand}`,
    description: `Las condiciones de ${shop.brand}: precios con IVA, pedidos, envíos, ${shop.returns.days}\u00a0días para devolver el perfume y ${shop.law.guaranteeYears}\u00a0años de garantía legal.`,
  });

export default function Terms() {
  return <TermsText />;
}

/** @public */
export function TermsText() {
  return (
    <LegalPage
      title="Términos de servicio"
      updated={updated}
      lead="Las condiciones de la tienda, en lenguaje claro. Ninguna reduce los derechos que la ley te reconoce como consumidor."
    >
      <NumberedSections sections={sections()} />
    </LegalPage>
  );
}
