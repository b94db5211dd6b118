import type { KeyboardEvent } from "react";
import { quantityLimits } from "../../shop/quantity.ts";
import { OrderSummary } from "./order-summary.tsx";
import { RemountOnError } from "./remount-on-error.tsx";
import { ShippingForm } from "./shipping-form.tsx";
import { useEntryState } from "./use-entry-state.ts";
import { usePlacing } from "./use-placing.ts";

/** The shop's one interactive part: the order summary and the shipping form. */
export function Order() {
  const [quantity, setQuantity] = useEntryState<number>("quantity", quantityLimits.min);
  const placing = usePlacing();

  return (
    <RemountOnError>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the controls in it. */}
      <div
        className="grid grid-cols-1 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:gap-x-14 lg:gap-x-24 print:block"
        onKeyUp={showFocused}
      >
        <OrderSummary quantity={quantity} onQuantityChange={setQuantity} />
        <ShippingForm quantity={quantity} {...placing} />
      </div>
    </RemountOnError>
  );
}

/**
 * On Tab, Firefox does not scroll to a control that is partly visible, and WebKit does not scroll to a field whose
 * text gets selected (shipping-fields.tsx).
 */
function showFocused({ key, target }: KeyboardEvent) {
  if (key === "Tab") (target as Element).scrollIntoView({ block: "nearest" });
}
