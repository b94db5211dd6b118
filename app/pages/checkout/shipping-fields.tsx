import type { KeyboardEvent } from "react";
import { CountryHint } from "#orders/checkout.tsx";
import { destinations } from "#orders/destinations.ts";
import { type ShippingDetails, shippingDefaults } from "../../shop/order.ts";
import { SelectField, TextField } from "../../ui/field.tsx";

/** What is wrong with a field, the first of it first. */
export type Messages = { readonly [name in keyof ShippingDetails]?: readonly string[] | undefined };

interface Props {
  defaults: ShippingDetails;
  messages: Messages;
}

/** The fields of spec §3 under their own names, in the order in which one writes an address. */
export function ShippingFields({ defaults, messages }: Props) {
  const field = (name: keyof ShippingDetails) => ({
    name,
    defaultValue: defaults[name],
    message: messages[name]?.[0],
  });

  return (
    <div className="grid gap-x-8 lg:grid-cols-2">
      <TextField
        label="Nombre"
        {...field("firstName")}
        autoComplete="shipping given-name"
        spellCheck={false}
        enterKeyHint="send"
      />
      <TextField
        label="Apellidos"
        {...field("lastName")}
        autoComplete="shipping family-name"
        spellCheck={false}
        enterKeyHint="send"
      />
      <TextField
        label="Email"
        {...field("email")}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="send"
      />
      <TextField
        label="Teléfono"
        {...field("phone")}
        type="tel"
        autoComplete="tel"
        hint={"+34 y nueve cifras seguidas: +34\u00a0612345678."}
        onKeyUp={keepPrefix}
        enterKeyHint="send"
      />
      <div className="lg:col-span-2">
        <TextField
          label="Dirección"
          {...field("address")}
          hint="Calle, número y piso."
          autoComplete="shipping address-line1"
          enterKeyHint="send"
        />
      </div>
      <TextField
        label="Ciudad"
        {...field("city")}
        autoComplete="shipping address-level2"
        enterKeyHint="send"
      />
      <TextField
        label="Código postal"
        {...field("postalCode")}
        hint="Cinco cifras."
        autoComplete="shipping postal-code"
        inputMode="numeric"
        enterKeyHint="send"
      />
      <div className="lg:col-span-2">
        <SelectField
          label="País"
          {...field("country")}
          autoComplete="shipping country"
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

/** Browsers select what stands in a field that is tabbed into: the prefix would be typed over. */
function keepPrefix({ key, currentTarget: field }: KeyboardEvent<HTMLInputElement>) {
  if (key !== "Tab" || field.value !== shippingDefaults.phone) return;
  field.setSelectionRange(field.value.length, field.value.length);
  // WebKit then leaves a field that was below the screen where it was.
  field.parentElement?.scrollIntoView({ block: "nearest" });
}
