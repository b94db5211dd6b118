import { randomBytes } from "node:crypto";
import { type SqlBool, sql, type Transaction } from "kysely";
import { readNumber } from "../../app/desk/shop/order-number.ts";
import { balance } from "../../app/desk/shop/order-rules.ts";
import { daysLate } from "../../app/desk/shop/order-words.ts";
import type { Withdrawal } from "../../app/desk/shop/withdrawal.ts";
import { type Desk, day, dayOf, hour, timeOn } from "../context.ts";
import { acknowledgement, ownersMail } from "../mail/mails.ts";
import { enqueue, lastMailAbout } from "../mail/outbox.ts";
import { oneAtATime, transact } from "../storage/database.ts";
import type { Order, Tables } from "../storage/tables.ts";
import {
  appendEvent,
  closeWithdrawals,
  endPayment,
  findOrder,
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
  const { cancelled, ...received } = await transact(desk.db, async (trx) => {
    const row = await trx
      .insertInto("withdrawals")
      .values({ ...details, id, requestKey: key, at: desk.now() })
      .onConflict((conflict) => conflict.column("requestKey").doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) return { ...(await knownWithdrawal(trx, key)), cancelled: [] };
    const { certain, perhaps } = await ordersMeant(trx, details);
    await link(trx, id, certain, "certain");
    await link(trx, id, perhaps, "perhaps");
    const withdrawn: Order[] = [];
    for (const order of certain) {
      const first = await setWithdrawn(trx, order.id, desk.now());
      if (!first) continue;
      await tellWithdrawn(desk, trx, first, "shopper");
      withdrawn.push((await findOrder({ ...desk, db: trx }, order.id)) ?? first);
    }
    const unpaid = withdrawn.filter(({ state }) => state === "cancelled");
    const isAcknowledged = withdrawn.length > 0 || !(await hasManyMails(desk, trx, details.email));
    if (isAcknowledged) {
      await enqueue(desk, trx, acknowledgement(row, unpaid, withdrawn.length === 0));
    }
    const isTask = certain.length === 0 || withdrawn.some((order) => balance(order) > 0);
    // A second declaration for the same order adds no task, and neither does an unpaid order.
    if (!isTask) await closeWithdrawals(desk, trx, { id });
    else if (!(await hasToldMany(desk, trx))) {
      await enqueue(desk, trx, ownersMail.withdrawal(row, { certain, perhaps }));
      await trx.updateTable("withdrawals").set({ toldAt: row.at }).where("id", "=", id).execute();
    }
    return { ...details, at: row.at, isAcknowledged, cancelled: unpaid };
  });
  for (const order of cancelled) endPayment(desk, order.id);
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
 * certain. If only one of them matches, the owner has to decide.
 */
async function ordersMeant(trx: Transaction<Tables>, { contract, email }: Withdrawal) {
  const orders = trx.selectFrom("orders").selectAll().where("forgottenAt", "is", null);
  const isTheirs = (order: Order) => order.email?.toLowerCase() === email.toLowerCase();
  const named = await orders.where("id", "in", numbersIn(contract)).limit(mostMeant).execute();
  const certain = named.filter(isTheirs);
  if (certain.length > 0 && certain.length === named.length) return { certain, perhaps: [] };
  const known = new Set(named.map(({ id }) => id));
  const theirs = await orders
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("state", "in", ["pending", "paid", "shipped", "delivered"])
    .where("withdrawnAt", "is", null)
    .orderBy("placedAt", "desc")
    .limit(mostMeant)
    .execute();
  return {
    certain,
    perhaps: [
      ...named.filter((order) => !isTheirs(order)),
      ...(certain.length > 0 ? [] : theirs.filter(({ id }) => !known.has(id))),
    ],
  };
}

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
  await oneAtATime(trx, "withdrawals");
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
async function tellWithdrawn(
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
    await tellWithdrawn(desk, trx, order, "owner", on);
    if (balance(order) === 0) await closeWithdrawals(desk, trx, { id });
    return true;
  });
  if (noted) endPayment(desk, orderId);
  return noted;
}

