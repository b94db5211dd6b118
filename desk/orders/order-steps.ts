import type { Updateable } from "kysely";
import type { ShippingDetails } from "../../app/shop/order.ts";
import { bottlesHeld } from "../shop/bottles.ts";
import { mailboxOf } from "../shop/mailbox.ts";
import { type Actor, type Closed, type EventData, isPaid } from "../shop/order-status.ts";
import { saleTerms } from "../shop/seller.ts";
import { endOfPeriod } from "../shop/time.ts";
import { type Desk, timeOn } from "../storage/desk.ts";
import { enqueue, retract, retryRefused } from "../storage/queue.ts";
import { searchText } from "../storage/search.ts";
import type { Order, Tables, Trx } from "../storage/tables.ts";
import { addEvent, eventsOf, orderById } from "./orders.ts";
import { recipientOf } from "./place.ts";
import { correctCount } from "./stock.ts";

/* The steps of fulfilment and of the contract. The caller holds the order's lock, and has checked that the
 * step is possible. A step that emails the shopper is undone by its inverse. `shipAgain`, `track` and `extend` have
 * none. */

/** Marks an order as shipped, with its tracking or an empty text. */
export async function ship(desk: Desk, trx: Trx, { id }: Order, tracking: string): Promise<Order> {
  await updateOrder(trx, id, { fulfilment: "shipped", tracking: tracking || null });
  return announce(desk, trx, id, "shipped", { tracking });
}

/**
 * Undoes `ship`: the parcel was not sent.
 * @param wereCounted whether its bottles were on the shelf at the last count, when the order was marked as sent
 */
export async function unship(
  desk: Desk,
  trx: Trx,
  order: Order,
  wereCounted = false,
): Promise<Order> {
  const { id } = order;
  if (wereCounted) {
    const bottles = bottlesHeld(order, await eventsOf(trx, id));
    await correctCount(desk, trx, bottles, `El pedido ${id} no se había enviado`);
  }
  await updateOrder(trx, id, { fulfilment: "unfulfilled", tracking: null });
  return takeBack(desk, trx, id, "shipped", "unshipped");
}

/** Corrects the tracking of a parcel. */
export async function track(desk: Desk, trx: Trx, { id }: Order, tracking: string): Promise<Order> {
  await updateOrder(trx, id, { tracking });
  return announce(desk, trx, id, "tracking", { tracking });
}

/** Sends the bottles once more, because the parcel was lost. */
export async function shipAgain(
  desk: Desk,
  trx: Trx,
  { id }: Order,
  tracking: string,
): Promise<Order> {
  await updateOrder(trx, id, {
    fulfilment: "shipped",
    tracking: tracking || null,
    deliveredAt: null,
  });
  return announce(desk, trx, id, "shipped again", { tracking });
}

/**
 * Marks an order as delivered.
 * @param day the day on which the parcel arrived, if that was not today
 * @param silent whether the shopper gets no email
 */
export async function deliver(
  desk: Desk,
  trx: Trx,
  { id }: Order,
  { day: on, silent = false }: { day?: string | undefined; silent?: boolean } = {},
): Promise<Order> {
  await updateOrder(trx, id, { fulfilment: "delivered", deliveredAt: timeOn(desk, on) });
  if (!silent) return announce(desk, trx, id, "delivered", null, { day: on });
  await addEvent(desk, trx, id, "delivered", null, { who: "owner", day: on });
  return afterStep(trx, id);
}

/** Undoes `deliver`: the parcel has not arrived. */
export async function undeliver(desk: Desk, trx: Trx, { id }: Order): Promise<Order> {
  await updateOrder(trx, id, { fulfilment: "shipped", deliveredAt: null });
  return takeBack(desk, trx, id, "delivered", "undelivered");
}

interface Closing {
  who: Actor;
  note?: string | undefined;
}

/** Ends an order's contract: it has expired, or is cancelled. */
export async function close(
  desk: Desk,
  trx: Trx,
  order: Order,
  as: NonNullable<Closed>,
  { who, note }: Closing,
): Promise<Order> {
  const { id } = order;
  await updateOrder(trx, id, { closed: as });
  const event = await addEvent(desk, trx, id, as, null, { who, note });
  if (order.email) {
    const delay = who === "owner" ? desk.limits.undoWithin : 0;
    await enqueue(desk, trx, { template: as, orderId: id, cause: `event ${event}`, delay });
  }
  return afterStep(trx, id);
}

/** Reopens a closed order: it was closed by mistake, or the shopper wants it after a late payment. */
export async function reopen(desk: Desk, trx: Trx, order: Order): Promise<Order> {
  const { id, closed } = order;
  const closing = (await eventsOf(trx, id)).findLast(({ kind }) => kind === closed);
  const deadline = endOfPeriod(desk.now(), saleTerms.payWithinDays);
  await updateOrder(trx, id, { closed: null, payUntil: isPaid(order) ? order.payUntil : deadline });
  const event = await addEvent(desk, trx, id, "reopened", null, { who: "owner" });
  const announcement = closing && (await retract(trx, id, `event ${closing.id}`));
  if (order.email && (announcement ?? "sent") === "sent") {
    const cause = `event ${event}`;
    const delay = desk.limits.undoWithin;
    await enqueue(desk, trx, { template: "reopened", orderId: id, cause, delay });
  }
  return afterStep(trx, id);
}

