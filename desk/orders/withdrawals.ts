import { randomBytes } from "node:crypto";
import { type SqlBool, sql } from "kysely";
import { dataOf, removalsOf, removalToPutBack } from "../shop/bottles.ts";
import { mailboxOf } from "../shop/mailbox.ts";
import { numbersIn } from "../shop/order-number.ts";
import { type Actor, kept, owedBack } from "../shop/order-status.ts";
import { dayOf, startOfDay } from "../shop/time.ts";
import { type Withdrawal as Declared, reasonToDecide } from "../shop/withdrawal.ts";
import { takeLock, transact } from "../storage/database.ts";
import { type Desk, timeOn } from "../storage/desk.ts";
import type { Template } from "../storage/mail-data.ts";
import { enqueue, retract } from "../storage/queue.ts";
import type { Order, Trx, Withdrawal } from "../storage/tables.ts";
import { ledgerOf } from "./ledger.ts";
import {
  addEvent,
  changeLocked,
  eventsOf,
  isToDecide,
  lockOrder,
  orderById,
  ordersNamed,
} from "./orders.ts";
import { decide, putBack, takeOff } from "./removals.ts";

/**
 * How many withdrawals of a day get emails of their own: acknowledgements to one mailbox, and emails to the owner about
 * withdrawals that match no order. Anybody can type any address, so the others share one email
 * (jobs/collect-withdrawals.ts).
 */
const maxSeparateMails = 3;

/** A declaration, of all of the order without a number. */
type Details = Omit<Declared, "bottles"> & Partial<Pick<Declared, "bottles">>;

/**
 * Stores and acknowledges every withdrawal, even if its order is unknown: the acknowledgement confirms
 * receipt, not validity. A repeated key returns the first withdrawal with that key.
 */
export const withdraw = (desk: Desk, key: string, details: Details): Promise<Withdrawal> =>
  transact(desk.db, async (trx) => {
    const known = await withKey(trx, key).executeTakeFirst();
    if (known) return known;
    const mailbox = mailboxOf(details.email);
    await takeLock(trx, `withdrawals ${mailbox}`);
    const order = await findReferencedOrder(trx, details);
    const orderId = order?.id ?? null;
    const request = {
      bottles: null,
      ...details,
      mailbox,
      requestKey: key,
      at: desk.now(),
      orderId,
    };
    const stored = await insert(trx, request);
    // A concurrent request with the same key was first.
    if (!stored) return withKey(trx, key).executeTakeFirstOrThrow();
    const event =
      order &&
      (await changeLocked(desk, trx, order, () =>
        apply(desk, trx, stored, order, { who: "shopper" }),
      ));
    const { id: withdrawalId } = stored;
    if (
      (await ofToday(desk, trx).where("mailbox", "=", mailbox).execute()).length <= maxSeparateMails
    )
      await enqueue(desk, trx, { template: "acknowledgement", withdrawalId });
    const isForOwner = order
      ? event !== undefined && order.toDecide === null && (await needsOwner(trx, order.id))
      : (await ofToday(desk, trx).where("orderId", "is", null).execute()).length <=
        maxSeparateMails;
    if (isForOwner) {
      await enqueue(desk, trx, { template: "owner withdrawal", withdrawalId });
    }
    return withKey(trx, key).executeTakeFirstOrThrow();
  });

/** The withdrawals that came by the form today. */
const ofToday = ({ now }: Desk, trx: Trx) =>
  trx
    .selectFrom("withdrawals")
    .select("id")
    .where("at", ">=", startOfDay(now(), 0))
    .where("mailbox", "is not", null);

const hasNoMail = (template: Template) =>
  sql<SqlBool>`not exists (select 1 from mails
    where withdrawal_id = withdrawals.id and template = ${template})`;

/** Withdrawals by the form that have no acknowledgement of their own, oldest first. */
export const withoutAcknowledgement = (db: Desk["db"]) =>
  db
    .selectFrom("withdrawals")
    .selectAll()
    .where("mailbox", "is not", null)
    .where(hasNoMail("acknowledgement"))
    .orderBy("at")
    .orderBy("id");

