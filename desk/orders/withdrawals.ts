import { randomBytes } from "node:crypto";
import { type SqlBool, sql } from "kysely";
import { mailboxOf } from "../shop/mailbox.ts";
import { readNumber } from "../shop/order-number.ts";
import { type Actor, mayReopen, net } from "../shop/order-status.ts";
import { dayOf, startOfDay } from "../shop/time.ts";
import type { Withdrawal as Details } from "../shop/withdrawal.ts";
import { takeLock, transact } from "../storage/database.ts";
import { type Desk, timeOn } from "../storage/desk.ts";
import type { Template } from "../storage/mail-data.ts";
import { enqueue, retract } from "../storage/queue.ts";
import type { Order, Trx, Withdrawal } from "../storage/tables.ts";
import { close, reopen } from "./order-steps.ts";
import { addEvent, changeLocked, dataOf, eventsOf, lockOrder, orderById } from "./orders.ts";

/**
 * How many withdrawals of a day get emails of their own: acknowledgements to one mailbox, and emails to the owner about
 * withdrawals that match no order. Anybody can type any address, so the others share one email
 * (jobs/collect-withdrawals.ts).
 */
const maxSeparateMails = 3;

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
    const isOwnersTask = order !== undefined && (await hasOpenWithdrawal(trx, order.id));
    const orderId = order?.id ?? null;
    const request = { ...details, mailbox, requestKey: key, at: desk.now(), orderId };
    const stored = await insert(trx, request);
    // A concurrent request with the same key was first.
    if (!stored) return withKey(trx, key).executeTakeFirstOrThrow();
    const withdrawn =
      order &&
      (await changeLocked(trx, order, () =>
        apply(desk, trx, stored, order.id, { who: "shopper" }),
      ));
    const { id: withdrawalId } = stored;
    if (
      (await ofToday(desk, trx).where("mailbox", "=", mailbox).execute()).length <= maxSeparateMails
    )
      await enqueue(desk, trx, { template: "acknowledgement", withdrawalId });
    const isForOwner = withdrawn
      ? !(isOwnersTask || needsNothingMore(withdrawn.order))
      : (await ofToday(desk, trx).where("orderId", "is", null).execute()).length <=
        maxSeparateMails;
    if (isForOwner) {
      await enqueue(desk, trx, { template: "owner withdrawal", withdrawalId });
    }
    return stored;
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
  const numbers = numbersIn(contract);
  if (numbers.length === 0) return undefined;
  const found = await trx
    .selectFrom("orders")
    .select("id")
    .where("id", "in", numbers)
    .where(sql`lower(email)`, "=", sql`lower(${email})`)
    .execute();
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  const order = await lockOrder(trx, only.id);
  // It may have been erased meanwhile.
  return order?.erasedAt === null ? order : undefined;
}

/**
 * The possible order numbers in a text: «Pedido 7kq2-m9xa» and «mi 7KQ2 M9XA» mean 7KQ2M9XA. O, I
 * and L are read as 0 and 1 (Crockford).
 */
function numbersIn(contract: string): string[] {
  const half = "[\\dA-TV-Z]{4}";
  const numbers = new RegExp(`(?<![A-Z\\d])(?=(${half})[ -]?(${half})(?![A-Z\\d]))`, "g");
  const found = contract.toUpperCase().matchAll(numbers);
  return [...found].map(([, first, second]) => readNumber(`${first}${second}`));
}

const hasOpenWithdrawal = async (trx: Trx, orderId: string) =>
  (await withdrawalsOf(trx, orderId)).some(({ closedAt }) => closedAt === null);

/** Whether the shop holds money of an order. */
const holdsMoney = (order: Order) => net(order) > 0;

/** Applies a withdrawal. Cancels the order if it was not sent and the shop holds no money for it. */
async function apply(
  desk: Desk,
  trx: Trx,
  { id: withdrawal }: Withdrawal,
  orderId: string,
  { who, day }: { who: Actor; day?: string | undefined },
): Promise<{ order: Order; event: number }> {
  const event = await addEvent(desk, trx, orderId, "withdrawn", { withdrawal }, { who, day });
  const withdrawn = await orderById(trx, orderId);
  const isUnsent = withdrawn.closed === null && withdrawn.fulfilment === "unfulfilled";
  const order =
    isUnsent && !holdsMoney(withdrawn)
      ? await close(desk, trx, withdrawn, "cancelled", { who, silent: true })
      : withdrawn;
  await updateWithdrawals(desk, trx, order);
  return { order, event };
}

/** Returns true if a withdrawal from this order needs nothing more. */
const needsNothingMore = (order: Order) =>
  !holdsMoney(order) && (order.closed !== null || order.status === "refunded");

/**
 * Closes the withdrawals from an order once its money is back, and opens them again if a refund is
 * reversed. Those that the owner has closed with a note stay as they are.
 */
export async function updateWithdrawals({ now }: Desk, trx: Trx, order: Order): Promise<void> {
  const closedAt = needsNothingMore(order) ? now() : null;
  await trx
    .updateTable("withdrawals")
    .set({ closedAt })
    .where("orderId", "=", order.id)
    .where("answer", "is", null)
    .where("closedAt", closedAt === null ? "is not" : "is", null)
    .execute();
}

