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
  const interactive = context.staticHandlerContext.matches.some(
    ({ route }) => route.handle?.interactive,
  );
  const { prelude } = await prerender(<ServerRouter context={context} url={request.url} />, {
    bootstrapModules: interactive && import.meta.env.PROD ? [module, ...imports] : [],
  });
  let html = letPicturesGoFirst(await new Response(prelude).text());
  // React parts neighbouring texts by comments, to find them again: only where it takes over.
  if (!interactive && import.meta.env.PROD) html = html.replaceAll("<!-- -->", "");
  headers.set("Content-Type", "text/html");
  return new Response(html, { status, headers });
}

/**
 * Browsers fetch preloaded scripts as eagerly as the picture that the first view waits for. Without
 * the preloads they come after it, and a form can be filled in before React is there.
 */
function letPicturesGoFirst(html: string) {
  return html.replace(/<link rel="modulepreload"[^>]*>/, "");
}
