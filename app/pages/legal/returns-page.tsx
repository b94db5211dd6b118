import { href } from "react-router";
import { lead, sections } from "#orders/returns.tsx";
import { LegalActions, LegalPage } from "../../document/legal-page.tsx";
import { pageMeta } from "../../document/meta.ts";
import { shop } from "../../shop/shop.ts";
import { buttonStyle } from "../../ui/button.tsx";

export const meta = () =>
  pageMeta({
    path: href("/politica-de-devolucion"),
    title: `Política de devolución · ${shop.brand}`,
    description: `Cómo devolver el perfume en ${shop.returns.days}\u00a0días, qué se admite, quién paga el envío y cuándo llega el reembolso.`,
  });

export default function Returns() {
  return <ReturnsText />;
}

/** @public */
export function ReturnsText() {
  return (
    <LegalPage title="Política de devolución" lead={lead}>
      {sections()}
      <LegalActions>
        <a href={href("/contacto")} className={buttonStyle()}>
          Ir a la página de contacto
        </a>
        <a href={href("/")} className={buttonStyle("", "quiet")}>
          Volver al Inicio
        </a>
      </LegalActions>
    </LegalPage>
  );
}
