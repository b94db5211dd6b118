import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { confirmed } from "./later-titles.ts";

/** How long the notice stays, in ms, while neither pointer nor focus is on it. */
const duration = 8000;

/**
 * Delay before the notice appears, in ms, so that the focus has returned to the button. Otherwise reading the
 * button's name would interrupt the announcement.
 */
const delay = 150;

interface Props {
  /** The notice is shown again for each order. */
  ordersPlaced: number;
  /** Must move the focus, because the focused close button disappears. */
  whenClosed: () => void;
}

/**
 * The notice of a placed order. Its live region is in the page from the start, so that screen readers announce
 * what is added to it. The text is one paragraph, because Firefox reports each added paragraph and Orca then reads
 * the whole region. Neither this region nor the form's has the role `status`: screen readers would announce it even
 * when it is empty.
 */
export function OrderToast({ ordersPlaced, whenClosed }: Props) {
  const [shown, setShown] = useState(0);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = hovered || focused;
  const region = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    if (ordersPlaced === 0) return;
    const timer = setTimeout(() => setShown(ordersPlaced), delay);
    return () => clearTimeout(timer);
  }, [ordersPlaced]);

  useEffect(() => {
    if (shown === 0 || paused) return;
    const timer = setTimeout(() => setShown(0), duration);
    return () => clearTimeout(timer);
  }, [shown, paused]);

  useEffect(() => {
    if (shown > 0) region.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);

  function close() {
    whenClosed();
    setShown(0);
    // No `mouseleave` fires when the notice disappears under the pointer.
    setHovered(false);
  }

  return (
    <div className="toast-place">
      <section
        ref={region}
        aria-label="Avisos"
        className={shown > 0 ? "toast" : ""}
        onMouseEnter={() => setHovered(true)}
        onMouseLeave={() => setHovered(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        <div aria-live="polite" aria-atomic className="toast-words">
          {shown > 0 && (
            <p key={shown}>
              <span className="item-title block">{confirmed}</span>{" "}
              <span className="mt-1 block text-small">
                Tu pedido se ha procesado correctamente. En breve recibirás un correo de
                confirmación.
              </span>
            </p>
          )}
        </div>
        {shown > 0 && (
          <button type="button" className="toast-close" aria-label="Cerrar aviso" onClick={close}>
            ×
          </button>
        )}
      </section>
    </div>
  );
}
