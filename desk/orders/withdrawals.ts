import { randomBytes } from "node:crypto";
import { type SelectQueryBuilder, type SqlBool, sql, type Transaction } from "kysely";
import { readNumber } from "../../app/desk/shop/order-number.ts";
import { balance, type OrderState } from "../../app/desk/shop/order-rules.ts";
import { daysLate } from "../../app/desk/shop/order-words.ts";
import { day, dayOf, hour } from "../../app/desk/shop/time.ts";
import type { Withdrawal } from "../../app/desk/shop/withdrawal.ts";
import { type Desk, timeOn } from "../context.ts";
import { acknowledgement } from "../mail/mails.ts";
import { enqueue, lastMailAbout } from "../mail/outbox.ts";
import { ownersMail } from "../mail/owners-mails.ts";
import { takeLock, transact } from "../storage/database.ts";
import { pageOf, readCursor } from "../storage/paging.ts";
import type { Order, Tables } from "../storage/tables.ts";
import {
  appendEvent,
  closeSettled,
  endPayment,
  findOrder,
  notWithdrawn,
  record,
  transition,
} from "./orders.ts";

/** A received withdrawal, as it is stored. */
export interface ReceivedWithdrawal extends Withdrawal {
  /** In ms. */
  at: number;
  /** Whether an email acknowledges it. */
  isAcknowledged: boolean;
}

/**
 * Stores every withdrawal, even if it matches no order: the acknowledgement confirms receipt, not
 * validity. The same key again is the first declaration with that key.
 */
export async function withdraw(
  desk: Desk,
  key: string,
  details: Withdrawal,
): Promise<ReceivedWithdrawal> {
  const id = randomBytes(8).toString("hex");
  const { withdrawn, ...received } = await transact(desk.db, async (trx) => {
    const row = await trx
      .insertInto("withdrawals")
      .values({ ...details, id, requestKey: key, at: desk.now() })
      .onConflict((conflict) => conflict.column("requestKey").doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) return { ...(await knownWithdrawal(trx, key)), withdrawn: [] };
    const { certain, perhaps } = await ordersMeant(trx, details);
    await link(trx, id, certain, "certain");
    await link(trx, id, perhaps, "perhaps");
    const withdrawn: Order[] = [];
    for (const order of certain) {
      const first = await setWithdrawn(trx, order.id, row.at);
      if (!first) continue;
      await applyWithdrawal(desk, trx, first, "shopper");
      withdrawn.push((await findOrder({ ...desk, db: trx }, order.id)) ?? first);
    }
    const unpaid = withdrawn.filter(({ state }) => state === "cancelled");
    const isAcknowledged = withdrawn.length > 0 || !(await hasManyMails(desk, trx, details.email));
    if (isAcknowledged) {
      await enqueue(desk, trx, acknowledgement(row, unpaid, withdrawn.length === 0));
    }
    const isTask =
      certain.length === 0 || perhaps.length > 0 || withdrawn.some((order) => balance(order) > 0);
    // A second declaration for the same order adds no task, and neither does an unpaid order.
    if (!isTask) await markHandled(desk, trx, [id]).execute();
    else if (!(await hasToldMany(desk, trx))) {
      await enqueue(desk, trx, ownersMail.withdrawal(row, { certain, perhaps }));
      await trx.updateTable("withdrawals").set({ toldAt: row.at }).where("id", "=", id).execute();
    }
    return { ...details, at: row.at, isAcknowledged, withdrawn };
  });
  for (const order of withdrawn) endPayment(desk, order.id);
  return received;
}

async function knownWithdrawal(trx: Transaction<Tables>, key: string): Promise<ReceivedWithdrawal> {
  const { id, at, name, contract, email } = await trx
    .selectFrom("withdrawals")
    .selectAll()
    .where("requestKey", "=", key)
    .executeTakeFirstOrThrow();
  const mail = trx.selectFrom("mails").select("id").where("about", "=", id);
  const acknowledgement = await mail.where("kind", "=", "withdrawn").executeTakeFirst();
  return { name, contract, email, at, isAcknowledged: acknowledgement !== undefined };
}

/** The most orders of one person that a declaration may mean. */
const mostMeant = 20;

/**
 * The orders that a declaration names. If the number and the email address match, the order is
 * certain. If only one of them matches, the owner has to decide. The number of an order that is over
 * may be a mistake for another one's.
 */
