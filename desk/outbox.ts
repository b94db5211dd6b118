import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import { type Desk, day, hour, minute } from "./context.ts";
import { transact } from "./database.ts";
import type { Mail, Tables } from "./schema.ts";

export interface Letter {
  /** An order or a withdrawal. Of a kind there is one for each. */
  about: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands a mail to the mail server. @throws when it did not take it. */
export type Send = (mail: Mail) => Promise<void>;

/** How long a mail is tried for; after that the owner has to look at it. */
const givenUpAfter = 7 * day;

/** Writes a mail into the transaction that it tells of: both hold, or neither. */
export async function enqueue(
  { now }: Desk,
  trx: Transaction<Tables>,
  letter: Letter,
): Promise<void> {
  const id = createHash("sha256")
    .update(`${letter.about} ${letter.kind}`)
    .digest("hex")
    .slice(0, 32);
  await trx
    .insertInto("mails")
    .values({ ...letter, id, createdAt: now(), dueAt: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Sends what is due, oldest first, and returns how many mails were taken. */
export async function sendDue(desk: Desk, send: Send): Promise<number> {
  const { db, now } = desk;
  let taken = 0;
  const due = await db
    .selectFrom("mails")
    .selectAll()
    .where("sentAt", "is", null)
    .where("dueAt", "<=", now())
    .where("createdAt", ">", now() - givenUpAfter)
    .orderBy("dueAt")
    .limit(50)
    .execute();
  for (const mail of due) {
    if (!(await lease(desk, mail))) continue;
    try {
      await send(mail);
      await update(desk, mail, { sentAt: now(), error: null });
      taken++;
    } catch (error) {
      await update(desk, mail, { error: (error as Error).message.slice(0, 500) });
    }
  }
  return taken;
}

/** Of several processes one gets the mail. Should it die with it, the mail is due again later. */
async function lease({ db, now }: Desk, { id, dueAt, attempts }: Mail): Promise<boolean> {
  const backoff = Math.min(hour, minute * 2 ** attempts);
  const { numUpdatedRows } = await transact(db, (trx) =>
    trx
      .updateTable("mails")
      .set({ dueAt: now() + backoff, attempts: attempts + 1 })
      .where("id", "=", id)
      .where("dueAt", "=", dueAt)
      .where("sentAt", "is", null)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

async function update(
  { db }: Desk,
  { id }: Mail,
  values: { sentAt?: number; error: string | null },
) {
  await transact(db, (trx) => trx.updateTable("mails").set(values).where("id", "=", id).execute());
}

/** Mails that don't get through: refused at least three times, or given up. */
export const stuckMails = ({ db, now }: Desk) =>
  db
    .selectFrom("mails")
    .selectAll()
    .where("sentAt", "is", null)
    .where((is) => is.or([is("attempts", ">=", 3), is("createdAt", "<=", now() - givenUpAfter)]))
    .orderBy("createdAt")
    .limit(50)
    .execute();

/** What an order's people were told, and when. */
export const mailsOf = ({ db }: Desk, { id }: { id: string }) =>
  db.selectFrom("mails").selectAll().where("about", "=", id).orderBy("createdAt").execute();

/** Tries a mail again, at once and for another seven days. */
export async function sendAgain({ db, now }: Desk, id: string): Promise<void> {
  await transact(db, (trx) =>
    trx
      .updateTable("mails")
      .set({ dueAt: now(), createdAt: now(), attempts: 0 })
      .where("id", "=", id)
      .where("sentAt", "is", null)
      .execute(),
  );
}
