import { useLayoutEffect, useState } from "react";
import { type ShippingDetails, shippingDefaults } from "../../shop/order.ts";

/**
 * What stands in the form of this id when React comes to it. A translator or a password manager may
 * have changed the page in between; React then renders it anew, and must lose neither what was typed
 * nor the place where the shopper is typing.
 */
export function useTypedBefore(formId: string): ShippingDetails {
  const [{ details, focused }] = useState(() => read(formId));

  useLayoutEffect(() => {
    const field = focused && document.getElementById(focused.id);
    if (!(field instanceof HTMLElement) || document.activeElement === field) return;
    field.focus({ preventScroll: true });
    if (field instanceof HTMLInputElement && focused?.caret != null) {
      field.setSelectionRange(focused.caret, focused.caret);
    }
  }, [focused]);

  return details;
}

function read(formId: string) {
  if (typeof document === "undefined") return { details: shippingDefaults };
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return { details: shippingDefaults };

  const typed: Record<string, FormDataEntryValue> = Object.fromEntries(new FormData(form));
  const focused = document.activeElement;
  return {
    details: { ...shippingDefaults, ...typed },
    focused: form.contains(focused)
      ? {
          id: focused?.id ?? "",
          caret: focused instanceof HTMLInputElement ? focused.selectionEnd : null,
        }
      : undefined,
  };
}
