import { minute } from "../shop/time.ts";
import { takeLock, transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import type { LinkTemplate, MailData } from "../storage/mail-data.ts";
import { enqueue, retryAfter } from "../storage/queue.ts";
import type { Mail, Trx } from "../storage/tables.ts";
import { hashOf, newSecret } from "./secrets.ts";

/*
 * The owner signs in, and confirms a new account, by a link in an email to OWNER_EMAIL. That is a setting of the
 * server, so nobody can redirect the links with a stolen session.
 */

/** How long, in ms, a link is valid. A new link does not invalidate older ones. */
const validFor = 30 * minute;
/**
 * The shortest time, in ms, between two emails of a kind: it counts from when one left. If somebody else requests links
 * all day long, she gets six emails an hour, and always has two or three valid links.
 */
const pauseBetween = 10 * minute;

/**
 * Queues the email with a link, unless one of its kind has left within ten minutes. One that waits keeps its place, takes
 * the new data and is tried again at once, but at most once a minute.
 * @returns whether an email with this data waits now
 */
export async function sendLink<Name extends LinkTemplate>(
  desk: Desk,
  template: Name,
  data: MailData[Name],
): Promise<boolean> {
  const decide = async (db: Desk["db"]) =>
    decisionOn(await lastOf(desk, db, template), JSON.stringify(data ?? {}), desk.now());
  // Decided before the transaction too, so that repeated requests cost only a query.
  const first = await decide(desk.db);
  if (typeof first === "boolean") return first;
  return transact(desk.db, async (trx) => {
    await takeLock(trx, "email links");
    const decision = await decide(trx);
    if (typeof decision === "boolean") return decision;
    const { last, change, delay } = decision;
    if (last && change) {
      const { numUpdatedRows } = await trx
        .updateTable("mails")
        .set(change)
        .where("id", "=", last.id)
        // A worker may have just begun to send it, or have ended.
        .where("dueAt", "=", last.dueAt)
        .where("attempts", "=", last.attempts)
        .where("sentAt", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
    }
    if (delay !== undefined) {
      const mail = { template, key: newSecret(), delay, data };
      await enqueue(desk, trx, mail as Parameters<typeof enqueue>[2]);
    }
    return true;
  });
}

interface Decision {
  last: Last | undefined;
  change?: Partial<Mail>;
  /** How long, in ms, a new email waits. */
  delay?: number;
}

/** What a request for a link changes; if nothing, whether an email with this data waits. */
function decisionOn(last: Last | undefined, data: string, now: number): Decision | boolean {
  if (!last) return { last, delay: 0 };
  const { sentAt, refusedAt, dismissedAt, dueAt, attempts, copies, error } = last;
  const triedAt = sentAt ?? dueAt - retryAfter(attempts);
  const hasLeft = sentAt !== null || copies > 0;
  const soonest = triedAt + (hasLeft ? pauseBetween : minute);
  // A time too far ahead comes from a clock that was wrong.
  const left = soonest > now + pauseBetween ? 0 : Math.max(0, soonest - now);
  if (sentAt !== null || refusedAt !== null || dismissedAt !== null) {
    // Shortly before the end of the ten minutes an email is queued for then.
    if (left > minute) return false;
    // The owner need not look at it any more.
    return { last, delay: left, ...(sentAt === null && { change: { dismissedAt: now } }) };
  }
  const isBeingSent = attempts > 0 && error === null && dueAt > now;
  if (isBeingSent) return false;
  const isSooner = dueAt > now + Math.max(left, minute);
  if (data === last.data && !isSooner) return true;
  // The attempt that was asked for does not count.
  return {
    last,
    change: { data, ...(isSooner && { dueAt: now + left, attempts: Math.max(0, attempts - 1) }) },
  };
}

type Last = NonNullable<Awaited<ReturnType<typeof lastOf>>>;

/** The newest email. One in the future comes from a clock that was wrong. Uses the index mails_of_shop. */
const lastOf = ({ now }: Desk, db: Desk["db"], template: LinkTemplate) =>
  db
    .selectFrom("mails")
    .selectAll()
    .where("template", "=", template)
    .where("orderId", "is", null)
    .where("withdrawalId", "is", null)
    .where("createdAt", "<=", now())
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

/**
 * Deletes a link, which can be used once.
 * @param use what it has to be for: another one is not used up
 * @returns what `findLink` returns
 */
export async function consumeLink(
  trx: Trx,
  { now }: Pick<Desk, "now">,
  secret: string,
  use: "sign in" | "confirm",
): Promise<string | null | undefined> {
  const link = await trx
    .deleteFrom("emailLinks")
    .where("id", "=", hashOf(secret))
    .where("madeAt", ">", now() - validFor)
    .where("iban", use === "confirm" ? "is not" : "is", null)
    .returning("iban")
    .executeTakeFirst();
  return link?.iban;
}
