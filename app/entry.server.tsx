import { prerender } from "react-dom/static";
import { type EntryContext, ServerRouter } from "react-router";

/** Renders one page, whole, when the shop is built. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const { prelude } = await prerender(<ServerRouter context={context} url={request.url} />);
  const html = await new Response(prelude).text();
  headers.set("Content-Type", "text/html");
  return new Response(letPicturesGoFirst(html), { status, headers });
}

/**
 * Browsers fetch preloaded scripts as eagerly as the picture that the first view waits for. Without
 * the preloads they come after it, and a form can be filled in before React is there.
 */
function letPicturesGoFirst(html: string) {
  return html.replaceAll(/<link rel="modulepreload"[^>]*>/g, "");
}
