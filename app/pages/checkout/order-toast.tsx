import { useEffect, useState } from "react";
import { confirmed } from "./later-titles.ts";

/** How long the notice stands, in ms, from when neither pointer nor focus holds it. */
const duration = 8000;

interface Props {
  /** Each order placed brings the notice up anew. */
  ordersPlaced: number;
  /** The notice was closed by a press, and the focus with it. */
  whenClosed: () => void;
}

/**
 * Its live region is in the page from the start, so that screen readers hear what comes into it. Here as
 * in the form it has no role: an empty `status` would be read out by its name.
 */
export function OrderToast({ ordersPlaced, whenClosed }: Props) {
  const [ordersSeen, setOrdersSeen] = useState(0);
  const [held, setHeld] = useState(false);
  const shown = ordersPlaced > ordersSeen;

  useEffect(() => {
    if (!shown || held) return;
    const timer = setTimeout(() => setOrdersSeen(ordersPlaced), duration);
    return () => clearTimeout(timer);
  }, [shown, held, ordersPlaced]);

  function close() {
    whenClosed();
    setOrdersSeen(ordersPlaced);
    // What has gone under the pointer does not say that the pointer has left it.
    setHeld(false);
  }

  return (
    <section
      aria-label="Avisos"
      className={`toast-region ${shown ? "toast" : ""}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div aria-live="polite" aria-atomic>
        {shown && (
          <div key={ordersPlaced} className="toast-words">
            <p className="item-title">{confirmed}</p>
            <p className="mt-1 text-small">
              Tu pedido se ha procesado correctamente. En breve recibirás un email de confirmación.
            </p>
          </div>
        )}
      </div>
      {shown && (
        <button type="button" className="toast-close" aria-label="Cerrar aviso" onClick={close}>
          ×
        </button>
      )}
    </section>
  );
}
