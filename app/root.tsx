import type { ReactNode } from "react";
import { href, type LinksFunction, Outlet, useRouteError } from "react-router";
import text from "./app.css?inline";
import address from "./app.css?url";

import { EmailLink } from "./document/email-link.tsx";
import { HtmlDocument } from "./html-document.tsx";
import { buttonStyle } from "./ui/button.tsx";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: href("/manifest.webmanifest") },
];

export const Layout = ({ children }: { children: ReactNode }) => (
  <HtmlDocument styles={import.meta.env.DEV ? { address } : { text }}>{children}</HtmlDocument>
);

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
