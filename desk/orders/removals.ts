import { removalsOf, removalToPutBack } from "../shop/bottles.ts";
import { type Actor, mayReopen, shareOf } from "../shop/order-status.ts";
import type { Desk } from "../storage/desk.ts";
import { enqueue, retract } from "../storage/queue.ts";
import type { Order, Trx } from "../storage/tables.ts";
import { book, closedByShop, ledgerOf, reverse } from "./ledger.ts";
import { reopen } from "./order-steps.ts";
import { addEvent, eventsOf, orderById } from "./orders.ts";

/* Bottles are taken off an order, and everything else follows. The caller holds the order's lock. */

interface Taking {
  bottles: number;
  /** The discount for them, in cents. By default, their part of what is due (`shareOf`). */
  amount?: number | undefined;
  /** The withdrawal that they are taken off for. */
  withdrawal?: string | undefined;
  who: Actor;
}

/** Takes bottles off an order, with a discount for them. That decides the withdrawal. @returns the event's id */
export async function takeOff(
  desk: Desk,
  trx: Trx,
  order: Order,
  { bottles, amount = shareOf(order, bottles), withdrawal, who }: Taking,
): Promise<number> {
  const entry = await bookDiscount(desk, trx, order, amount, who);
  const removed = order.removed + bottles;
  await trx.updateTable("orders").set({ removed }).where("id", "=", order.id).execute();
  if (withdrawal !== undefined) await decide(desk, trx, withdrawal);
  return addEvent(desk, trx, order.id, "removed", { bottles, withdrawal, entry }, { who });
}

/** @returns its id; null for nothing, which is not booked */
async function bookDiscount(desk: Desk, trx: Trx, order: Order, amount: number, who: Actor) {
  const entry = { kind: "discount", amount, who } as const;
  return amount > 0 ? ((await book(desk, trx, order, entry))?.id ?? null) : null;
}

/** Marks a withdrawal as decided. A server of the version before opens no withdrawal that has a note again. */
export const decide = ({ now }: Desk, trx: Trx, id: string) =>
  trx
    .updateTable("withdrawals")
    .set({ closedAt: now(), answer: "" })
    .where("id", "=", id)
    .execute();

/** Books another discount for the bottles that were taken off last: they have lost value (RDL 1/2007, art. 108.2). */
export async function revalue(desk: Desk, trx: Trx, order: Order, amount: number): Promise<Order> {
  const removal = removalsOf(await eventsOf(trx, order.id)).at(-1);
  const before = await reverseDiscount(desk, trx, order, removal?.entry ?? null);
  const entry = await bookDiscount(desk, trx, before, amount, "owner");
  await addEvent(desk, trx, order.id, "revalued", { amount, entry }, { who: "owner" });
  return orderById(trx, order.id);
}

async function reverseDiscount(desk: Desk, trx: Trx, order: Order, id: number | null) {
  const entry = (await ledgerOf(trx, order.id)).find((entry) => entry.id === id);
  return (entry && (await reverse(desk, trx, order, entry, { who: "owner" }))) ?? order;
}

/**
 * Puts the bottles that were taken off last on the order again, with what they cost. Their withdrawal is to decide again.
 * An order that the shop has closed since is open again, unless it would be over at once.
 * @returns the order; undefined if nothing can be put back
 */
export async function putBack(desk: Desk, trx: Trx, order: Order): Promise<Order | undefined> {
  const { id } = order;
  const removal = removalToPutBack(order, await eventsOf(trx, id), await ledgerOf(trx, id));
  if (!removal) return undefined;
  const { bottles, withdrawal } = removal;
  const before = await reverseDiscount(desk, trx, order, removal.entry);
  const removed = order.removed - bottles;
  await trx.updateTable("orders").set({ removed }).where("id", "=", id).execute();
  if (withdrawal !== undefined)
    await trx
      .updateTable("withdrawals")
      .set({ closedAt: null, answer: null })
      .where("id", "=", withdrawal)
      .where("orderId", "=", id)
      .execute();
  const event = await addEvent(
    desk,
    trx,
    id,
    "put back",
    { bottles, withdrawal },
    { who: "owner" },
  );
  if ((await retract(trx, id, `event ${removal.id}`)) === "sent")
    await enqueue(desk, trx, { template: "correction", orderId: id, cause: `event ${event}` });
  const closing = await closedByShop(trx, order);
  const restored = { ...before, removed };
  return closing && closing.id > removal.id && mayReopen(restored)
    ? reopen(desk, trx, restored)
    : orderById(trx, id);
}

/** Takes bottles off without a withdrawal, and tells the shopper. */
export async function takeOffByHand(
  desk: Desk,
  trx: Trx,
  order: Order,
  taking: Omit<Taking, "who">,
): Promise<Order> {
  const event = await takeOff(desk, trx, order, { ...taking, who: "owner" });
  const template = taking.withdrawal === undefined ? "bottles removed" : "withdrawn";
  if (order.email) {
    const delay = desk.limits.undoWithin;
    const about = { orderId: order.id, cause: `event ${event}`, delay };
    await enqueue(desk, trx, { ...about, template });
  }
  return orderById(trx, order.id);
}
