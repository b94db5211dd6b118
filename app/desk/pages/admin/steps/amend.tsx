import * as v from "valibot";
import { amend } from "#desk/orders/orders.ts";
import { countries } from "../../../../shop/countries.ts";
import type { ShippingDetails } from "../../../../shop/order.ts";
import { ownersRecipient } from "../../../shop/deliverable-order.ts";
import { isInPerson, type Recipient } from "../../../shop/order-status.ts";
import { CompactField, CompactSelect } from "../compact-field.tsx";
import { fieldNames } from "../field-names.ts";
import { type FieldOf, type Fields, invalid, orderStep } from "./step.ts";

export const amendDetails = orderStep({
  path: "datos",
  label: "Corregir los datos",
  isPossible: ({ order }) => order.erasedAt === null && !isInPerson(order),
  Fields: RecipientFields,
  parse: parseRecipient,
  run: (desk, trx, { order }, details) => amend(desk, trx, order, details),
});

/** The recipient's fields, of an order or of one that is entered. */
export function RecipientFields({ order, field }: { order?: Recipient; field: FieldOf }) {
  const of = (name: keyof ShippingDetails) => ({
    ...field(name, order?.[name] ?? ""),
    label: fieldNames[name],
  });
  const country = of("country");
  const isKnown = countries.some(([code]) => code === country.defaultValue);
  return (
    <>
      <CompactField {...of("firstName")} />
      <CompactField {...of("lastName")} />
      <CompactField {...of("email")} type="email" />
      <CompactField {...of("phone")} type="tel" />
      <CompactField {...of("address")} />
      <CompactField {...of("postalCode")} inputMode="numeric" />
      <CompactField {...of("city")} />
      <CompactSelect {...country}>
        {country.defaultValue && !isKnown && (
          <option value={country.defaultValue}>{country.defaultValue}</option>
        )}
        {countries.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </CompactSelect>
    </>
  );
}

export function parseRecipient(fields: Fields) {
  const { success, output, issues } = v.safeParse(ownersRecipient, fields);
  if (success) return { input: output };
  const { nested = {} } = v.flatten<typeof ownersRecipient>(issues);
  return invalid(
    Object.fromEntries(
      Object.entries(nested).map(([name, messages]) => [name, messages?.[0] ?? ""]),
    ),
  );
}
