import { formatPrice } from "../../../shop/money.ts";
import type { OrderState } from "../../../shop/order-rules.ts";

interface Money {
  state: OrderState;
  received: number;
  total: number;
}

/** Money that does not fit what was ordered is never passed over in silence. */
export function amountMismatch({ received, total, state }: Money): string | undefined {
  if (received === 0 || received === total) return undefined;
  const paid = state === "pending" || state === "expired" ? "faltan" : "sobran";
  return `Recibidos ${formatPrice(received)} de ${formatPrice(total)}: ${paid} ${formatPrice(Math.abs(total - received))}.`;
}
