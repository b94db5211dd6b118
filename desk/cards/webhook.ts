import type { Desk } from "../storage/desk.ts";
import { reasonOf } from "../storage/reason.ts";
import { ordersPaidBy, reconcileAll } from "./reconcile.ts";

/**
 * Handles a webhook. It is only a hint: the provider is asked what was paid. After «failed», the
 * provider has to send it again.
 */
export async function handleWebhook(
  desk: Desk,
  message: string,
  signature: string,
): Promise<"taken" | "forged" | "failed" | "no cards"> {
  if (!desk.card) return "no cards";
  try {
    const about = await desk.card.readWebhook(message, signature);
    if (!about) return "forged";
    const ids = about.order ? [about.order] : await ordersPaidBy(desk, [about.payment ?? ""]);
    return (await reconcileAll(desk, ids)) ? "taken" : "failed";
  } catch (error) {
    console.error(`Aviso de la pasarela: ${reasonOf(error)}`);
    return "failed";
  }
}
