import type { ClipboardEvent, KeyboardEvent } from "react";
import { CountryHint, postalCodeHint } from "#orders/checkout-parts.tsx";
import { destinations } from "#orders/destinations.ts";
import { normalizePhone, normalizePostalCode } from "../../shop/normalize.ts";
import { type ShippingDetails, shippingDefaults } from "../../shop/order.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { isRequired, type Messages, possibleMessages } from "./messages.ts";

interface Props {
  defaults: ShippingDetails;
  messages: Messages;
}

/**
 * The fields of spec §3 under their own names, in the order in which one writes an address. No
 * `autoComplete` has the `shipping` prefix: Chromium fills fields with and without it separately, and
 * email and telephone can't have it. The one address field takes the whole street address, flat included.
 */
export function ShippingFields({ defaults, messages }: Props) {
  const field = (name: keyof ShippingDetails) => ({
    name,
    defaultValue: defaults[name],
    "aria-required": isRequired(name),
    message: messages[name]?.[0],
  });
  const text = (name: keyof ShippingDetails) =>
    ({
      ...field(name),
      possibleMessage: possibleMessages[name]?.[0],
      enterKeyHint: "send",
    }) as const;

  return (
    <div className="grid gap-x-8 lg:grid-cols-2">
      <TextField
        label="Nombre"
        {...text("firstName")}
        autoComplete="given-name"
        spellCheck={false}
      />
      <TextField
        label="Apellidos"
        {...text("lastName")}
        autoComplete="family-name"
        spellCheck={false}
      />
      <TextField
        label="Email"
        {...text("email")}
        type="email"
        autoComplete="email"
        spellCheck={false}
      />
      <TextField
        label="Teléfono"
        {...text("phone")}
        type="tel"
        autoComplete="tel"
        hint={"+34 y nueve dígitos seguidos, como +34\u00a0612345678."}
        onKeyUp={keepPrefix}
        onPaste={normalizePaste(normalizePhone)}
      />
      <div className="lg:col-span-2">
        <TextField
          label="Dirección"
          {...text("address")}
          hint="Calle, número y piso."
          autoComplete="street-address"
        />
      </div>
      <TextField label="Ciudad" {...text("city")} autoComplete="address-level2" />
      <TextField
        label="Código postal"
        {...text("postalCode")}
        hint={postalCodeHint}
        autoComplete="postal-code"
        inputMode="numeric"
        onPaste={normalizePaste(normalizePostalCode)}
      />
      <div className="lg:col-span-2">
        <SelectField
          label="País"
          {...field("country")}
          autoComplete="country"
          hint={<CountryHint />}
        >
          {destinations.map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}

/** Moves the caret after the prefix: Tab selects the field's value, so typing would replace it. */
function keepPrefix({ key, currentTarget: field }: KeyboardEvent<HTMLInputElement>) {
  if (key !== "Tab" || field.value !== shippingDefaults.phone) return;
  field.setSelectionRange(field.value.length, field.value.length);
}

/** Pastes a complete value in the spelling of spec §5, if the field holds nothing else yet. */
function normalizePaste(normalize: (text: string) => string | undefined) {
  return (event: ClipboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const { value, selectionStart, selectionEnd } = field;
    const remaining = value.slice(0, selectionStart ?? 0) + value.slice(selectionEnd ?? 0);
    const normalized = normalize(event.clipboardData.getData("text"));
    if (!normalized || !["", shippingDefaults.phone.trim()].includes(remaining.trim())) return;
    event.preventDefault();
    field.value = normalized;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
}
