import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import { type EntryContext, isRouteErrorResponse, ServerRouter } from "react-router";

/**
 * Renders one page, whole: when the shop is built, or a `personal` one when it is asked for. An
 * interactive one brings its script along.
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
    // The site has a page for what is not there (server/rendered.ts).
    if (status === 404) return new Response(null, { status });
    return new Response(`<!DOCTYPE html>${renderToStaticMarkup(page)}`, { status, headers });
  }
  const { prelude } = await prerender(page, {
    bootstrapModules: interactive && import.meta.env.PROD ? [module, ...imports] : [],
  });
  let html = letPicturesGoFirst(await new Response(prelude).text());
  // React separates adjacent texts with comments, which only hydration needs.
  if (!interactive && import.meta.env.PROD) html = html.replaceAll("<!-- -->", "");
  // Hosts send the page for unknown paths with this status; in development it has to have it itself.
  const unknown = import.meta.env.DEV && routes.some(({ path }) => path === "*");
  return new Response(html, { status: unknown ? 404 : status, headers });
}

/** Logs a fault of ours, and not a request for something that is not there. */
export function handleError(error: unknown) {
  if (!isRouteErrorResponse(error)) console.error(error);
}

/**
 * Browsers fetch preloaded scripts as eagerly as the picture that the first view waits for. Without
 * the preloads they come after it, and a form can be filled in before React is there.
 */
function letPicturesGoFirst(html: string) {
  return html.replace(/<link rel="modulepreload"[^>]*>/g, "");
}
