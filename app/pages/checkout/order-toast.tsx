import { useEffect, useRef, useState } from "react";
import { confirmed } from "./later-titles.ts";

/** How long the notice stays, in ms, while neither pointer nor focus is on it. */
const duration = 8000;

interface Props {
  /** The notice is shown again for each order. */
  ordersPlaced: number;
  /**
   * Must move the focus, because the focused close button disappears.
   * @param from the control that may lose the focus
   */
  whenClosed: (from: Element | null) => void;
}

/**
 * The notice of a placed order, over the page. Its live region is rendered from the start, so that screen readers
 * announce what is added to it; that of a closed popover is not. The text is one paragraph, because Firefox reports
 * each added paragraph and Orca then reads the whole region. Neither this region nor the form's has the role `status`:
 * screen readers would announce it even when it is empty.
 */
export function OrderToast({ ordersPlaced, whenClosed }: Props) {
  const [ordersClosed, setOrdersClosed] = useState(0);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const closeButton = useRef<HTMLButtonElement>(null);
  const shown = ordersPlaced > ordersClosed;
  const paused = hovered || focused;

  useEffect(() => {
    if (!shown || paused) return;
    const timer = setTimeout(() => setOrdersClosed(ordersPlaced), duration);
    return () => clearTimeout(timer);
  }, [ordersPlaced, shown, paused]);

  useEffect(() => {
    if (!shown) return;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === "Escape") close(closeButton.current);
    };
    addEventListener("keydown", closeOnEscape);
    return () => removeEventListener("keydown", closeOnEscape);
  });

  function close(from: Element | null) {
    whenClosed(from);
    setOrdersClosed(ordersPlaced);
    // No `mouseleave` fires when the notice disappears under the pointer.
    setHovered(false);
  }

  return (
    <section
      aria-label="Avisos"
      className={shown ? "notices toast" : "notices"}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div aria-live="polite" aria-atomic className="toast-words">
        {shown && (
          <p key={ordersPlaced}>
            <span className="item-title block">{confirmed}</span>{" "}
            <span className="mt-1 block text-small">
              Tu pedido se ha procesado correctamente. En breve recibirás un correo de confirmación.
            </span>
          </p>
        )}
      </div>
      {shown && (
        <button
          ref={closeButton}
          type="button"
          className="toast-close"
          aria-label="Cerrar aviso"
          onClick={() => close(document.activeElement)}
        >
          ×
        </button>
      )}
    </section>
  );
}
