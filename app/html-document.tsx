import type { ReactNode } from "react";
import { Links, Meta, Scripts, useMatches } from "react-router";
import { handleOf } from "./document/handle.ts";
import { Header } from "./document/header.tsx";
import { Footer } from "./footer.tsx";
import { InlineScript } from "./ui/inline-script.tsx";

/** A style sheet: its text or, in development, its address. */
type StyleSheet = { text: string } | { address: string };

/**
 * The document around every page. A page is HTML and CSS only, unless its `handle` says that it is
 * interactive. Development always runs React, for hot reload, except on personal pages, whose modules need
 * the server.
 */
export function HtmlDocument({ styles, children }: { styles: StyleSheet; children: ReactNode }) {
  const handle = handleOf(useMatches());
  const { header: OwnHeader, personal = false, fades = true } = handle;
  return (
    <html lang="es">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Browsers that darken pages would invert the text on photographs, but not the photographs. */}
        <meta name="color-scheme" content="only light" />
        <Meta />
        <Links />
        <Styles styles={styles} personal={personal} />
        {fades && <style>{fade}</style>}
        {/* Loads the inlined fonts before the first paint (docs/decisions/0009-fonts-in-the-page.md). */}
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
        {import.meta.env.DEV && !personal && <Scripts />}
      </body>
    </html>
  );
}

/**
 * Inlines the styles, which saves a request before the first paint (docs/decisions/0006-the-first-view.md). The
 * styles of a page that is rendered on request can't be reduced to those it uses, so it links to the style sheet.
 */
function Styles({ styles, personal }: { styles: StyleSheet; personal: boolean }) {
  if ("address" in styles) return <link rel="stylesheet" href={styles.address} />;
  if (personal) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as children, React would escape its «>».
  return <style dangerouslySetInnerHTML={{ __html: styles.text }} />;
}

/** Not in a file: a page that is fetched ahead may be shown before its style sheet has arrived. */
const fade = "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";