async function ordersMeant(trx: Transaction<Tables>, { contract, email }: Withdrawal) {
  const orders = trx.selectFrom("orders").selectAll().where("forgottenAt", "is", null);
  const isTheirs = (order: Order) => order.email?.toLowerCase() === email.toLowerCase();
  const named = await orders.where("id", "in", numbersIn(contract)).limit(mostMeant).execute();
  const certain = named.filter(isTheirs);
  const others = named.filter((order) => !isTheirs(order));
  const isOver = (order: Order) => !activeStates.includes(order.state) && balance(order) <= 0;
  if (!certain.every(isOver)) return { certain, perhaps: others };
  const known = new Set(named.map(({ id }) => id));
  const theirs = await orders
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("state", "in", activeStates)
    .where("withdrawnAt", "is", null)
    .orderBy("placedAt", "desc")
    .limit(mostMeant)
    .execute();
  return { certain, perhaps: [...others, ...theirs.filter(({ id }) => !known.has(id))] };
}

const activeStates: OrderState[] = ["pending", "paid", "shipped", "delivered"];

async function link(
  trx: Transaction<Tables>,
  withdrawalId: string,
  orders: Order[],
  certainty: "certain" | "perhaps",
) {
  for (const { id: orderId } of orders) {
    const id = `${withdrawalId} ${orderId}`;
    await trx
      .insertInto("withdrawalOrders")
      .values({ id, withdrawalId, orderId, certainty })
      .execute();
  }
}

const countOf = (trx: Transaction<Tables>, { now }: Desk, time: number) =>
  trx
    .selectFrom("withdrawals")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("at", ">", now() - time);

/**
 * Limits the acknowledgements that one address gets, because anybody may enter it. The page says
 * then that it is the acknowledgement itself.
 */
async function hasManyMails(desk: Desk, trx: Transaction<Tables>, email: string) {
  await takeLock(trx, "withdrawals");
  const { count } = await countOf(trx, desk, day)
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .executeTakeFirstOrThrow();
  // The current one is already counted.
  return count > desk.limits.acknowledgements;
}

/** Returns true if the owner has had many emails within the hour. A digest follows (`reportWithdrawals`). */
async function hasToldMany(desk: Desk, trx: Transaction<Tables>) {
  const { count } = await countOf(trx, desk, hour).executeTakeFirstOrThrow();
  return count > desk.limits.withdrawalMails;
}

/** How many declarations a digest quotes. The counter lists all. */
const quoted = 50;

/** Tells the owner of withdrawals that got no email of their own, in one digest an hour at most. */
export async function reportWithdrawals(desk: Desk): Promise<void> {
  const { db, now } = desk;
  if ((await lastMailAbout(desk, "withdrawals")) > now() - hour) return;
  await transact(db, async (trx) => {
    const untold = await trx
      .updateTable("withdrawals")
      .set({ toldAt: now() })
      .where("toldAt", "is", null)
      .where("handledAt", "is", null)
      .returning(["name", "email", "contract", "at"])
      .execute();
    if (untold.length === 0) return;
    const newest = untold.sort((a, b) => b.at - a.at).slice(0, quoted);
    await enqueue(desk, trx, ownersMail.withdrawals(now(), untold.length, newest));
  });
}

/** Compares and sets: one of several concurrent declarations is the first. */
const setWithdrawn = (trx: Transaction<Tables>, id: string, withdrawnAt: number) =>
  trx
    .updateTable("orders")
    .set({ withdrawnAt })
    .where("id", "=", id)
    .where("withdrawnAt", "is", null)
    .where("forgottenAt", "is", null)
    .returningAll()
    .executeTakeFirst();

/** Cancels an unpaid order. A paid one is shipped only after a question (`ship`). */
async function applyWithdrawal(
  desk: Desk,
  trx: Transaction<Tables>,
  order: Order,
  who: "shopper" | "owner",
  on?: string,
): Promise<void> {
  await record(desk, trx, order, "withdrawn", { who, day: on });
  const unpaid = { id: order.id, from: ["pending"], to: "cancelled" } as const;
  await transition(desk, trx, unpaid, { who }, sql`received = refunded`);
}

/**
 * Records a withdrawal that arrived by letter, telephone or email: the law requires no form. It
 * waits at the counter like the others.
 * @param on the day it arrived, if that was not today
 */
