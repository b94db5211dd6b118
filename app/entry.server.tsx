import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import { type EntryContext, isRouteErrorResponse, ServerRouter } from "react-router";

/**
 * Renders a whole page: at build time, or on request for a `personal` one. An interactive page
 * loads its script.
 */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const { module, imports } = context.manifest.entry;
  const routes = context.staticHandlerContext.matches.map(({ route }) => route);
  const interactive = routes.some(({ handle }) => handle?.interactive);
  const personal = routes.some(({ handle }) => handle?.personal);
  const page = <ServerRouter context={context} url={request.url} />;
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (personal && import.meta.env.PROD) {
    // The server answers with the site's own 404 page.
    if (status === 404) return new Response(null, { status });
    const html = keepEmails(`<!DOCTYPE html>${renderToStaticMarkup(page)}`);
    return new Response(html, { status, headers });
  }
  const { prelude } = await prerender(page, {
    bootstrapModules: interactive && import.meta.env.PROD ? [module, ...imports] : [],
  });
  let html = keepEmails(removeModulePreloads(await new Response(prelude).text()));
  // React separates adjacent texts with comments, which only hydration needs.
  if (!interactive && import.meta.env.PROD) html = html.replaceAll("<!-- -->", "");
  // Hosts send the page for unknown paths with a 404 status. Development has no host: it is set here.
  const unknown = import.meta.env.DEV && routes.some(({ path }) => path === "*");
  return new Response(html, { status: unknown ? 404 : status, headers });
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

/**
 * Removes module preloads. Browsers would fetch them as eagerly as the first view's picture.
 * Without them the script loads after the picture, and a form can be filled in before hydration.
 */
function removeModulePreloads(html: string) {
  return html.replace(/<link rel="modulepreload"[^>]*>/g, "");
}
