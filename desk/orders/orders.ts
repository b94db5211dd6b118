import { createHash, randomBytes } from "node:crypto";
import { type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import {
  allowedFrom,
  type EventKind,
  isPayable,
  type OrderState,
  stateAfterMoney,
  stepToUndo,
} from "../../app/desk/shop/order-rules.ts";
import { trackingOf } from "../../app/desk/shop/order-words.ts";
import { day, dayOf, hour } from "../../app/desk/shop/time.ts";
import type { Order as OrderRequest, ShippingDetails } from "../../app/shop/order.ts";
import { priceOrder } from "../../app/shop/pricing.ts";
import { type Desk, timeOn } from "../context.ts";
import type { Circumstances, NewsKind } from "../mail/content.ts";
import { mailsAbout } from "../mail/mails.ts";
import { enqueue } from "../mail/outbox.ts";
import { ownersMail } from "../mail/owners-mails.ts";
import { reasonOf } from "../reason.ts";
import { takeLock, transact } from "../storage/database.ts";
import { indexOrder } from "../storage/search.ts";
import type { Event, Order, Tables } from "../storage/tables.ts";
import { moveStock, pausedUntil, stockOf, takeStock } from "./shop-state.ts";

export interface PlaceRequest {
  /** The page's idempotency key. The page keeps it until an answer arrives. */
  key: string;
  /** The total that the page shows, in cents. */
  total: number;
  order: OrderRequest;
  /** The number of the last order that the shopper knows of. */
  knownOrder?: string | undefined;
}

export type Placed =
  | { outcome: "placed"; order: Order }
  | { outcome: "other total"; total: number }
  | { outcome: "other body"; order: Order }
  /** There is a recent order for the same person and address, and the shopper may not know of it. */
  | { outcome: "repeated"; order: Order }
  | { outcome: "too many" }
  /** There are not as many bottles. */
  | { outcome: "sold out"; left: number }
  | { outcome: "paused"; until: string };

/**
 * Places an order, or returns why not. A repeated request returns the same order, at its original
 * price. The order, its history and its email are stored in one transaction.
 */
export async function place(shared: Desk, request: PlaceRequest): Promise<Placed> {
  // Price, terms and account may change while the order is placed.
  const desk = { ...shared };
  const asked = JSON.stringify([request.total, request.order]);
  const fingerprint = createHash("sha256").update(asked).digest("hex");
  const known = await desk.db
    .selectFrom("orders")
    .selectAll()
    .where("requestKey", "=", request.key)
    .executeTakeFirst();
  if (known) return replay(known, fingerprint);

  const { total, shippingCost } = priceOrder(request.order.quantity, desk.price);
  if (total !== request.total) return { outcome: "other total", total };
  const until = await pausedUntil(desk);
  if (until) return { outcome: "paused", until };

  const placed = await transact(desk.db, async (trx): Promise<Placed | undefined> => {
    await takeLock(trx, request.order.email.toLowerCase());
    const recent = await recentOrder(desk, trx, request);
    if (recent && recent.id !== request.knownOrder) return { outcome: "repeated", order: recent };
    if (await hasTooMany(desk, trx, request.order.email)) return { outcome: "too many" };
    if (!(await takeStock(trx, request.order.quantity))) {
      return { outcome: "sold out", left: Math.max(0, (await stockOf({ ...desk, db: trx })) ?? 0) };
    }
    const order = await trx
      .insertInto("orders")
      .values({
        ...request.order,
        id: orderNumber(),
        token: randomBytes(16).toString("base64url"),
        requestKey: request.key,
        fingerprint,
        state: "pending",
        unitPrice: desk.price,
        shipping: shippingCost,
        total,
        terms: desk.terms.version,
        payment: desk.card ? "card" : "transfer",
        placedAt: desk.now(),
      })
      .onConflict((conflict) => conflict.column("requestKey").doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!order) {
      await takeStock(trx, -request.order.quantity);
      return undefined;
    }
    await indexOrder(trx, order.id);
    await record(desk, trx, order, "pending", { who: "shopper" });
    await warnOfRush(desk, trx);
    return { outcome: "placed", order };
  });
  // A concurrent request with the same key was first.
  return placed ?? place(shared, request);
}

function replay(order: Order, fingerprint: string): Placed {
  return { outcome: order.fingerprint === fingerprint ? "placed" : "other body", order };
}

/**
 * The newest recent order with the same contact and address, whatever its quantity, because a
 * reload resets the quantity to 1. All fields are compared, so that the answer reveals an order
 * only to somebody who has all of its data.
 */
function recentOrder(
  { now, limits }: Desk,
  trx: Transaction<Tables>,
  { key, order: { quantity: _, ...details } }: PlaceRequest,
) {
  return (
    trx
      .selectFrom("orders")
      .selectAll()
      .where((order) => order.and(details))
      // A concurrent request with the same key is the same order.
      .where("requestKey", "!=", key)
      .where("placedAt", ">", now() - limits.askAgainWithin)
      .where("state", "in", ["pending", "paid"])
      .where("withdrawnAt", "is", null)
      .orderBy("placedAt", "desc")
      .executeTakeFirst()
  );
}

/** Counted within the transaction that stores the order, so that concurrent requests can't exceed it. */
async function hasTooMany({ now, limits }: Desk, trx: Transaction<Tables>, email: string) {
  const { count } = await trx
    .selectFrom("orders")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("placedAt", ">", now() - day)
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("state", "=", "pending")
    .executeTakeFirstOrThrow();
  return count >= limits.unpaidPerEmail;
}

/**
 * Tells the owner of a rush, once an hour. The shop stays open: shoppers must not be locked out
 * because of a robot.
 */
async function warnOfRush(desk: Desk, trx: Transaction<Tables>) {
  const { now, limits } = desk;
  const { count } = await trx
    .selectFrom("orders")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("placedAt", ">", now() - hour)
    .executeTakeFirstOrThrow();
  if (count < limits.ordersPerHour) return;
  await enqueue(desk, trx, ownersMail.rush(Math.floor(now() / hour), count));
}

/** 40 random bits that can be spelled out on the telephone: no I, L, O and U (Crockford). */
export function orderNumber(): string {
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  return Array.from(randomBytes(8), (byte) => letters[byte % 32]).join("");
}

export const findOrder = ({ db }: Desk, id: string) =>
  db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirst();

/** Leaves out orders whose personal data is deleted. */
export const findByToken = ({ db }: Desk, token: string) =>
  db
    .selectFrom("orders")
    .selectAll()
    .where("token", "=", token)
    .where("forgottenAt", "is", null)
    .executeTakeFirst();

export const historyOf = ({ db }: Desk, order: Order) =>
  db.selectFrom("events").selectAll().where("orderId", "=", order.id).orderBy("id").execute();

/** The unhandled withdrawals that mean an order, or may mean it, for a subquery. */
export const openWithdrawal = sql`select 1 from withdrawals
  join withdrawal_orders on withdrawal_orders.withdrawal_id = withdrawals.id
  where withdrawal_orders.order_id = orders.id and handled_at is null`;

/** Neither withdrawn nor meant, perhaps, by a withdrawal that the owner has not decided about. */
export const isWanted = sql<SqlBool>`withdrawn_at is null
  and not exists (${openWithdrawal} and certainty = 'perhaps')`;

/**
 * The condition for unreconciled money, as `isUnreconciled` in app/desk/shop/order-format.ts. It is
 * written as in its index (storage/migrations.ts).
 */
export const isUnreconciled = sql<SqlBool>`case when state in ('paid', 'shipped', 'delivered')
  then received < total or received - refunded > total or received < refunded
  else received <> refunded end or disputed > 0`;

/**
 * Marks an order as shipped. `note` is the tracking. Like each of the owner's steps it returns
 * false if the order has changed meanwhile. An order that was withdrawn, or refunded in part, is
 * shipped only if the owner has seen that and sends it `anyway`; one with unreconciled money is not
 * shipped at all.
 */
export const ship = (desk: Desk, id: string, note: string, anyway = false) =>
  transact(desk.db, (trx) =>
    transition(
      desk,
      trx,
      { id, from: ["paid"], to: "shipped" },
      { who: "owner", note, mayUndo: true },
      sql`not (${isUnreconciled})
        and ${anyway ? sql`1 = 1` : sql`${isWanted} and received - refunded >= total`}`,
    ),
  );

/** @param on the day on which the parcel arrived, if that was not today */
export const deliver = (desk: Desk, id: string, on?: string) =>
  transact(desk.db, (trx) =>
    transition(
      desk,
      trx,
      { id, from: ["shipped"], to: "delivered", set: { deliveredAt: timeOn(desk, on) } },
      { who: "owner", day: on, mayUndo: true },
    ),
  );

/**
 * Undoes the owner's last step. An email about it that has not left is deleted; one that has left
 * is followed by a correction.
 * @param state the state that the step led to
 */
export const undo = (desk: Desk, id: string, state: string): Promise<boolean> =>
  transact(desk.db, async (trx) => {
    const order = await findOrder({ ...desk, db: trx }, id);
    const history = order ? await historyOf({ ...desk, db: trx }, order) : [];
    const undoable = stepToUndo(history);
    if (undoable?.from !== state) return false;
    const { step, from, to } = undoable;
    const set = from === "delivered" ? { deliveredAt: null } : {};
    const undone = await trx
      .updateTable("orders")
      .set({ state: to, ...set })
      .where("id", "=", id)
      .where("state", "=", from)
      .returningAll()
      .executeTakeFirst();
    // A concurrent request has changed it.
    if (!undone) return false;
    if (from === "paid" && step.note === notWithdrawn) {
      await restoreWithdrawal(trx, id, history, step.at);
    }
    await moveStock(trx, undone.quantity, from, to);
    const circumstances = { who: "owner", note: from } as const;
    if (await deleteUnsent(trx, id, step))
      await appendEvent(desk, trx, id, "undone", circumstances);
    else await record(desk, trx, undone, "undone", circumstances);
    await appendEvent(desk, trx, id, to, { who: "owner" });
    // A payment may have been corrected since the step.
    const settled = stateAfterMoney(undone);
    if (settled !== to) {
      await trx.updateTable("orders").set({ state: settled }).where("id", "=", id).execute();
      await moveStock(trx, undone.quantity, to, settled);
      await appendEvent(desk, trx, id, settled, { who: "owner" });
    }
    return true;
  });

/** Deletes the shopper's email about an event. @returns whether it had not left */
export async function deleteUnsent(
  trx: Transaction<Tables>,
  orderId: string,
  { what, id }: { what: EventKind; id: number },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("mails")
    .where("about", "=", orderId)
    .where("kind", "=", `${what} ${id}`)
    .where("attempts", "=", 0)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Corrects the tracking of a shipped parcel. The same note twice sends one email. */
export const track = (desk: Desk, id: string, note: string): Promise<boolean> =>
  transact(desk.db, async (trx) => {
    await takeLock(trx, id);
    const order = await findOrder({ ...desk, db: trx }, id);
    if (order?.state !== "shipped") return false;
    if (trackingOf(await historyOf({ ...desk, db: trx }, order)) !== note) {
      await record(desk, trx, order, "tracking", { who: "owner", note });
    }
    return true;
  });

/** Cancels an unpaid order. */
export async function cancel(desk: Desk, id: string, note = ""): Promise<boolean> {
  const done = await transact(desk.db, (trx) =>
    transition(desk, trx, { id, from: ["pending"], to: "cancelled" }, { who: "owner", note }),
  );
  if (done) endPayment(desk, id);
  return done;
}

/**
 * Ends the card provider's page of an order that was cancelled or withdrawn, so that nobody pays on
 * it. Does not wait for the provider: if it can't be reached, a late payment is refunded.
 */
export function endPayment(desk: Desk, id: string): void {
  // A preview changes nothing outside the database.
  if (desk.db.isTransaction) return;
  const end = async () => {
    const order = await findOrder(desk, id);
    if (order?.providerReference && !isPayable(order)) await desk.card?.end(order);
  };
  end().catch((error) =>
    console.error(`Pedido ${id}: no se ha podido cerrar su página de pago: ${reasonOf(error)}`),
  );
}

/** The note of an event that reverses a withdrawal. */
export const notWithdrawn = "El comprador no desiste";

/** Accepts a late payment: the shopper was asked and wants the order. */
export const accept = (desk: Desk, id: string) =>
  transact(desk.db, async (trx) => {
    const late = { id, from: ["expired", "cancelled"], to: "paid" } as const;
    const isCovered = sql<SqlBool>`received - refunded >= total`;
    // `restoreWithdrawal` finds by this time what the step has closed.
    const at = desk.now();
    const step = { ...desk, now: () => at };
    // The shopper has changed their mind about a withdrawal.
    const { numUpdatedRows } = await trx
      .updateTable("orders")
      .set({ withdrawnAt: null })
      .where("id", "=", id)
      .where("withdrawnAt", "is not", null)
      .where("state", "in", late.from)
      .where(isCovered)
      .executeTakeFirst();
    const note = numUpdatedRows > 0n ? notWithdrawn : "";
    if (note) await closeSettled(step, trx, { orderId: id });
    return transition(step, trx, late, { who: "owner", note, mayUndo: true }, isCovered);
  });

/** Restores the withdrawal that accepting an order has reversed, and opens what that has closed. */
async function restoreWithdrawal(
  trx: Transaction<Tables>,
  orderId: string,
  history: Event[],
  acceptedAt: number,
): Promise<void> {
  const certain = trx
    .selectFrom("withdrawalOrders")
    .select("withdrawalId")
    .where("orderId", "=", orderId)
    .where("certainty", "=", "certain");
  await trx
    .updateTable("withdrawals")
    .set({ handledAt: null })
    .where("id", "in", certain)
    .where("handledAt", "=", acceptedAt)
    .execute();
  // A declaration after the event has withdrawn nothing.
  const event = history.findLast(({ what }) => what === "withdrawn")?.at ?? acceptedAt;
  const declaration = await trx
    .selectFrom("withdrawals")
    .select("at")
    .where("id", "in", certain)
    .where("at", "<=", event)
    .orderBy("at", "desc")
    .executeTakeFirst();
  await trx
    .updateTable("orders")
    .set({ withdrawnAt: declaration?.at ?? event })
    .where("id", "=", orderId)
    .where("withdrawnAt", "is", null)
    .execute();
}

/** The owner has to refund an order of the withdrawal, or to decide whether it means an order. */
const isTask = sql<SqlBool>`exists (select 1 from withdrawal_orders
  join orders on orders.id = withdrawal_orders.order_id
  where withdrawal_id = withdrawals.id
  and (certainty = 'perhaps' or (withdrawn_at is not null and received > refunded)))`;

/** Marks a withdrawal that means orders, or those of an order, as handled if they are no task. */
export const closeSettled = (
  { now }: Desk,
  trx: Transaction<Tables>,
  which: { withdrawalId: string } | { orderId: string },
) =>
  trx
    .updateTable("withdrawals")
    .set({ handledAt: now() })
    .where("handledAt", "is", null)
    .where("id", "in", (of) =>
      of
        .selectFrom("withdrawalOrders")
        .select("withdrawalId")
        .where("certainty", "=", "certain")
        .where((link) => link.and(which)),
    )
    .where(({ not }) => not(isTask))
    .execute();

/** Corrects the recipient's details. */
export async function amend(desk: Desk, id: string, details: ShippingDetails): Promise<boolean> {
  return transact(desk.db, async (trx) => {
    const order = await trx
      .selectFrom("orders")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    if (!order || order.forgottenAt !== null) return false;
    const changed = (Object.keys(details) as (keyof ShippingDetails)[]).filter(
      (field) => details[field] !== order[field],
    );
    if (changed.length === 0) return true;
    await trx.updateTable("orders").set(details).where("id", "=", id).execute();
    await indexOrder(trx, id);
    // What it was before. It is deleted with the order's personal data.
    const before = Object.fromEntries(changed.map((field) => [field, order[field]]));
    await appendEvent(desk, trx, id, "amended", { who: "owner", note: JSON.stringify(before) });
    return true;
  });
}

/** Stores the owner's own note on an order. Nobody else sees it. */
export async function annotate(desk: Desk, id: string, note: string): Promise<boolean> {
  if (!(await findOrder(desk, id))) return false;
  await transact(desk.db, (trx) => appendEvent(desk, trx, id, "note", { who: "owner", note }));
  return true;
}

interface Step {
  id: string;
  from: readonly OrderState[];
  to: OrderState;
  /** Other columns that the step sets. */
  set?: { deliveredAt: number };
}

/**
 * Compares and sets, so that one of several concurrent steps wins. The state, its event and its
 * email are stored together.
 */
export async function transition(
  desk: Desk,
  trx: Transaction<Tables>,
  { id, from, to, set }: Step,
  circumstances: Circumstances,
  condition: RawBuilder<SqlBool> = sql`1 = 1`,
): Promise<boolean> {
  const allowed = from.filter((state) => allowedFrom[to].includes(state));
  for (const state of allowed) {
    const order = await trx
      .updateTable("orders")
      .set({ state: to, ...set })
      .where("id", "=", id)
      .where("state", "=", state)
      .where(condition)
      .returningAll()
      .executeTakeFirst();
    if (!order) continue;
    await moveStock(trx, order.quantity, state, to);
    await record(desk, trx, order, to, circumstances);
    return true;
  }
  return false;
}

/** Stores an event, with the emails about it to shopper and owner. */
export async function record(
  desk: Desk,
  trx: Transaction<Tables>,
  order: Order,
  what: EventKind,
  circumstances: Circumstances,
  news: NewsKind = what,
): Promise<void> {
  const event = await appendEvent(desk, trx, order.id, what, circumstances);
  // The tracking is searched too.
  if (what === "shipped" || what === "tracking") await indexOrder(trx, order.id);
  for (const mail of mailsAbout(desk, order, news, circumstances, event)) {
    await enqueue(desk, trx, mail);
  }
}

/** @returns the event's number */
export async function appendEvent(
  desk: Desk,
  trx: Transaction<Tables>,
  orderId: string,
  what: EventKind,
  { who, amount, note, day: on }: Circumstances,
): Promise<number> {
  const at = desk.now();
  const { id } = await trx
    .insertInto("events")
    .values({
      orderId,
      at,
      who,
      what,
      amount: amount ?? null,
      note: note || null,
      day: on && on !== dayOf(at) ? on : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
