import { formatAmount, formatPrice } from "../../shop/money.ts";
import { type Prices, priceOrder } from "../../shop/pricing.ts";

/** The totals by spec §9. */
export function OrderTotals({ quantity, prices }: { quantity: number; prices: Prices }) {
  const { subtotal, shippingCost, missingForFreeShipping, total } = priceOrder(quantity, prices);

  return (
    <>
      <dl className="mt-6 grid grid-cols-[1fr_auto] gap-y-3 border-rule border-t pt-5">
        <dt>Subtotal</dt>
        <dd className="text-right">{formatPrice(subtotal)}</dd>
        <dt>Envío</dt>
        <dd className="text-right">
          {shippingCost === 0 ? "¡Gratis!" : formatPrice(shippingCost)}
        </dd>
        <dt className="mt-2 border-rule border-t pt-5 text-lead">Total</dt>
        <dd className="mt-2 border-rule border-t pt-5 text-right text-lead">
          {formatPrice(total)}
        </dd>
      </dl>
      {missingForFreeShipping > 0 && (
        <p className="mt-4 text-accent-text text-small">
          {`Añade €${formatAmount(missingForFreeShipping)} más para envío gratuito`}
        </p>
      )}
    </>
  );
}
