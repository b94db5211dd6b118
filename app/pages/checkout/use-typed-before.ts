import { useLayoutEffect, useState } from "react";
import { type ShippingDetails, shippingDefaults } from "../../shop/order.ts";

/**
 * The values of this form when React first renders it. If a translator or a password manager has changed the
 * page before that, React renders the form from scratch, and would lose the typed values and the focus.
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
