import { flatten, type SafeParseResult, safeParse } from "valibot";
import { order } from "#orders/order-schema.ts";
import { type ShippingDetails, shippingDefaults } from "../../shop/order.ts";

/** The validation messages of each field, in the order of its rules. */
export type Messages = { readonly [name in keyof ShippingDetails]?: readonly string[] | undefined };

export function messagesOf(result: SafeParseResult<typeof order>): Messages {
  return result.success ? {} : (flatten<typeof order>(result.issues).nested ?? {});
}

/** The messages that an empty form would get. */
export const possibleMessages = messagesOf(safeParse(order, {}));

/** A field without such a message is optional, and its label says so. */
export const isRequired = (name: keyof ShippingDetails) => name in possibleMessages;

const fields = Object.keys(shippingDefaults) as (keyof ShippingDetails)[];

export const requiredFields = fields.every(isRequired)
  ? "Todos los campos son obligatorios."
  : "Los campos son obligatorios, salvo los que dicen «opcional».";