/* The owner's steps on an order. The caller holds the order's lock (`lockOrder`). */

/**
 * Records a withdrawal that arrived by letter, telephone or email: the law requires no form.
 * @param day the day on which it arrived, if that was not today
 */
export async function noteWithdrawal(
  desk: Desk,
  trx: Trx,
  order: Order,
  { day }: { day?: string | undefined } = {},
): Promise<Order> {
  const withdrawal = await insert(trx, {
    requestKey: randomBytes(16).toString("hex"),
    name: `${order.firstName ?? ""} ${order.lastName ?? ""}`.trim(),
    contract: order.id,
    email: order.email ?? "",
    mailbox: null,
    at: timeOn(desk, day),
    orderId: order.id,
  });
  if (!withdrawal) throw new Error("A random key is in use.");
  return applyByHand(desk, trx, withdrawal, order.id, day);
}

/**
 * Links a withdrawal whose order was unknown.
 * @returns undefined if it is not open and unlinked any more, or if the order is erased
 */
export async function linkWithdrawal(
  desk: Desk,
  trx: Trx,
  { id: orderId, erasedAt }: Order,
  withdrawalId: string,
): Promise<Order | undefined> {
  if (erasedAt !== null) return undefined;
  const withdrawal = await trx
    .updateTable("withdrawals")
    .set({ orderId })
    .where("id", "=", withdrawalId)
    .where("orderId", "is", null)
    .where("closedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
  return withdrawal && applyByHand(desk, trx, withdrawal, orderId, dayOf(withdrawal.at));
}

async function applyByHand(
  desk: Desk,
  trx: Trx,
  withdrawal: Withdrawal,
  orderId: string,
  day: string | undefined,
): Promise<Order> {
  const { order, event } = await apply(desk, trx, withdrawal, orderId, { who: "owner", day });
  if (order.email) {
    const cause = `event ${event}`;
    const delay = desk.limits.undoWithin;
    await enqueue(desk, trx, { template: "withdrawn", orderId, cause, delay });
  }
  return order;
}

/**
 * Unlinks a withdrawal, and closes it with a note: the shopper does not withdraw, or meant
 * another order. An order that it had closed is open again.
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
  const index = events.findLastIndex(
    (event) => dataOf(event, "withdrawn")?.withdrawal === withdrawalId,
  );
  if (!(await unlink(desk, trx, order, withdrawalId, answer))) return undefined;
  const about = { withdrawal: withdrawalId };
  const by = { who: "owner", note: answer } as const;
  const cause = `event ${await addEvent(desk, trx, order.id, "unlinked", about, by)}`;
  const withdrawn = events[index];
  const isByShopper = withdrawn?.who === "shopper";
  const announcement = withdrawn && (await retract(trx, order.id, `event ${withdrawn.id}`));
  const wasNotified = order.email !== null && (isByShopper || (announcement ?? "sent") === "sent");

  const closing = events.findLastIndex(({ kind }) =>
    ["cancelled", "expired", "reopened"].includes(kind),
  );
  // A refunded order stays cancelled: whoever wants it after all orders again.
  const hasClosed =
    order.closed === "cancelled" && mayReopen(order) && index >= 0 && closing === index + 1;
  if (hasClosed) {
    const reopened = await reopen(desk, trx, order);
    if (wasNotified) await enqueue(desk, trx, { template: "reopened", orderId: order.id, cause });
    return reopened;
  }
  // A shopper who withdrew on the page told us that they do not withdraw, and needs no correction.
  if (wasNotified && !isByShopper) {
    await enqueue(desk, trx, { template: "correction", orderId: order.id, cause });
  }
  return orderById(trx, order.id);
}

/**
 * Rejects a late withdrawal. The shopper gets the reason by email.
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
 * Closes a withdrawal with the owner's note, linked to an order or not.
 * @returns whether it was open
 */
export const closeWithdrawal = (desk: Desk, id: string, answer: string): Promise<boolean> =>
  transact(desk.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("withdrawals")
      .set({ closedAt: desk.now(), answer })
      .where("id", "=", id)
      .where("closedAt", "is", null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });

/**
 * Opens a closed withdrawal again. If it was rejected, the email about that is deleted, unless it was
 * tried.
 * @returns whether it was closed
 */
export const reopenWithdrawal = (desk: Desk, id: string): Promise<boolean> =>
  transact(desk.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("withdrawals")
      .set({ closedAt: null, answer: null })
      .where("id", "=", id)
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

/** The open withdrawals, oldest first because each has a deadline, with the times at which their orders arrived. */
export const openWithdrawals = (db: Desk["db"]) =>
  db
    .selectFrom("withdrawals")
    .leftJoin("orders", "orders.id", "withdrawals.orderId")
    .selectAll("withdrawals")
    .select("orders.deliveredAt")
    .where("withdrawals.closedAt", "is", null)
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

/** The open withdrawals of unknown orders from the address of this order, oldest first. */
export const possibleWithdrawals = (db: Desk["db"], { email }: Order): Promise<Withdrawal[]> =>
  db
    .selectFrom("withdrawals")
    .selectAll()
    .where(sql`lower(email)`, "=", sql`lower(${email})`)
    .where("orderId", "is", null)
    .where("closedAt", "is", null)
    .orderBy("at")
    .execute();
