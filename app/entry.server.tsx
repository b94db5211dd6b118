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
  headers.set("Content-Type", "text/html");
  return new Response(prelude, { status, headers });
}
