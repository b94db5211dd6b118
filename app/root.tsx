import type { ComponentType, ReactNode } from "react";
import { href, Links, Meta, Outlet, Scripts, useMatches, useRouteError } from "react-router";
import type { Route } from "./+types/root";
import styles from "./app.css?inline";
import stylesheet from "./app.css?url";
import { EmailLink } from "./document/email-link.tsx";
import { Footer } from "./document/footer.tsx";
import { Header } from "./document/header.tsx";
import { buttonStyle } from "./ui/button.tsx";
import { InlineScript } from "./ui/inline-script.tsx";

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: href("/manifest.webmanifest") },
];

/**
 * The document around every page. A page is HTML and CSS only. One that needs React in the browser
 * exports `handle = { interactive: true }` (entry.server.tsx adds its script). Development always
 * runs React, to reload. Pages that are not for shoppers export a `header` of their own in the same
 * way, and have no footer.
 */
export function Layout({ children }: { children: ReactNode }) {
  const OwnHeader = useMatches()
    .map(({ handle }) => (handle as { header?: ComponentType })?.header)
    .find((header) => header !== undefined);
  return (
    <html lang="es">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Browsers that darken pages would invert the text on photographs, but not the photographs. */}
        <meta name="color-scheme" content="only light" />
        <Meta />
        <Links />
        <Styles />
        {/* Loads the inlined fonts before the first paint (docs/decisions/0018-fonts-in-the-page.md). */}
        <InlineScript>{"document.fonts.forEach(font=>font.load())"}</InlineScript>
      </head>
      <body>
        <a href="#contenido" className="skip-link print:hidden">
          Saltar al contenido
        </a>
        {OwnHeader ? <OwnHeader /> : <Header />}
        <main id="contenido" tabIndex={-1}>
          {children}
        </main>
        {!OwnHeader && <Footer />}
        {import.meta.env.DEV && <Scripts />}
      </body>
    </html>
  );
}

/**
 * Inlines the styles, which saves a request before the first paint (docs/decisions/0010-the-first-view.md). The
 * styles of a page that is rendered on request (`personal`) can't be reduced to those it uses, so
 * it links to the style sheet.
 */
function Styles() {
  const personal = useMatches().some(({ handle }) => (handle as { personal?: true })?.personal);
  if (import.meta.env.DEV) return <link rel="stylesheet" href={stylesheet} />;
  if (personal) return <style>{viewTransition}</style>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as children, React would escape its «>».
  return <style dangerouslySetInnerHTML={{ __html: styles }} />;
}

/** Also in ui/base.css. A prefetched page may be shown before its style sheet has arrived. */
const viewTransition =
  "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";

export default function Shop() {
  return <Outlet />;
}

/** Shown for unexpected errors only. Unknown paths have their own page. */
export function ErrorBoundary() {
  console.error(useRouteError());
  return (
    <div className="screen-width py-24">
      <h1 className="page-title">Algo ha fallado</h1>
      <p className="mt-6 max-w-measure">
        Vuelve a cargar la página. Si sigue fallando, escríbenos a <EmailLink />.
      </p>
      <a href="." className={buttonStyle("mt-10")}>
        Volver a cargar
      </a>
    </div>
  );
}
