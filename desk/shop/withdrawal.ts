import * as v from "valibot";
import { order, text } from "../../app/shop/order.ts";
import { atMost } from "./at-most.ts";
import { removalsOf } from "./bottles.ts";
import { countBottles } from "./order-format.ts";
import type { OrderState } from "./order-status.ts";
import { arrivedSomeDay, isLate } from "./order-texts.ts";

/** The maximum length of each field. */
export const longest = { name: 60, contract: 100 } as const;

/** The most bottles that the form offers. All ten of an order are «Todo el pedido». */
export const mostBottles = 9;

/** From 1 to this number. */
export const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** The withdrawal form. The law allows no other questions than who, from what, and from how much of it. */
export const withdrawal = v.object({
  name: v.pipe(
    text,
    v.minLength(2, "Escribe tu nombre y apellidos"),
    atMost(longest.name, "El nombre"),
  ),
  contract: v.pipe(
    text,
    v.minLength(1, "Escribe el número de pedido o, si no lo tienes, qué compraste y cuándo"),
    atMost(longest.contract, "El número de pedido"),
  ),
  email: order.entries.email,
  /** Null, and whatever is no number of the form: all of the order. */
  bottles: v.pipe(
    v.optional(v.string(), ""),
    v.transform((chosen) => (/^[1-9]$/.test(chosen) ? Number(chosen) : null)),
  ),
});

export type Withdrawal = v.InferOutput<typeof withdrawal>;

/** The declaration, on the page and in the acknowledgement. */
export const declaration = ({ contract, bottles }: Pick<Withdrawal, "contract" | "bottles">) =>
  bottles === null
    ? `«Desisto del siguiente contrato: ${contract}».`
    : `«Desisto de ${countBottles(bottles)} del siguiente contrato: ${contract}».`;

/** Why the owner decides about a withdrawal, and nothing is taken off the order before. */
export type Reason = "late" | "unknown day" | "handed over" | "further number";

/**
 * A withdrawal in time takes its bottles off at once, because nobody has to accept it. A number may be the form of an
 * earlier withdrawal, sent again.
 * @param events the order's
 * @returns undefined if there is nothing to decide
 */
export function reasonToDecide(
  order: Pick<OrderState, "fulfilment"> & { deliveredAt: number | null },
  events: Parameters<typeof removalsOf>[0],
  { at, bottles }: { at: number; bottles: number | null },
): Reason | undefined {
  if (isLate(order.deliveredAt, at)) return "late";
  const isHandedOver = order.fulfilment === "delivered" && !events.some(isParcel);
  if (isHandedOver) return "handed over";
  if (arrivedSomeDay(order)) return "unknown day";
  const isFurther = removalsOf(events).some(({ withdrawal }) => withdrawal !== undefined);
  return bottles !== null && isFurther ? "further number" : undefined;
}

const isParcel = ({ kind }: { kind: string }) => kind === "shipped";