/** The owner says that a declaration that perhaps means this order does. */
export async function confirmWithdrawal(desk: Desk, orderId: string, id: string): Promise<boolean> {
  return transact(desk.db, async (trx) => {
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
    if (order) await tellWithdrawn(desk, trx, order, "owner", dayOf(at));
    return true;
  });
}

/** The owner says that a declaration does not mean this order. */
export async function unlinkWithdrawal({ db }: Desk, orderId: string, id: string) {
  const { numDeletedRows } = await transact(db, (trx) =>
    trx
      .deleteFrom("withdrawalOrders")
      .where("id", "=", `${id} ${orderId}`)
      .where("certainty", "=", "perhaps")
      .executeTakeFirst(),
  );
  return numDeletedRows > 0n;
}

/**
 * Reverses a withdrawal: the shopper has changed their mind, or it was recorded on the wrong order.
 */
export const takeBackWithdrawal = (desk: Desk, orderId: string) =>
  transact(desk.db, async (trx) => {
    const order = await clearWithdrawn(desk, trx, orderId);
    const note = "El comprador no desiste";
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
  if (order) await closeWithdrawals(desk, trx, { orderId });
  return order;
}

/**
 * Marks a withdrawal as handled.
 * @returns the cents that are still owed for its orders; then nothing is done, unless it is marked
 * `anyway`
 */
export const handleWithdrawal = (desk: Desk, id: string, anyway = false): Promise<number> =>
  transact(desk.db, async (trx) => {
    const orders = await trx
      .selectFrom("orders")
      .innerJoin("withdrawalOrders", "withdrawalOrders.orderId", "orders.id")
      .selectAll("orders")
      .where("withdrawalId", "=", id)
      .where("certainty", "=", "certain")
      .where("withdrawnAt", "is not", null)
      .execute();
    const owed = orders.reduce((sum, order) => sum + Math.max(0, balance(order)), 0);
    if (owed > 0 && !anyway) return owed;
    await closeWithdrawals(desk, trx, { id });
    return 0;
  });

/** A condition for withdrawals: they mean an order, or may mean one. */
export const isLinked = sql<SqlBool>`exists (
  select 1 from withdrawal_orders where withdrawal_id = withdrawals.id
)`;

/** Opens a handled withdrawal again. */
export const reopenWithdrawal = ({ db }: Desk, id: string) =>
  transact(db, (trx) =>
    trx.updateTable("withdrawals").set({ handledAt: null }).where("id", "=", id).execute(),
  );

/** Marks all withdrawals without an order as handled, until then: those that the page showed. */
export const handleUnmatched = ({ db, now }: Desk, until: number) =>
  transact(db, (trx) =>
    trx
      .updateTable("withdrawals")
      .set({ handledAt: now() })
      .where("handledAt", "is", null)
      .where("at", "<=", until)
      .where(({ not }) => not(isLinked))
      .execute(),
  );

/** How many withdrawals a page shows. */
const perPage = 50;

/**
 * The unhandled withdrawals. Those of orders come oldest first, because each has a deadline; those
 * without an order newest first, because strangers can send any number of them.
 */
export async function openWithdrawals({ db }: Desk, limit = perPage) {
  const open = db.selectFrom("withdrawals").where("handledAt", "is", null);
  const [matched, unmatched] = [open.where(isLinked), open.where(({ not }) => not(isLinked))];
  const { count } = await unmatched
    .select((of) => of.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const shown = [
    ...(await matched.selectAll().orderBy("at").limit(perPage).execute()),
    ...(await unmatched.selectAll().orderBy("at", "desc").limit(limit).execute()),
  ];
  const links = await db
    .selectFrom("withdrawalOrders")
    .innerJoin("orders", "orders.id", "withdrawalOrders.orderId")
    .select(["withdrawalId", "orderId", "certainty", "deliveredAt"])
    .where("withdrawalId", "in", ["", ...shown.map(({ id }) => id)])
    .orderBy("orderId")
    .execute();
  const linksOf = Map.groupBy(links, ({ withdrawalId }) => withdrawalId);
  return {
    withdrawals: shown.map((row) => ({ ...row, orders: linksOf.get(row.id) ?? [] })),
    unmatchedCount: Number(count),
  };
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