/** The withdrawals that are acknowledged together with this one: those of its day and mailbox. */
export const collectedWith = (db: Desk["db"], { mailbox, at }: Withdrawal): Promise<Withdrawal[]> =>
  withoutAcknowledgement(db)
    .where("mailbox", "=", mailbox ?? "")
    .where("at", ">=", startOfDay(at, 0))
    .where("at", "<", startOfDay(at, 1))
    .execute();

/** Whether a withdrawal is acknowledged together with others, the next day. */
export const isCollected = async (db: Desk["db"], { id }: Withdrawal): Promise<boolean> =>
  (await withoutAcknowledgement(db).where("id", "=", id).execute()).length > 0;

/** Open withdrawals by the form that match no order, and about which the owner has no email. */
export const unreportedWithdrawals = (db: Desk["db"]) =>
  db
    .selectFrom("withdrawals")
    .selectAll()
    .where("mailbox", "is not", null)
    .where("orderId", "is", null)
    .where("closedAt", "is", null)
    .where(hasNoMail("owner withdrawal"));

const withKey = (trx: Trx, key: string) =>
  trx.selectFrom("withdrawals").selectAll().where("requestKey", "=", key);

type NewWithdrawal = Omit<Withdrawal, "id" | "closedAt" | "answer">;

/** Undefined if this request is stored already. */
const insert = (trx: Trx, values: NewWithdrawal): Promise<Withdrawal | undefined> =>
  trx
    .insertInto("withdrawals")
    .values({ ...values, id: randomBytes(8).toString("hex") })
    .onConflict((conflict) => conflict.column("requestKey").doNothing())
    .returningAll()
    .executeTakeFirst();

/** Locks and returns the only order whose number and address a withdrawal states. */
async function findReferencedOrder(
  trx: Trx,
  { contract, email }: Details,
): Promise<Order | undefined> {
  const found = (await ordersNamed(trx, contract)).filter((order) => isFrom(email, order));
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  const order = await lockOrder(trx, only.id);
  // It may have been erased meanwhile.
  return order?.erasedAt === null ? order : undefined;
}

/** Whether an order is open, or owes something. */
async function needsOwner(trx: Trx, id: string): Promise<boolean> {
  const order = await orderById(trx, id);
  return order.closed === null || owedBack(order) > 0;
}

/**
 * Applies a withdrawal to its order: takes the bottles off, unless the owner has to decide about it.
 * @returns the id of its event; undefined if there is nothing left to withdraw from
 */
async function apply(
  desk: Desk,
  trx: Trx,
  { id: withdrawal, at, bottles }: Withdrawal,
  order: Order,
  { who, day }: { who: Actor; day?: string | undefined },
): Promise<number | undefined> {
  const left = kept(order);
  if (left === 0) {
    await decide(desk, trx, withdrawal);
    return undefined;
  }
  const events = await eventsOf(trx, order.id);
  const event = await addEvent(desk, trx, order.id, "withdrawn", { withdrawal }, { who, day });
  if (!reasonToDecide(order, events, { at, bottles }))
    await takeOff(desk, trx, order, { bottles: Math.min(bottles ?? left, left), withdrawal, who });
  return event;
}

/* The owner's steps on an order. The caller holds the order's lock (`lockOrder`). */

/**
 * Records a withdrawal that arrived by letter, telephone or email: the law requires no form.
 * @param day the day on which it arrived, if that was not today
 * @param bottles how many it is about, if not all
 */
