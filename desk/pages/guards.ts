import type { MiddlewareFunction } from "react-router";
import { shop } from "../../app/shop/shop.ts";
import { isUnavailable } from "../storage/database.ts";
import { largestForm, readFields } from "./body.ts";
import { answerErrors, callerContext, deskContext } from "./context.ts";
import { refusal } from "./refusal.tsx";
import { readSession } from "./session.ts";

type Guard = MiddlewareFunction<Response>;

/**
 * Refuses cross-site posts. Browsers send their origin; a client that sends none is no browser, and
 * has no session.
 */
export const sameOrigin: Guard = ({ request, context }) => {
  const { method, origin } = context.get(callerContext);
  if (method === "GET" || method === "HEAD") return;
  const site = request.headers.get("Sec-Fetch-Site");
  const ours = [shop.siteUrl, new URL(request.url).origin];
  if (site ? site !== "same-origin" : origin && !ours.includes(origin)) throw refusal(403);
};

/** Refuses other methods. The response names the allowed ones (`Allow`, server/personal-pages.ts). */
export const knownMethod: Guard = ({ context }) => {
  const { method, methods } = context.get(callerContext);
  if (!methods.includes(method)) throw refusal(405);
};

/**
 * Lets only the owner in. Her session is renewed once a day. A page that was opened by a link in an email
 * gets no cookie (SameSite=Strict): its response sends the browser to the sign-in page (server/personal-pages.ts).
 */
export const signedIn: Guard = async ({ request, context }, next) => {
  const desk = context.get(deskContext);
  const session = await answerErrors(desk, () => readSession(desk, request));
  if (!session.isOpen) throw request.method === "POST" ? await sessionEnded(request) : refusal(401);
  const response = await next();
  try {
    if (session.isOld) response.headers.append("Set-Cookie", await session.renew());
  } catch (error) {
    // The step is taken, and must not look as if it had failed. The next request renews the session.
    if (!isUnavailable(error)) throw error;
  }
  return response;
};

/**
 * A refusal that carries what was posted, so that the page can post it again after the owner has signed in
 * (admin/error.tsx). Nothing is stored: anybody without a session may post anything.
 */
async function sessionEnded(request: Request): Promise<Response> {
  const posted = await readFields(request, largestForm).catch(() => undefined);
  const message = `No se ha hecho nada, porque tu sesión ha terminado. ${posted ? carried : tooLong}`;
  return Response.json({ message, posted }, { status: 401 });
}

const carried =
  "Lo que has escrito sigue en esta página: no la cierres, entra en otra pestaña y vuelve a esta.";
const tooLong =
  "Lo que has escrito es demasiado largo para esta página: vuelve atrás en el navegador, cópialo y entra.";
