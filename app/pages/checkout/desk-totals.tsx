import { formatPrice } from "../../shop/money.ts";
import { product } from "../../shop/product.ts";
import { useDesk } from "./desk-state.ts";
import { OrderTotals } from "./order-totals.tsx";

/** The sum, or the desk's new total: what that is made up of is known once the page is loaded anew. */
export function DeskTotals({ quantity }: { quantity: number }) {
  const { newTotal } = useDesk();
  if (newTotal?.quantity !== quantity) {
    return <OrderTotals quantity={quantity} unitPrice={product.price} />;
  }
  return (
    <div className="mt-6 border-rule border-t pt-5">
      <dl className="grid grid-cols-[1fr_auto] text-lead">
        <dt>Nuevo total</dt>
        <dd className="text-right">{formatPrice(newTotal.total)}</dd>
      </dl>
      <p className="mt-1 text-quiet text-small">
        El precio de arriba ya no es el de hoy: cambió desde que abriste esta página.
      </p>
    </div>
  );
}
