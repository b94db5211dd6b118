import { minute } from "../shop/time.ts";
import { takeLock, transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import type { LinkTemplate, MailData } from "../storage/mail-data.ts";
import { enqueue } from "../storage/queue.ts";
import type { Trx } from "../storage/tables.ts";
import { hashOf, newSecret } from "./secrets.ts";

/*
 * The owner signs in, and confirms a new account, by a link in an email to OWNER_EMAIL. That is a setting of the
 * server, so nobody can redirect the links with a stolen session.
 */

/** How long, in ms, a link is valid. A new link does not invalidate older ones. */
const validFor = 30 * minute;
/**
 * The shortest time, in ms, between two emails. If somebody else requests links all day long, she gets six emails an
 * hour, and always has two or three valid links.
 */
const pauseBetween = 10 * minute;

/**
 * Queues the email with a link, unless one of its kind was queued within ten minutes. An earlier one that has not been
 * sent is dismissed.
 * @returns whether it was queued
 */
export async function sendLink<Name extends LinkTemplate>(
  desk: Desk,
  template: Name,
  data: MailData[Name],
): Promise<boolean> {
  const { db, now } = desk;
  // Checked before the transaction, so that repeated requests cost only a query.
  if (isRecent(await lastOf(db, template), now())) return false;
  return transact(db, async (trx) => {
    await takeLock(trx, "email links");
    const last = await lastOf(trx, template);
    if (isRecent(last, now())) return false;
    if (last?.sentAt === null)
      await trx
        .updateTable("mails")
        .set({ dismissedAt: now() })
        .where("id", "=", last.id)
        .where("sentAt", "is", null)
        .execute();
    await enqueue(desk, trx, { template, key: newSecret(), data } as Parameters<typeof enqueue>[2]);
    return true;
  });
}

/** A time in the future comes from a clock that was wrong, and does not count. */
const isRecent = (last: { createdAt: number } | undefined, now: number) =>
  last !== undefined && last.createdAt <= now && last.createdAt > now - pauseBetween;

/** Uses the index mails_of_shop. */
const lastOf = (db: Desk["db"], template: LinkTemplate) =>
  db
    .selectFrom("mails")
    .select(["id", "createdAt", "sentAt"])
    .where("template", "=", template)
    .where("orderId", "is", null)
    .where("withdrawalId", "is", null)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();

/**
 * Makes a link when its email is rendered, so that no stored text contains it. Deletes expired links.
 * @param iban the account to confirm; null to sign in
 * @returns the secret in its address
 */
export async function makeLink(
  { db, now }: Pick<Desk, "db" | "now">,
  iban: string | null = null,
): Promise<string> {
  const secret = newSecret();
  await transact(db, async (trx) => {
    await trx
      .deleteFrom("emailLinks")
      .where("madeAt", "<=", now() - validFor)
      .execute();
    const link = { id: hashOf(secret), madeAt: now(), iban };
    await trx.insertInto("emailLinks").values(link).execute();
  });
  return secret;
}

/** The account that a link confirms, or null if it signs in; undefined if it is invalid or has expired. */
export async function findLink({ db, now }: Pick<Desk, "db" | "now">, secret: string) {
  const link = await db
    .selectFrom("emailLinks")
    .select("iban")
    .where("id", "=", hashOf(secret))
    .where("madeAt", ">", now() - validFor)
    .executeTakeFirst();
  return link?.iban;
}

/** Deletes a link, which can be used once. @returns what `findLink` returns */
export async function consumeLink(
  trx: Trx,
  { now }: Pick<Desk, "now">,
  secret: string,
): Promise<string | null | undefined> {
  const link = await trx
    .deleteFrom("emailLinks")
    .where("id", "=", hashOf(secret))
    .where("madeAt", ">", now() - validFor)
    .returning("iban")
    .executeTakeFirst();
  return link?.iban;
}
