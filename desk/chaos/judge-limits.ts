/** The limits of a mailbox, and the question about a repeated order: shops refuse only what is too much, and accept no more. */
import { day, minute } from "../shop/time.ts";
import { type Evidence, failures, requestOf } from "./evidence.ts";
import type { Rows } from "./rows.ts";

/** An order that is unpaid, partly paid or paid, and neither sent nor closed. */
export interface Open {
  id: string;
  email: string;
  status: string;
  kept: number;
  placedAt: number;
}

/** Where an address ends up. */
export const mailboxOf = (email: string) => email.replace(/\+.*@/, "@").toLowerCase();

const byTime = (one: Open, other: Open) => one.placedAt - other.placedAt;

/** Whether a mailbox may order no more. Bottles count only if the owner counts them. */
function isTooMany(others: Open[], quantity: number, isCounted: boolean): boolean {
  const unpaid = others.filter(({ status }) => status === "unpaid").sort(byTime);
  const beyond = unpaid.slice(1).reduce((sum, { kept }) => sum + kept, quantity);
  return unpaid.length >= 3 || (isCounted && unpaid.length > 0 && beyond > 10);
}

/**
 * An order was refused, or asked about, with a reason.
 * @param repeated the order that the shopper is asked about
 * @param before the mailbox's open orders before the request
 * @param after those after the answer
 */
export function judgeRefusal(
  { email, quantity }: { email: string; quantity: number },
  repeated: string | undefined,
  before: Open[],
  after: Open[],
): string[] {
  if (repeated !== undefined) {
    const isOwn = [...before, ...after].some((one) => one.id === repeated && one.email === email);
    return failures([isOwn, `${email} was asked about ${repeated}.`]);
  }
  // Each counts as unpaid that was so before or afterwards, or may have been so in the meantime.
  const wasPaid = ({ id }: Open) => before.some((one) => one.id === id && one.status !== "unpaid");
  const left = before.filter(({ id }) => after.every((one) => one.id !== id));
  const others = [
    ...left,
    ...after.map((one) => (wasPaid(one) ? one : { ...one, status: "unpaid" })),
  ];
  return failures([
    isTooMany(others, quantity, true),
    `${email} was refused ${quantity} bottles, with ${others.length} open orders.`,
  ]);
}

/** Each order of a shopper was within the limits when it was accepted. */
export function judgeLimits({ orders, placings }: Rows, { record }: Evidence): string[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return placings.flatMap(({ orderId, bottles, open }) => {
    const order = byId.get(orderId);
    const attempt = record.attempts.get(order?.requestKey ?? "");
    if (!order || !attempt) return [];
    const { email, acknowledged } = attempt;
    const { placedAt, quantity } = order;
    const others = open
      .split(" ")
      .flatMap((one): Open[] => {
        const [id = "", status = "", kept] = one.split("/");
        const other = byId.get(id);
        if (!other || id === orderId) return [];
        const itsEmail = requestOf(other, record)?.email ?? "";
        return [{ id, email: itsEmail, status, kept: Number(kept), placedAt: other.placedAt }];
      })
      .filter((other) => mailboxOf(other.email) === mailboxOf(email))
      .sort(byTime);
    const ofDay = others.filter((other) => other.placedAt > placedAt - day);
    // All orders of an address are alike. The shop has looked a moment before it stored the order.
    const repeated = others.findLast(
      (other) => other.email === email && other.placedAt > placedAt - 29 * minute,
    );
    return failures(
      [
        !isTooMany(ofDay, quantity, bottles !== null),
        `${orderId} was accepted, though ${email} has ${ofDay.length} open orders.`,
      ],
      [
        !repeated || acknowledged.has(repeated.id),
        `${orderId} was accepted, and ${email} was not asked about ${repeated?.id}.`,
      ],
    );
  });
}
