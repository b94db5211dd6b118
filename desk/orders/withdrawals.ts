import { randomBytes } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Withdrawal } from "../../app/desk/shop/withdrawal.ts";
import { type Desk, day, hour } from "../context.ts";
import { acknowledgement, ownersMail } from "../mail/mails.ts";
import { enqueue } from "../mail/outbox.ts";
import { oneAtATime, transact } from "../storage/database.ts";
import type { Order, Tables } from "../storage/schema.ts";
import { appendEvent, closeWithdrawals, record, transition } from "./orders.ts";

/**
 * Stores every withdrawal, even if it matches no order: the acknowledgement confirms receipt, not
 * validity. The same key again is the same withdrawal.
 * @returns when it was received, in ms, and whether an email acknowledges it
 */
export async function withdraw(
  desk: Desk,
  key: string,
  details: Withdrawal,
): Promise<{ at: number; isAcknowledged: boolean }> {
  const id = randomBytes(8).toString("hex");
  return transact(desk.db, async (trx) => {
    const row = await trx
      .insertInto("withdrawals")
      .values({ ...details, id, requestKey: key, at: desk.now() })
      .onConflict((conflict) => conflict.column("requestKey").doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) return knownWithdrawal(trx, key);
    const meant = await trx
      .selectFrom("orders")
      .selectAll()
      .where("id", "in", numbersIn(details.contract))
      .where(sql`lower(email)`, "=", details.email.toLowerCase())
      .executeTakeFirst();
    const withdrawn = meant && (await setWithdrawn(desk, trx, meant.id));
    const isAcknowledged = withdrawn !== undefined || !(await isFlood(desk, trx, details.email));
    if (isAcknowledged) {
      await enqueue(desk, trx, acknowledgement(row));
      await enqueue(desk, trx, ownersMail.withdrawal(row, meant?.id ?? null));
    }
    if (meant) {
      await trx
        .updateTable("withdrawals")
        // A second declaration for the same order adds no task.
        .set({ orderId: meant.id, handledAt: withdrawn ? null : row.at })
        .where("id", "=", id)
        .execute();
    }
    if (withdrawn) await tellWithdrawn(desk, trx, withdrawn, "shopper");
    return { at: row.at, isAcknowledged };
  });
}

async function knownWithdrawal(trx: Transaction<Tables>, key: string) {
  const { id, at } = await trx
    .selectFrom("withdrawals")
    .select(["id", "at"])
    .where("requestKey", "=", key)
    .executeTakeFirstOrThrow();
  const mail = trx.selectFrom("mails").select("id").where("about", "=", id);
  return { at, isAcknowledged: (await mail.executeTakeFirst()) !== undefined };
}

/**
 * Limits the acknowledgements of withdrawals that match no order, and of repeated ones: both the
 * sender and the address may be anybody's. Beyond the limit the declaration is stored and shown,
 * and no email is sent. The owner is told of the first ones.
 */
async function isFlood({ now, limits }: Desk, trx: Transaction<Tables>, email: string) {
  await oneAtATime(trx, "withdrawals");
  const since = (time: number) =>
    trx
      .selectFrom("withdrawals")
      .select((of) => of.fn.countAll<number>().as("count"))
      .where("at", ">", now() - time);
  const { perEmail, perHour } = limits.strangersMails;
  const [own, all] = [
    await since(day).where(sql`lower(email)`, "=", email.toLowerCase()).executeTakeFirstOrThrow(),
    await since(hour).where("orderId", "is", null).executeTakeFirstOrThrow(),
  ];
  // The current one is already counted.
  return own.count > perEmail || all.count > perHour;
}

/** Compares and sets: one of several concurrent declarations is the first. */
const setWithdrawn = ({ now }: Desk, trx: Transaction<Tables>, id: string) =>
  trx
    .updateTable("orders")
    .set({ withdrawnAt: now() })
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
): Promise<void> {
  await record(desk, trx, order, "withdrawn", { who });
  const unpaid = { id: order.id, from: ["pending"], to: "cancelled" } as const;
  await transition(desk, trx, unpaid, { who }, sql`received = refunded`);
}

/**
 * Records a withdrawal that arrived by letter, telephone or email: the law requires no form. It
 * waits at the counter like the others.
 */
export async function noteWithdrawal(desk: Desk, orderId: string): Promise<boolean> {
  return transact(desk.db, async (trx) => {
    const order = await setWithdrawn(desk, trx, orderId);
    if (!order) return false;
    const id = randomBytes(8).toString("hex");
    await trx
      .insertInto("withdrawals")
      .values({
        id,
        requestKey: id,
        name: `${order.firstName} ${order.lastName}`,
        contract: order.id,
        email: order.email ?? "",
        at: desk.now(),
        orderId,
      })
      .execute();
    await tellWithdrawn(desk, trx, order, "owner");
    return true;
  });
}

/**
 * Reverses a withdrawal: the shopper has changed their mind, or it was recorded on the wrong order.
 */
export async function takeBackWithdrawal(desk: Desk, orderId: string): Promise<boolean> {
  return transact(desk.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("orders")
      .set({ withdrawnAt: null })
      .where("id", "=", orderId)
      .where("withdrawnAt", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await closeWithdrawals(desk, trx, { orderId });
    const note = "El comprador no desiste";
    await appendEvent(desk, trx, orderId, "note", { who: "owner", note });
    return true;
  });
}

/** Marks a withdrawal as handled. */
export const handleWithdrawal = (desk: Desk, id: string) =>
  transact(desk.db, (trx) => closeWithdrawals(desk, trx, { id }));

/** All unhandled withdrawals, oldest first, because each has a deadline. */
export const openWithdrawals = ({ db }: Desk) =>
  db.selectFrom("withdrawals").selectAll().where("handledAt", "is", null).orderBy("at").execute();

export const withdrawalsOf = ({ db }: Desk, order: Order) =>
  db.selectFrom("withdrawals").selectAll().where("orderId", "=", order.id).orderBy("at").execute();

/** The possible order numbers in a text: «Pedido 7kq2-m9xa» and «mi 7KQ2 M9XA» mean 7KQ2M9XA. */
function numbersIn(contract: string): string[] {
  const half = "[\\dA-HJKMNP-TV-Z]{4}";
  const numbers = new RegExp(`(?<![A-Z\\d])(?=(${half})[ -]?(${half})(?![A-Z\\d]))`, "g");
  const found = [...contract.toUpperCase().matchAll(numbers)];
  return ["", ...found.map(([, first, second]) => `${first}${second}`)];
}
