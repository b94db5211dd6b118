import type { Handle } from "../../app/document/handle.ts";
import { handleWebhook } from "../cards/webhook.ts";
import type { Route } from "./+types/stripe-webhook";
import { readText } from "./body.ts";
import { withDesk } from "./context.ts";
import { knownMethod } from "./guards.ts";
import { refusal } from "./refusal.tsx";

export const handle = { personal: true } satisfies Handle;
/** No origin check: the signature identifies the sender. */
export const middleware = [knownMethod];

/** The longest webhook, in bytes. */
const longest = 256 * 1024;

/** Stripe repeats the webhook after any response but 200. */
export const action = withDesk(async (desk, { request }: Route.ActionArgs) => {
  const message = await readText(request, longest);
  const signature = request.headers.get("Stripe-Signature") ?? "";
  switch (await handleWebhook(desk, message, signature)) {
    case "taken":
      return Response.json({});
    case "forged":
      return refusal(400, "Este aviso no lleva la firma de Stripe, o llega tarde.");
    case "failed":
      return refusal(503);
    case "no cards":
      return refusal(404);
  }
});
