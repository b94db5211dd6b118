import type { FieldMetadata } from "@conform-to/react";
import { countries, type shippingFormDefaults } from "../../shop/shipping-form.ts";
import { SelectField, TextField } from "../../ui/field.tsx";

type Field = Pick<FieldMetadata<string>, "name" | "initialValue" | "errors">;
type Fields = Record<keyof typeof shippingFormDefaults, Field>;

/** The fields of spec §3 under their own names, in the order in which one writes an address. */
export function ShippingFields({ fields }: { fields: Fields }) {
  return (
    <div className="grid gap-x-8 lg:grid-cols-2">
      <TextField
        label="Nombre"
        {...wire(fields.firstName)}
        autoComplete="shipping given-name"
        spellCheck={false}
        enterKeyHint="next"
      />
      <TextField
        label="Apellidos"
        {...wire(fields.lastName)}
        autoComplete="shipping family-name"
        spellCheck={false}
        enterKeyHint="next"
      />
      <TextField
        label="Email"
        {...wire(fields.email)}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
      />
      <TextField
        label="Teléfono"
        {...wire(fields.phone)}
        type="tel"
        autoComplete="tel"
        enterKeyHint="next"
      />
      <div className="lg:col-span-2">
        <TextField
          label="Dirección"
          {...wire(fields.address)}
          autoComplete="shipping address-line1"
          enterKeyHint="next"
        />
      </div>
      <TextField
        label="Ciudad"
        {...wire(fields.city)}
        autoComplete="shipping address-level2"
        enterKeyHint="next"
      />
      <TextField
        label="Código postal"
        {...wire(fields.postalCode)}
        autoComplete="shipping postal-code"
        inputMode="numeric"
        enterKeyHint="done"
      />
      <div className="lg:col-span-2">
        <SelectField label="País" {...wire(fields.country)} autoComplete="shipping country">
          {countries.map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}

function wire({ name, initialValue, errors }: Field) {
  return {
    name,
    defaultValue: initialValue,
    required: true,
    "aria-invalid": errors ? true : undefined,
    message: errors?.[0],
  };
}