export async function noteWithdrawal(desk: Desk, orderId: string, on?: string): Promise<boolean> {
  const noted = await transact(desk.db, async (trx) => {
    const at = timeOn(desk, on);
    const order = await setWithdrawn(trx, orderId, at);
    if (!order) return false;
    const id = randomBytes(8).toString("hex");
    const name = `${order.firstName} ${order.lastName}`;
    const email = order.email ?? "";
    await trx
      .insertInto("withdrawals")
      .values({ id, requestKey: id, name, contract: order.id, email, at, toldAt: at })
      .execute();
    await link(trx, id, [order], "certain");
    await applyWithdrawal(desk, trx, order, "owner", on);
    await closeSettled(desk, trx, { withdrawalId: id });
    return true;
  });
  if (noted) endPayment(desk, orderId);
  return noted;
}

/** The owner says that a declaration that perhaps means this order does. */
export async function confirmWithdrawal(desk: Desk, orderId: string, id: string): Promise<boolean> {
  const confirmed = await transact(desk.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("withdrawalOrders")
      .set({ certainty: "certain" })
      .where("id", "=", `${id} ${orderId}`)
      .where("certainty", "=", "perhaps")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const { at } = await trx
      .selectFrom("withdrawals")
      .select("at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const order = await setWithdrawn(trx, orderId, at);
    if (order) await applyWithdrawal(desk, trx, order, "owner", dayOf(at));
    await closeSettled(desk, trx, { withdrawalId: id });
    return true;
  });
  if (confirmed) endPayment(desk, orderId);
  return confirmed;
}

/** The owner says that a declaration does not mean this order. */
export async function unlinkWithdrawal(desk: Desk, orderId: string, id: string): Promise<boolean> {
  return transact(desk.db, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("withdrawalOrders")
      .where("id", "=", `${id} ${orderId}`)
      .where("certainty", "=", "perhaps")
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await closeSettled(desk, trx, { withdrawalId: id });
    return true;
  });
}

/**
 * Reverses a withdrawal: the shopper has changed their mind, or it was recorded on the wrong order.
 */
export const takeBackWithdrawal = (desk: Desk, orderId: string) =>
  transact(desk.db, async (trx) => {
    const order = await clearWithdrawn(desk, trx, orderId);
    const note = notWithdrawn;
    if (order) await appendEvent(desk, trx, orderId, "note", { who: "owner", note });
    return order !== undefined;
  });

/** Declines a late withdrawal. The shopper gets the reason by email. */
export const declineWithdrawal = (desk: Desk, orderId: string, note: string) =>
  transact(desk.db, async (trx) => {
    const before = await findOrder({ ...desk, db: trx }, orderId);
    if (!before || daysLate(before) === 0) return false;
    const order = await clearWithdrawn(desk, trx, orderId);
    if (order) await record(desk, trx, order, "declined", { who: "owner", note });
    return order !== undefined;
  });

async function clearWithdrawn(desk: Desk, trx: Transaction<Tables>, orderId: string) {
  const order = await trx
    .updateTable("orders")
    .set({ withdrawnAt: null })
    .where("id", "=", orderId)
    .where("withdrawnAt", "is not", null)
    .returningAll()
    .executeTakeFirst();
  if (order) await closeSettled(desk, trx, { orderId });
  return order;
}

/** What is left to do for a withdrawal. */
export interface Unsettled {
  /** The cents that are still owed for its orders. */
  owed: number;
  /** The orders that it perhaps means: they are shipped without a question once it is handled. */
  perhaps: string[];
}

/**
 * Marks a withdrawal as handled.
 * @param seen what is left to do, as the owner has seen it
 * @returns what is left to do, if that is something else; then it stays open
 */
export const handleWithdrawal = (
  desk: Desk,
  id: string,
  seen: Unsettled = { owed: 0, perhaps: [] },
): Promise<Unsettled | undefined> =>
  transact(desk.db, async (trx) => {
    const orders = await trx
      .selectFrom("orders")
      .innerJoin("withdrawalOrders", "withdrawalOrders.orderId", "orders.id")
      .selectAll("orders")
      .select("certainty")
      .where("withdrawalId", "=", id)
      .orderBy("orderId")
      .execute();
    const certain = orders.filter(({ certainty }) => certainty === "certain");
    const owed = certain
      .filter(({ withdrawnAt }) => withdrawnAt !== null)
      .reduce((sum, order) => sum + Math.max(0, balance(order)), 0);
    const perhaps = orders.flatMap(({ id, certainty }) => (certainty === "perhaps" ? [id] : []));
    const isSeen = owed === seen.owed && perhaps.join() === seen.perhaps.join();
    if (!isSeen) return { owed, perhaps };
    await markHandled(desk, trx, [id]).execute();
    return undefined;
  });