/** Gives the shopper this many more days to pay, from today. */
export async function extend(desk: Desk, trx: Trx, { id }: Order, days: number): Promise<Order> {
  const until = endOfPeriod(desk.now(), days);
  await updateOrder(trx, id, { payUntil: until });
  return announce(desk, trx, id, "extended", { until });
}

/** Bottles came back from the shopper, and can be sold. */
export async function restock(
  desk: Desk,
  trx: Trx,
  { id }: Order,
  bottles: number,
): Promise<Order> {
  await addEvent(desk, trx, id, "restocked", { bottles }, { who: "owner" });
  return afterStep(trx, id);
}

/**
 * Corrects the recipient's details. The earlier ones stay in the history until it is erased. Emails that an earlier
 * address refused are sent to the new one.
 */
export async function amend(
  desk: Desk,
  trx: Trx,
  order: Order,
  details: ShippingDetails,
): Promise<Order> {
  const recipient = recipientOf(details);
  const fields = Object.keys(recipient) as (keyof ShippingDetails)[];
  const changed = fields.filter((field) => recipient[field] !== order[field]);
  if (changed.length === 0) return order;
  const before = Object.fromEntries(changed.map((field) => [field, order[field] ?? ""]));
  const mailbox = recipient.email && mailboxOf(recipient.email);
  await updateOrder(trx, order.id, { ...recipient, mailbox });
  await addEvent(desk, trx, order.id, "amended", { before }, { who: "owner" });
  if (changed.includes("email")) await retryRefused(desk, trx, order.id);
  // Without an email, the confirmation would have been in the parcel.
  const waits = order.closed === null && order.fulfilment === "unfulfilled";
  if (waits && order.email === null && recipient.email) await confirmPlaced(desk, trx, order.id);
  return afterStep(trx, order.id);
}

/** Queues the confirmation of an order, if there was none. */
async function confirmPlaced(desk: Desk, trx: Trx, orderId: string): Promise<void> {
  const placed = (await eventsOf(trx, orderId)).find(({ kind }) => kind === "placed");
  const cause = `event ${placed?.id}`;
  const delay = desk.limits.undoWithin;
  await enqueue(desk, trx, { template: "placed", orderId, cause, delay });
}

/** Stores the owner's own note on an order. Nobody else sees it. */
export const annotate = (desk: Desk, trx: Trx, { id }: Order, note: string) =>
  addEvent(desk, trx, id, "note", null, { who: "owner", note });

const updateOrder = (trx: Trx, id: string, values: Updateable<Tables["orders"]>) =>
  trx.updateTable("orders").set(values).where("id", "=", id).execute();

/** Reads the order again, and updates its search text. */
async function afterStep(trx: Trx, id: string): Promise<Order> {
  const order = await orderById(trx, id);
  const search = searchText(id, order, order.tracking);
  if (search === order.search) return order;
  await updateOrder(trx, id, { search });
  return { ...order, search };
}

type Announced = "shipped" | "tracking" | "shipped again" | "delivered" | "extended";

/** Stores a step of the owner, and queues the shopper's email about it, which waits `undoWithin`. */
async function announce<Kind extends Announced>(
  desk: Desk,
  trx: Trx,
  id: string,
  kind: Kind,
  data: EventData[Kind],
  { day: on }: { day?: string | undefined } = {},
): Promise<Order> {
  const event = await addEvent(desk, trx, id, kind, data, { who: "owner", day: on });
  const order = await afterStep(trx, id);
  if (!order.email) return order;
  const about = { orderId: id, cause: `event ${event}`, delay: desk.limits.undoWithin };
  if (kind === "delivered" || kind === "extended") {
    await enqueue(desk, trx, { ...about, template: kind });
  } else {
    const { tracking } = data as EventData["shipped"];
    await enqueue(desk, trx, { ...about, template: "shipped", data: { kind, tracking } });
  }
  return order;
}

/** Stores the inverse of a step. Deletes the email about the last such step, or corrects it if it has left. */
async function takeBack(
  desk: Desk,
  trx: Trx,
  id: string,
  step: "shipped" | "delivered",
  inverse: "unshipped" | "undelivered",
): Promise<Order> {
  const last = (await eventsOf(trx, id)).findLast(({ kind }) => kind === step);
  const event = await addEvent(desk, trx, id, inverse, null, { who: "owner" });
  const announcement = last && (await retract(trx, id, `event ${last.id}`));
  const order = await afterStep(trx, id);
  if (order.email && (announcement ?? "sent") === "sent")
    await enqueue(desk, trx, { template: "correction", orderId: id, cause: `event ${event}` });
  return order;
}
