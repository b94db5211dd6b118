import { flatten, type SafeParseResult, safeParse } from "valibot";
import { order } from "#orders/order.ts";
import type { ShippingDetails } from "../../shop/order.ts";

/** What is wrong with a field, the first of it first. */
export type Messages = { readonly [name in keyof ShippingDetails]?: readonly string[] | undefined };

export function messagesOf(result: SafeParseResult<typeof order>): Messages {
  return result.success ? {} : (flatten<typeof order>(result.issues).nested ?? {});
}

/** What may be said of each field. */
export const possibleMessages = messagesOf(safeParse(order, {}));
