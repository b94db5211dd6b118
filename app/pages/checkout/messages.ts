import { flatten, type SafeParseResult, safeParse } from "valibot";
import { order } from "#orders/order-schema.ts";
import type { ShippingDetails } from "../../shop/order.ts";

/** The validation messages of each field, in the order of its rules. */
export type Messages = { readonly [name in keyof ShippingDetails]?: readonly string[] | undefined };

export function messagesOf(result: SafeParseResult<typeof order>): Messages {
  return result.success ? {} : (flatten<typeof order>(result.issues).nested ?? {});
}

/** The messages that an empty form would get. */
export const possibleMessages = messagesOf(safeParse(order, {}));
