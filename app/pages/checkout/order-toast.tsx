import { toast, useToaster } from "react-hot-toast/headless";

/** Its live region is in the page from the start, so that screen readers hear what comes into it. */
export function OrderToast() {
  const { toasts, handlers } = useToaster();
  const shown = toasts.find(({ visible }) => visible);

  return (
    <section
      aria-label="Avisos"
      className="toast-region"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      <div role="status">
        {shown && (
          <div className="toast">
            <p className="font-display text-item font-medium">¡Pedido Confirmado!</p>
            <p className="mt-1 text-small">
              Tu pedido se ha procesado correctamente. En breve recibirás un email de confirmación.
            </p>
          </div>
        )}
      </div>
      {shown && (
        <button
          type="button"
          className="toast-close"
          aria-label="Cerrar aviso"
          onClick={() => toast.dismiss(shown.id)}
        >
          ×
        </button>
      )}
    </section>
  );
}
