import { href } from "react-router";
import * as v from "valibot";
import { waitToSend } from "#desk/access.ts";
import { place } from "#desk/orders/place.ts";
import type { Order } from "#desk/storage/tables.ts";
import { shop } from "../../shop/shop.ts";
import { deliverableOrder } from "../shop/deliverable-order.ts";
import type { Route } from "./+types/place-order";
import { readJson } from "./body.ts";
import { callerContext, withDesk } from "./context.ts";
import { refusal } from "./refusal.tsx";

const attempt = v.object({
  key: v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)),
  total: v.pipe(v.number(), v.integer()),
  order: deliverableOrder,
  acknowledgedOrder: v.optional(v.string()),
});

const otherBody =
  "Ya habíamos recibido tu pedido, pero con otros datos. Míralo antes de hacer otro.";
const repeated = ({ id, quantity }: { id: string; quantity: number }) =>
  `Hace unos minutos hiciste el pedido ${id} (${quantity === 1 ? "1\u00a0unidad" : `${quantity}\u00a0unidades`}), a tu nombre y a esta dirección. Si quieres otro más, vuelve a pulsar.`;
const paused = (until: string) =>
  `Ahora no aceptamos pedidos: volvemos ${until}. No hemos guardado nada.`;

const soldOut = (left: number) =>
  left === 0
    ? "El perfume se acaba de agotar. No hemos guardado nada."
    : `Solo ${left === 1 ? "queda un frasco" : `quedan ${left}\u00a0frascos`}. Cambia la cantidad y vuelve a pulsar.`;

const tooManyHere = () =>
  `Han llegado muchos pedidos desde tu conexión. Inténtalo dentro de una hora o escríbenos a ${shop.email}.`;

/** Places an order that the checkout's script sends (app/desk/orders/send-order.ts). */
export const action = withDesk(async (desk, { request, context }: Route.ActionArgs) => {
  const { success, output } = v.safeParse(attempt, await readJson(request));
  if (!success) return refusal(400);
  const wait = waitToSend(output.key, context.get(callerContext).address);
  if (wait > 0)
    return refusal(429, tooManyHere(), { "Retry-After": String(Math.ceil(wait / 1000)) });
  const placed = await place(desk, output);
  switch (placed.outcome) {
    case "placed":
      return Response.json(answerTo(placed.order), { status: 201 });
    case "other total":
      return Response.json({ total: placed.total }, { status: 409 });
    case "other body": {
      const { address } = answerTo(placed.order);
      return Response.json({ message: otherBody, address }, { status: 422 });
    }
    case "repeated": {
      const { number, address } = answerTo(placed.order);
      return Response.json({ message: repeated(placed.order), number, address }, { status: 409 });
    }
    case "sold out":
      return refusal(409, soldOut(placed.left));
    case "too many":
      return refusal(429);
    case "paused":
      return refusal(503, paused(placed.until), { "Retry-After": "3600" });
  }
});

/** For card payments, `pay` is our page that redirects to the provider's. */
const answerTo = ({ id, token, method }: Pick<Order, "id" | "token" | "method">) => ({
  number: id,
  address: href("/pedido/:token", { token }),
  ...(method === "card" && { pay: href("/pedido/:token/pagar", { token }) }),
});
