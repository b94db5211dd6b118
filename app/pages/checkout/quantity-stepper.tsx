import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTotal } from "#orders/place-order.ts";
import { formatPrice } from "../../shop/money.ts";
import { canIncrease, canReduce, quantityLimits } from "../../shop/quantity.ts";
import { doNotRestore } from "../../ui/button.tsx";
import { useHydrated } from "./use-hydrated.ts";

interface Props {
  quantity: number;
  onChange: (quantity: number) => void;
}

const buttonClasses =
  "size-[min(3rem,14vw)] text-lead/none transition-colors enabled:hover:bg-action enabled:hover:text-on-action disabled:text-edge";

export function QuantityStepper({ quantity, onChange }: Props) {
  const hydrated = useHydrated();
  const total = useTotal(quantity);
  const reduce = useRef<HTMLButtonElement>(null);
  const increase = useRef<HTMLButtonElement>(null);
  const pressed = useRef<EventTarget>(null);

  // A button that becomes disabled loses the focus, so move it to the other button first.
  function change(next: number) {
    if (next === quantityLimits.min) increase.current?.focus();
    if (next === quantityLimits.max) reduce.current?.focus();
    onChange(next);
  }

  // Otherwise a held Enter key would press the other button, and reverse the change.
  function stayWithHeldEnter(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    if (!event.repeat) pressed.current = event.target;
    else if (event.target !== pressed.current) event.preventDefault();
  }

  return (
    <fieldset className="w-fit shrink-0" onKeyDown={stayWithHeldEnter}>
      <legend className="sr-only">Unidades</legend>
      <div className="flex items-center border border-edge">
        <button
          ref={reduce}
          type="button"
          aria-label="Reducir cantidad"
          className={buttonClasses}
          disabled={!hydrated || !canReduce(quantity)}
          {...doNotRestore}
          onClick={() => change(quantity - 1)}
        >
          −
        </button>
        <span className="w-[min(2.5rem,10vw)] text-center">{quantity}</span>
        <button
          ref={increase}
          type="button"
          aria-label="Aumentar cantidad"
          className={buttonClasses}
          disabled={!hydrated || !canIncrease(quantity)}
          {...doNotRestore}
          onClick={() => change(quantity + 1)}
        >
          +
        </button>
      </div>
      {/* Remounted after hydration, so that a quantity restored after a reload is not announced. */}
      <Announcement
        key={String(hydrated)}
        text={`Cantidad: ${quantity}. Total: ${formatPrice(total)}`}
      />
    </fieldset>
  );
}

/** Announces the new quantity 500 ms after its last change, and nothing when the page loads. */
function Announcement({ text }: { text: string }) {
  const [announced, announce] = useState("");
  const first = useRef(text);

  useEffect(() => {
    if (text === first.current && !announced) return;
    const timer = setTimeout(() => announce(text), 500);
    return () => clearTimeout(timer);
  }, [text, announced]);

  return (
    <p aria-live="polite" className="sr-only">
      {announced}
    </p>
  );
}
