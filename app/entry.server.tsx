import { prerender } from "react-dom/static";
import { type EntryContext, ServerRouter } from "react-router";

/** Renders one page, whole, when the shop is built; an interactive one brings its script along. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const { module, imports } = context.manifest.entry;
  const routes = context.staticHandlerContext.matches.map(({ route }) => route);
  const interactive = routes.some(({ handle }) => handle?.interactive);
  const { prelude } = await prerender(<ServerRouter context={context} url={request.url} />, {
    bootstrapModules: interactive && import.meta.env.PROD ? [module, ...imports] : [],
  });
  let html = letPicturesGoFirst(await new Response(prelude).text());
  // React parts neighbouring texts by comments, to find them again: only where it takes over.
  if (!interactive && import.meta.env.PROD) html = html.replaceAll("<!-- -->", "");
  headers.set("Content-Type", "text/html");
  // Hosts send the page for unknown paths with this status; in development it has to have it itself.
  const unknown = import.meta.env.DEV && routes.some(({ path }) => path === "*");
  return new Response(html, { status: unknown ? 404 : status, headers });
}

/**
 * Browsers fetch preloaded scripts as eagerly as the picture that the first view waits for. Without
 * the preloads they come after it, and a form can be filled in before React is there.
 */
function letPicturesGoFirst(html: string) {
  return html.replace(/<link rel="modulepreload"[^>]*>/g, "");
}
