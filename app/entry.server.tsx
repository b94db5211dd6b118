import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import { type EntryContext, isRouteErrorResponse, ServerRouter } from "react-router";
import { handleOf } from "./document/handle.ts";

/**
 * Renders a whole page: at build time, or on request for a `personal` one. An interactive page
 * loads its script, which hydrates what React has rendered for it. Other pages are plain markup.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const { module, imports } = context.manifest.entry;
  const { DEV, PROD } = import.meta.env;
  const routes = context.staticHandlerContext.matches.map(({ route }) => route);
  const { interactive, personal } = handleOf(routes);
  // The server answers with the site's own 404 page.
  if (PROD && personal && status === 404) return new Response(null, { status });
  const page = (
    <>
      <ServerRouter context={context} url={request.url} />
      {PROD && interactive && [module, ...imports].map((src) => <Script key={src} src={src} />)}
    </>
  );
  const html =
    DEV || interactive
      ? await new Response((await prerender(page)).prelude).text()
      : `<!DOCTYPE html>${renderToStaticMarkup(page)}`;
  headers.set("Content-Type", "text/html; charset=utf-8");
  // Hosts send the page for unknown paths with a 404 status. Development has no host, so the status is set here.
  const unknown = DEV && routes.some(({ path }) => path === "*");
  return new Response(keepEmails(html), { status: unknown ? 404 : status, headers });
}

/**
 * Has low priority and is at the end of the page, so that the first view's picture loads first. React would
 * preload `bootstrapModules`, and move `async` scripts into the head.
 */
function Script({ src }: { src: string }) {
  return <script type="module" src={src} fetchPriority="low" />;
}

/** Logs unexpected errors, but not 404s. */
export function handleError(error: unknown) {
  if (!isRouteErrorResponse(error)) console.error(error);
}

/**
 * Cloudflare replaces every email address by a placeholder, except between these comments. Our security
 * policy blocks the script that would restore it.
 * https://developers.cloudflare.com/waf/tools/scrape-shield/email-address-obfuscation/
 */
function keepEmails(html: string) {
  return html
    .replace("<body>", "<body><!--email_off-->")
    .replace("</body>", "<!--/email_off--></body>");
}
