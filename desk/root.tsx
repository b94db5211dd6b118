import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import { FactsContext } from "../app/document/facts-context.ts";
import { HtmlDocument } from "../app/html-document.tsx";
import { facts } from "./checkout/facts/page-facts.ts";
import text from "./desk.css?inline";
import address from "./desk.css?url";
import type { loader } from "./pages/shopper.tsx";

export { default, ErrorBoundary, links } from "../app/root.tsx";

/** A page that is rendered on request shows the facts of that request, any other page those of its thread. */
export function Layout({ children }: { children: ReactNode }) {
  const newer = useRouteLoaderData<typeof loader>("pages/shopper");
  return (
    <FactsContext value={newer ?? facts}>
      <HtmlDocument styles={import.meta.env.DEV ? { address } : { text }}>{children}</HtmlDocument>
    </FactsContext>
  );
}
