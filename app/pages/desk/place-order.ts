import { href } from "react-router";
import * as v from "valibot";
import { order as orderSchema } from "../../shop/order.ts";
import { hasWebAddress } from "../../shop/withdrawal.ts";
import type { Route } from "./+types/place-order";
import { readJson } from "./body.ts";
import { deskContext } from "./context.ts";
import { refusal } from "./refusal.tsx";

/** What the form's rules leave open, and nobody writes: the shop's mails would carry it to anyone. */
const order = v.pipe(
  orderSchema,
  v.check(
    ({ firstName, lastName, city, address }) =>
      Math.max(firstName.length, lastName.length, city.length) <= 60 && address.length <= 100,
    "El nombre, los apellidos y la ciudad caben en 60 caracteres, y la dirección en 100. Acorta lo que sobra.",
  ),
  v.check(
    ({ firstName, lastName }) => !hasWebAddress(firstName) && !hasWebAddress(lastName),
    "Escribe tu nombre y apellidos sin direcciones web.",
  ),
);

const attempt = v.object({
  key: v.pipe(v.string(), v.regex(/^[\da-f]{32}$/)),
  total: v.pipe(v.number(), v.integer()),
  order,
});

const otherBody =
  "Un intento anterior sí llegó, con otros datos. Míralo antes de hacer otro pedido.";
const paused = (until: string) =>
  `Ahora no tomamos pedidos: volvemos ${until}. No hemos guardado nada.`;

/** What the checkout's script sends (app/orders/real/send-order.ts). */
export async function action({ request, context }: Route.ActionArgs) {
  const { success, output, issues } = v.safeParse(attempt, await readJson(request));
  if (!success) {
    const [issue] = issues;
    return refusal(400, issue.type === "check" ? issue.message : undefined);
  }
  const placed = await context.get(deskContext).place(output);
  switch (placed.outcome) {
    case "placed":
      return Response.json(answerTo(placed.order), { status: 201 });
    case "other total":
      return Response.json({ total: placed.total }, { status: 409 });
    case "other body": {
      const { address } = answerTo(placed.order);
      return Response.json({ message: otherBody, address }, { status: 422 });
    }
    case "too many":
      return refusal(429);
    case "paused":
      return refusal(503, paused(placed.until), { "Retry-After": "3600" });
  }
}

/** With a page to pay on where cards are taken: ours, which leads on to the provider's. */
const answerTo = ({ id, token, payment }: { id: string; token: string; payment: string }) => ({
  number: id,
  address: href("/pedido/:token", { token }),
  ...(payment === "card" && { pay: href("/pedido/:token/pagar", { token }) }),
});
