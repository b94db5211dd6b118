import { href } from "react-router";
import { description, lead, sections, updated } from "#orders/privacy.tsx";
import { LegalActions, LegalPage, NumberedSections } from "../../document/legal-page.tsx";
import { pageMeta } from "../../document/meta.ts";
import { shop } from "../../shop/shop.ts";
import { Button, buttonStyle } from "../../ui/button.tsx";
import { InlineScript } from "../../ui/inline-script.tsx";

export const meta = () =>
  pageMeta({
    path: href("/politica-de-privacidad"),
    title: `Política de privacidad · ${shop.brand}`,
    description,
  });

export default function Privacy() {
  return (
    <LegalPage title="Política de privacidad" updated={updated} lead={lead}>
      <NumberedSections sections={sections()} />
      <LegalActions>
        <Button id="volver" look="quiet" className="needs-script">
          Volver
        </Button>
        <a href={href("/")} className={buttonStyle()}>
          Volver al Inicio
        </a>
      </LegalActions>
      <InlineScript>{goBack}</InlineScript>
    </LegalPage>
  );
}

/**
 * A page that was opened directly has no previous page, so Back leads home. The skip link must not add one:
 * Back would lead to the page itself.
 */
const goBack = `document.querySelector(".skip-link").onclick=event=>{event.preventDefault();location.replace("#contenido")};document.getElementById("volver").onclick=()=>(window.navigation?.canGoBack||document.referrer)&&history.length>1?history.back():location.assign("${href("/")}")`;