export async function noteWithdrawal(
  desk: Desk,
  trx: Trx,
  order: Order,
  { day, bottles = null }: { day?: string | undefined; bottles?: number | null } = {},
): Promise<Order> {
  const withdrawal = await insert(trx, {
    requestKey: randomBytes(16).toString("hex"),
    name: `${order.firstName ?? ""} ${order.lastName ?? ""}`.trim(),
    contract: order.id,
    email: order.email ?? "",
    bottles,
    mailbox: null,
    at: timeOn(desk, day),
    orderId: order.id,
  });
  if (!withdrawal) throw new Error("A random key is in use.");
  return applyByHand(desk, trx, withdrawal, order, day);
}

/**
 * Links a withdrawal whose order was unknown.
 * @returns undefined if it is not open and unlinked any more, or if the order is erased
 */
export async function linkWithdrawal(
  desk: Desk,
  trx: Trx,
  order: Order,
  withdrawalId: string,
): Promise<Order | undefined> {
  if (order.erasedAt !== null) return undefined;
  const withdrawal = await trx
    .updateTable("withdrawals")
    .set({ orderId: order.id })
    .where("id", "=", withdrawalId)
    .where("orderId", "is", null)
    .where("closedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
  return withdrawal && applyByHand(desk, trx, withdrawal, order, dayOf(withdrawal.at));
}

async function applyByHand(
  desk: Desk,
  trx: Trx,
  withdrawal: Withdrawal,
  order: Order,
  day: string | undefined,
): Promise<Order> {
  const event = await apply(desk, trx, withdrawal, order, { who: "owner", day });
  if (order.email && event !== undefined) {
    const cause = `event ${event}`;
    const delay = desk.limits.undoWithin;
    await enqueue(desk, trx, { template: "withdrawn", orderId: order.id, cause, delay });
  }
  return orderById(trx, order.id);
}

/**
 * Unlinks a withdrawal, and closes it with a note: the shopper does not withdraw, or meant another order. Its bottles
 * are put back, if they can be (`removalToPutBack`).
 * @returns undefined if it is not linked to this order any more
 */
export async function unlinkWithdrawal(
  desk: Desk,
  trx: Trx,
  order: Order,
  withdrawalId: string,
  answer: string,
): Promise<Order | undefined> {
  const events = await eventsOf(trx, order.id);
  const withdrawn = events.findLast(
    (event) => dataOf(event, "withdrawn")?.withdrawal === withdrawalId,
  );
  if (!(await unlink(desk, trx, order, withdrawalId, answer))) return undefined;
  const removal = removalToPutBack(order, events, await ledgerOf(trx, order.id));
  const after = removal?.withdrawal === withdrawalId ? await putBack(desk, trx, order) : undefined;
  const about = { withdrawal: withdrawalId };
  const by = { who: "owner", note: answer } as const;
  const cause = `event ${await addEvent(desk, trx, order.id, "unlinked", about, by)}`;
  const isByShopper = withdrawn?.who === "shopper";
  const announcement = withdrawn && (await retract(trx, order.id, `event ${withdrawn.id}`));
  const wasNotified = order.email !== null && (isByShopper || (announcement ?? "sent") === "sent");
  const isReopened = order.closed !== null && after?.closed === null;
  // A shopper who withdrew on the page told us that they do not withdraw, and needs no correction.
  if (wasNotified && (isReopened || !isByShopper)) {
    const template = isReopened ? "reopened" : "correction";
    await enqueue(desk, trx, { template, orderId: order.id, cause });
  }
  return orderById(trx, order.id);
}

/**
 * Rejects a withdrawal that is to decide. The shopper gets the reason by email.
 * @returns undefined if it is not linked to this order any more
 */
export async function rejectWithdrawal(
  desk: Desk,
  trx: Trx,
  order: Order,
  withdrawalId: string,
  reason: string,
): Promise<Order | undefined> {
  if (!(await unlink(desk, trx, order, withdrawalId, reason))) return undefined;
  const about = { withdrawal: withdrawalId };
  const by = { who: "owner", note: reason } as const;
  const event = await addEvent(desk, trx, order.id, "rejected", about, by);
  if (order.email !== null) {
    await enqueue(desk, trx, {
      template: "withdrawal rejected",
      orderId: order.id,
      withdrawalId,
      cause: `event ${event}`,
      delay: desk.limits.undoWithin,
      data: { reason },
    });
  }
  return orderById(trx, order.id);
}

/** Only the first concurrent call unlinks it. @returns whether it was linked to this order */
async function unlink({ now }: Desk, trx: Trx, order: Order, id: string, answer: string) {
  const { numUpdatedRows } = await trx
    .updateTable("withdrawals")
    .set({ orderId: null, closedAt: now(), answer })
    .where("id", "=", id)
    .where("orderId", "=", order.id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Closes a withdrawal of no order, with the owner's note.
 * @returns whether it was open and without an order
 */
export const closeWithdrawal = (desk: Desk, id: string, answer: string): Promise<boolean> =>
  transact(desk.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("withdrawals")
      .set({ closedAt: desk.now(), answer })
      .where("id", "=", id)
      .where("orderId", "is", null)
      .where("closedAt", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });

/**
 * Opens a closed withdrawal of no order again. If it was rejected, the email about that is deleted, unless it was
 * tried.
 * @returns whether it was closed
 */
export const reopenWithdrawal = (desk: Desk, id: string): Promise<boolean> =>
  transact(desk.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("withdrawals")
      .set({ closedAt: null, answer: null })
      .where("id", "=", id)
      .where("orderId", "is", null)
      .where("closedAt", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await trx
      .deleteFrom("mails")
      .where("withdrawalId", "=", id)
      .where("template", "=", "withdrawal rejected")
      .where("attempts", "=", 0)
      .execute();
    return true;
  });

/**
 * The withdrawals without an order and those to decide, oldest first because each has a deadline, with the times at
 * which their orders arrived.
 */
export const openWithdrawals = (db: Desk["db"]) =>
  db
    .selectFrom("withdrawals")
    .leftJoin("orders", "orders.id", "withdrawals.orderId")
    .selectAll("withdrawals")
    .select("orders.deliveredAt")
    .where("withdrawals.closedAt", "is", null)
    .where(sql<SqlBool>`(order_id is null or ${isToDecide})`)
    .orderBy("withdrawals.at")
    .orderBy("withdrawals.id")
    .limit(100)
    .execute();

/** The withdrawals from an order, oldest first. */
export const withdrawalsOf = (db: Desk["db"], orderId: string): Promise<Withdrawal[]> =>
  db
    .selectFrom("withdrawals")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("at")
    .orderBy("id")
    .execute();

/** How many bottles a withdrawal has taken off its order; undefined if none. */
export async function takenBy(db: Desk["db"], { id, orderId }: Withdrawal) {
  const removals = orderId === null ? [] : removalsOf(await eventsOf(db, orderId));
  return removals.find(({ withdrawal }) => withdrawal === id)?.bottles;
}

/** The open withdrawals without an order, oldest first, with the order numbers that they may state. */
export async function unlinkedWithdrawals(db: Desk["db"]) {
  const unlinked = await db
    .selectFrom("withdrawals")
    .selectAll()
    .where("orderId", "is", null)
    .where("closedAt", "is", null)
    .orderBy("at")
    .execute();
  return unlinked.map((withdrawal) => ({
    ...withdrawal,
    numbers: numbersIn(withdrawal.contract),
  }));
}

/** Whether a withdrawal without an order may be from this one: it states its number, or comes from its address. */
export const mayMean = (
  { numbers, email }: { numbers: string[]; email: string },
  order: Pick<Order, "id" | "email">,
) => isFrom(email, order) || numbers.includes(order.id);

const isFrom = (email: string, order: Pick<Order, "email">) =>
  email.toLowerCase() === order.email?.toLowerCase();

/** The open withdrawals without an order that may be from this one, oldest first. */
export const possibleWithdrawals = async (db: Desk["db"], order: Pick<Order, "id" | "email">) =>
  (await unlinkedWithdrawals(db)).filter((withdrawal) => mayMean(withdrawal, order));
