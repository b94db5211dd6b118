import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { safeParse } from "valibot";
import { buttonLabel, Conditions, Introduction, Refusal } from "#orders/checkout-parts.tsx";
import { order } from "#orders/order-schema.ts";
import { type Placed, useTotal } from "#orders/place-order.ts";
import { EmailLink } from "../../document/email-link.tsx";
import type { Order } from "../../shop/order.ts";
import { Button } from "../../ui/button.tsx";
import { type Messages, messagesOf, requiredFields } from "./messages.ts";
import { OrderToast } from "./order-toast.tsx";
import { ScrollAnchor } from "./scroll-anchor.tsx";
import { ShippingFields } from "./shipping-fields.tsx";
import { ThankYou } from "./thank-you.tsx";
import { useHydrated } from "./use-hydrated.ts";
import { useTypedBefore } from "./use-typed-before.ts";

const formId = "shipping-form";

interface Props {
  quantity: number;
  submitting: boolean;
  /** How many orders this page has placed since it was loaded. */
  ordersPlaced: number;
  /** May have been placed before a reload. */
  lastPlaced: Placed | undefined;
  place: (order: Order) => void;
}

/** The shipping form. It is validated on submit, and a message disappears as soon as its value is valid. */
export function ShippingForm({ quantity, submitting, ordersPlaced, lastPlaced, place }: Props) {
  const total = useTotal(quantity);
  const typedBefore = useTypedBefore(formId);
  const hydrated = useHydrated();
  const [messages, setMessages] = useState<Messages>({});
  const form = useRef<HTMLFormElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const thanks = useRef<HTMLHeadingElement>(null);
  /** The press that is being processed: where the focus and the page were. */
  const press = useRef<{ from: Element | null; top: number; ordersPlaced: number }>(undefined);

  const read = () =>
    safeParse(order, { ...Object.fromEntries(new FormData(form.current ?? undefined)), quantity });

  /** Removes the messages of values that have become valid. Only a submit adds messages (spec §5). */
  function removeMessages() {
    const current = Object.entries(messagesOf(read()));
    setMessages(Object.fromEntries(current.filter(([name]) => name in messages)));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (submitting) return;
    const result = read();
    // Synchronously, so that a focused field is announced with its message.
    flushSync(() => setMessages(messagesOf(result)));
    if (!result.success) return focusFirstInvalid();
    press.current = { from: document.activeElement, top: scrollY, ordersPlaced };
    // A button that becomes disabled loses the focus.
    if (document.activeElement === button.current) status.current?.focus({ preventScroll: true });
    place(result.output);
  }

  function focusFirstInvalid() {
    const field = form.current?.querySelector<HTMLElement>("[aria-invalid]");
    field?.focus({ preventScroll: true });
    field?.parentElement?.scrollIntoView({ block: "nearest" });
  }

  useLayoutEffect(() => {
    if (submitting || !press.current) return;
    const { from, top, ordersPlaced: placedBefore } = press.current;
    press.current = undefined;
    if (ordersPlaced === placedBefore) return moveFocus(button.current);
    // In this commit, so that a second Enter orders nothing, and a phone's keyboard closes.
    moveFocus(thanks.current, from);
    const hasScrolledOn = scrollY !== top && !isOnScreen(button.current);
    if (!hasScrolledOn) scrollInTwoFrames(thanks.current);
  }, [submitting, ordersPlaced]);

  const wrong = Object.keys(messages).length;

  return (
    <section aria-labelledby="shipping">
      <h2 id="shipping" className="item-title">
        Datos de envío
      </h2>
      <Introduction required={requiredFields} />
      {/* Before hydration the form must not submit itself: outside a dialog, this method does nothing. */}
      <form
        ref={form}
        id={formId}
        method="dialog"
        noValidate
        onSubmit={submit}
        onKeyDown={ignoreHeldEnter}
        onInput={wrong > 0 ? removeMessages : undefined}
      >
        <ShippingFields defaults={typedBefore} messages={messages} />
        <p
          ref={status}
          tabIndex={-1}
          aria-live="polite"
          aria-atomic
          className="mb-4 min-h-6 text-danger text-small"
        >
          {submitting && <span className="sr-only">Estamos procesando tu pedido.</span>}
          {wrong === 1 && <span>Queda un campo por corregir.</span>}
          {wrong > 1 && <span>{`Quedan ${wrong} campos por corregir.`}</span>}
        </p>
        <Conditions quantity={quantity} total={total} />
        {lastPlaced && (
          <ThankYou
            key={ordersPlaced}
            {...lastPlaced}
            title={thanks}
            isRestored={ordersPlaced === 0}
          />
        )}
        <Refusal quantity={quantity} />
        <ScrollAnchor hydrated={hydrated}>
          <Button
            ref={button}
            type="submit"
            disabled={submitting || !hydrated}
            className="needs-script mt-6 w-full"
          >
            {submitting ? "Procesando..." : buttonLabel}
          </Button>
        </ScrollAnchor>
      </form>
      {!hydrated && (
        // Announced when it becomes visible, after 8 s.
        <div aria-live="polite">
          <p className="when-late needs-script text-small">
            <span className="block pt-4">
              La página aún se está cargando; el botón funcionará en cuanto termine. Si no termina,
              vuelve a cargarla o escríbenos a <EmailLink />.
            </span>
          </p>
        </div>
      )}
      <OrderToast
        ordersPlaced={ordersPlaced}
        whenClosed={(from) => moveFocus(thanks.current, from)}
      />
    </section>
  );
}

/** Ignores the repeats of a held Enter key. */
function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}

/** Moves the focus without scrolling, unless it is on a control other than `from`. */
function moveFocus(to: HTMLElement | null, from?: Element | null) {
  const { activeElement } = document;
  if (activeElement !== from && activeElement?.matches("a, button, input, select, summary")) return;
  to?.focus({ preventScroll: true });
}

function isOnScreen(element: HTMLElement | null) {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  return bottom > 0 && top < innerHeight;
}

/** Later than the page has scrolled to keep its button in place (scroll-anchor.tsx), or browsers see a layout shift. */
function scrollInTwoFrames(element: HTMLElement | null) {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => element?.scrollIntoView({ block: "nearest" })),
  );
}
