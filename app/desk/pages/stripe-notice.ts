import type { Route } from "./+types/stripe-notice";
import { readText } from "./body.ts";
import { deskContext } from "./context.ts";
import { knownMethod } from "./guards.ts";
import { refusal } from "./refusal.tsx";

export const handle = { personal: true };
/** No origin check: the signature identifies the sender. */
export const middleware = [knownMethod];

/** Stripe's webhook. */
const largest = 256 * 1024;

/** Stripe repeats the webhook after any response but 200. */
export async function action({ request, context }: Route.ActionArgs) {
  const message = await readText(request, largest);
  const signature = request.headers.get("Stripe-Signature") ?? "";
  switch (await context.get(deskContext).handleWebhook(message, signature)) {
    case "taken":
      return Response.json({});
    case "forged":
      return refusal(400, "Este aviso no lleva la firma de Stripe, o llega tarde.");
    case "no cards":
      return refusal(404);
  }
}