/** Opens a handled withdrawal again. */
export const reopenWithdrawal = ({ db }: Desk, id: string) =>
  transact(db, (trx) =>
    trx.updateTable("withdrawals").set({ handledAt: null }).where("id", "=", id).execute(),
  );

/** Marks these unclear withdrawals as handled: those that the page showed. */
export const handleUnclear = (desk: Desk, ids: string[]) =>
  transact(desk.db, (trx) =>
    markHandled(desk, trx, ids)
      .where(({ not }) => not(isUrgent))
      .execute(),
  );

const markHandled = ({ now }: Desk, trx: Transaction<Tables>, ids: string[]) =>
  trx
    .updateTable("withdrawals")
    .set({ handledAt: now() })
    .where("id", "in", ["", ...ids])
    .where("handledAt", "is", null);

const certainLinks = sql`select 1 from withdrawal_orders
  join orders on orders.id = withdrawal_orders.order_id
  where withdrawal_id = withdrawals.id and certainty = 'certain'`;

/** A condition for withdrawals: they mean an order for certain. */
export const isCertain = sql<SqlBool>`exists (${certainLinks})`;

/**
 * They have withdrawn an order. There are no more than orders, because a later declaration for the
 * same order has withdrawn nothing.
 */
const isUrgent = sql<SqlBool>`exists (${certainLinks} and withdrawals.at <= withdrawn_at)`;

const openWithdrawals = ({ db }: Desk) =>
  db.selectFrom("withdrawals").where("handledAt", "is", null);

/** The unhandled withdrawals that have withdrawn an order. Oldest first: each has a deadline. */
export const urgentWithdrawals = (desk: Desk) =>
  withOrders(desk, openWithdrawals(desk).where(isUrgent).orderBy("at").orderBy("id"));

/** How many unclear withdrawals a page shows. A form with all their ids has to fit (body.ts). */
const perPage = 50;

/**
 * The other unhandled withdrawals: they perhaps mean an order, or match none. Newest first, because
 * strangers can send any number of them.
 * @param before the cursor of the page; without it, the first
 */
export async function unclearWithdrawals(desk: Desk, before?: string, limit = perPage) {
  const unclear = openWithdrawals(desk).where(({ not }) => not(isUrgent));
  const { count } = await unclear
    .select((of) => of.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const last = readCursor(before);
  const rest = last
    ? unclear.where((is) => is(is.refTuple("at", "id"), "<", is.tuple(last.time, last.id)))
    : unclear;
  const found = await withOrders(
    desk,
    rest
      .orderBy("at", "desc")
      .orderBy("id", "desc")
      .limit(limit + 1),
  );
  const { page, next } = pageOf(found, limit, ({ at }) => at);
  return { unclear: page, unclearCount: Number(count), next };
}

async function withOrders(
  { db }: Desk,
  withdrawals: SelectQueryBuilder<Tables, "withdrawals", object>,
) {
  const rows = await withdrawals.selectAll().execute();
  const links = await db
    .selectFrom("withdrawalOrders")
    .innerJoin("orders", "orders.id", "withdrawalOrders.orderId")
    .select(["withdrawalId", "orderId", "certainty", "deliveredAt"])
    .where("withdrawalId", "in", ["", ...rows.map(({ id }) => id)])
    .orderBy("certainty")
    .orderBy("orderId")
    .execute();
  const linksOf = Map.groupBy(links, ({ withdrawalId }) => withdrawalId);
  return rows.map((row) => ({ ...row, orders: linksOf.get(row.id) ?? [] }));
}

/** The withdrawals of an order, the perhaps ones too. */
export const withdrawalsOf = ({ db }: Desk, { id }: { id: string }) =>
  db
    .selectFrom("withdrawals")
    .innerJoin("withdrawalOrders", "withdrawalOrders.withdrawalId", "withdrawals.id")
    .selectAll("withdrawals")
    .select("certainty")
    .where("withdrawalOrders.orderId", "=", id)
    .orderBy("at")
    .execute();

/**
 * The possible order numbers in a text: «Pedido 7kq2-m9xa» and «mi 7KQ2 M9XA» mean 7KQ2M9XA. O, I
 * and L are read as 0 and 1 (Crockford).
 */
function numbersIn(contract: string): string[] {
  const half = "[\\dA-TV-Z]{4}";
  const numbers = new RegExp(`(?<![A-Z\\d])(?=(${half})[ -]?(${half})(?![A-Z\\d]))`, "g");
  const found = [...contract.toUpperCase().matchAll(numbers)];
  return ["", ...found.map(([, first, second]) => readNumber(`${first}${second}`))];
}
