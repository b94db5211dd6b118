import type { Route } from "./+types/stripe-notice";
import { readText } from "./body.ts";
import { deskContext } from "./context.ts";
import { knownMethod } from "./guards.ts";
import { refusal } from "./refusal.tsx";

export const handle = { personal: true };
/** It comes from nobody's page; its signature says whose it is. */
export const middleware = [knownMethod];

/** Stripe tells everything that it knows of a payment. */
const largest = 256 * 1024;

/** Any answer but 200 has Stripe send its message again. */
export async function action({ request, context }: Route.ActionArgs) {
  const message = await readText(request, largest);
  const signature = request.headers.get("Stripe-Signature") ?? "";
  switch (await context.get(deskContext).takeNotice(message, signature)) {
    case "taken":
      return Response.json({});
    case "forged":
      return refusal(400, "Este aviso no lleva la firma de Stripe, o llega tarde.");
    case "no cards":
      return refusal(404);
  }
}
