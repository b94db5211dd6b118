import type { MiddlewareFunction } from "react-router";
import { isOwner } from "#desk/access.ts";
import { shop } from "../../shop/shop.ts";
import { callerContext, deskContext } from "./context.ts";
import { refusal } from "./refusal.tsx";

type Guard = MiddlewareFunction<Response>;

/**
 * Refuses cross-site posts. Browsers send their origin; a client that sends none is no browser, and
 * has no stored password.
 */
export const sameOrigin: Guard = ({ request, context }) => {
  const { method, origin } = context.get(callerContext);
  if (method === "GET" || method === "HEAD") return;
  const site = request.headers.get("Sec-Fetch-Site");
  const ours = [shop.siteUrl, new URL(request.url).origin];
  if (site ? site !== "same-origin" : origin && !ours.includes(origin)) throw refusal(403);
};

/** Refuses other methods. The response names the allowed ones (`Allow`, desk/rendered.ts). */
export const knownMethod: Guard = ({ context }) => {
  const { method, methods } = context.get(callerContext);
  if (!methods.includes(method)) throw refusal(405);
};

/**
 * Accepts any user name. A response header makes the browser ask for the password
 * (desk/rendered.ts).
 */
export const withPassword: Guard = ({ request, context }) => {
  const [, encoded] =
    /^Basic +([\w+/=-]+)$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded ?? "", "base64").toString()) ?? [];
  if (password === undefined) throw refusal(401);
  const answer = isOwner(context.get(deskContext), password, context.get(callerContext).address);
  if (answer === "wait") throw refusal(429, tooManyTries);
  if (!answer) throw refusal(401);
};

const tooManyTries =
  "Ha habido varios intentos con una contraseña equivocada. Espera un minuto y vuelve a intentarlo.";
