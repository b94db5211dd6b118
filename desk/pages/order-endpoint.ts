import { href } from "react-router";
import * as v from "valibot";
import { withinLimits } from "../orders/network-limits.ts";
import { place } from "../orders/place.ts";
import { readFacts } from "../orders/stored-facts.ts";
import { deliverableOrder } from "../shop/deliverable-order.ts";
import { pausedText } from "../shop/order-texts.ts";
import type { Order } from "../storage/tables.ts";
import type { Route } from "./+types/order-endpoint";
import { readJson } from "./body.ts";
import { callerContext, withDesk } from "./context.ts";
import { refusal } from "./refusal.tsx";

const placeRequest = v.object({
  key: v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)),
  total: v.pipe(v.number(), v.integer()),
  order: deliverableOrder,
  acknowledgedOrder: v.optional(v.string()),
});

/** The page validates by the same rules, so it was opened before they changed. */
const outdatedPage =
  "La tienda se ha actualizado mientras comprabas. Vuelve a cargar la página y revisa tus datos: no hemos guardado nada.";
const otherBody =
  "Ya habíamos recibido tu pedido, pero con otros datos. Míralo antes de hacer otro.";
const repeated = ({ id, quantity }: { id: string; quantity: number }) =>
  `Hace unos minutos hiciste el pedido ${id} (${quantity === 1 ? "1\u00a0unidad" : `${quantity}\u00a0unidades`}), a tu nombre y a esta dirección. Si quieres otro más, vuelve a pulsar.`;
const paused = (until: string) => `${pausedText(until)} No hemos guardado nada.`;

const soldOut = (left: number) =>
  left === 0
    ? "El perfume se acaba de agotar. No hemos guardado nada."
    : `Solo ${left === 1 ? "queda un frasco" : `quedan ${left}\u00a0frascos`}. Cambia la cantidad y vuelve a pulsar.`;

const tooManyHere = (email: string) =>
  `Han llegado muchos pedidos desde tu conexión. Inténtalo dentro de una hora o escríbenos a ${email}.`;
const tooManyHeld = (email: string) =>
  `Desde tu conexión ya se han pedido muchos frascos que están sin pagar. Pide menos, inténtalo mañana o escríbenos a ${email}.`;
const tooManyUnpaid = (email: string) =>
  `Ya tienes varios pedidos sin pagar. Paga alguno o escríbenos a ${email}.`;

/** Places an order that the checkout's script sends (checkout/send-order.ts). */
export const action = withDesk(async (desk, { request, context }: Route.ActionArgs) => {
  const { success, output } = v.safeParse(placeRequest, await readJson(request));
  if (!success) return refusal(400, outdatedPage);
  const emailOfShop = async () => (await readFacts(desk.db)).email;
  const { key, order } = output;
  const { address } = context.get(callerContext);
  const asked = { form: "order", key, bottles: order.quantity } as const;
  const answer = await withinLimits(desk, address, asked, () => place(desk, output));
  if ("refused" in answer) {
    if (answer.refused === "bottles") return refusal(429, tooManyHeld(await emailOfShop()));
    const headers = { "Retry-After": String(Math.ceil(answer.wait / 1000)) };
    return refusal(429, tooManyHere(await emailOfShop()), headers);
  }
  const placed = answer.result;
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
      return refusal(429, tooManyUnpaid(await emailOfShop()));
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
