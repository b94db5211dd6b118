import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Site } from "../server/site.ts";

const paths = /^\/(pedidos|pedido\/[^?]*|desistimiento|mostrador(\/[^?]*)?|avisos\/stripe)(\?|$)/;

/** Answers the desk's own paths, and leaves the others to this listener. */
export type ListenerBefore = (others: RequestListener) => RequestListener;

/** The desk's addresses on a server's requests. */
export function listenerBefore(app: Hono): ListenerBefore {
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  return (others) => (request, response) => {
    if (!paths.test(request.url ?? "")) return others(request, response);
    if (request.headers.expect) response.writeContinue();
    void listener(request, response);
  };
}

/** The shop's own page for what is not there. */
export function notFoundPage({ notFound: { headers, variants } }: Site): Response {
  return new Response(new Uint8Array(variants.identity?.bytes ?? []), { status: 404, headers });
}
