import { formatPrice } from "../../shop/money.ts";
import { product } from "../../shop/product.ts";
import { useDesk } from "./desk-state.ts";
import { OrderTotals } from "./order-totals.tsx";

/** The sum, or the desk's new total: what it is made up of is known when the page is loaded anew. */
export function DeskTotals({ quantity }: { quantity: number }) {
  const { newTotal } = useDesk();
  if (newTotal?.quantity !== quantity) {
    return <OrderTotals quantity={quantity} unitPrice={product.price} />;
  }
  return (
    <dl className="mt-6 grid grid-cols-[1fr_auto] border-rule border-t pt-5 text-lead">
      <dt>Nuevo total</dt>
      <dd className="text-right">{formatPrice(newTotal.total)}</dd>
    </dl>
  );
}
