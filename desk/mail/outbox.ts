import { setImmediate as giveWay, setTimeout as wait } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import { hour, minute } from "../shop/time.ts";
import { isUnavailable, transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import type { Lane } from "../storage/mail-data.ts";
import { enqueue, mailId, retryAfter } from "../storage/queue.ts";
import { reasonOf } from "../storage/reason.ts";
import type { Mail, Order } from "../storage/tables.ts";
import { redactMailboxNames } from "./mail-format.ts";
import { type RenderedMail, renderMail } from "./render.ts";

/** An email to hand to the mail server. The id is also its Message-ID. */
export interface OutgoingMail extends RenderedMail {
  id: string;
}

/** Sends an email. @throws if the mail server did not accept it; `MailRefused` if it never will. */
export type Send = (mail: OutgoingMail) => Promise<void>;

export class MailRefused extends Error {}
/** The mail server may have accepted the email. Each retry may be another copy. */
export class MailUncertain extends Error {}
/** The mail server accepts no email at all. */
export class MailServerDown extends Error {}

/** How many times an email is tried, over about seven days. After that the owner has to look at it. */
const maxAttempts = 7 * 24;
/** How many copies of an email are sent if the mail server never says that it accepted it. */
const maxCopies = 3;
/** Longer than an attempt: the mailer's 12 minutes, and `recordTimeout`. */
const lease = 15 * minute;
/** How long a lane sends nothing while its mail server is down, and how long after an email to a stranger. */
const pauseIfDown = minute;
const pauseAfterStranger = 2 * minute;
/** Longer than an email waits for its lease, its next attempt or an undo. */
const maxWait = 2 * hour;
/**
 * After this many attempts, a quarter of an hour, an email is stuck: the owner sees it, and it does not
 * hold back later ones any more.
 */
const stuckAfter = 5;

/** Until when, in ms, a lane sends nothing, and whether its mail server was down. */
interface LaneState {
  pausedUntil: number;
  isDown: boolean;
}
const states = new WeakMap<Desk["db"], Record<Lane, LaneState>>();

function stateOf({ db }: Desk, lane: Lane): LaneState {
  const initial = () => ({ pausedUntil: 0, isDown: false });
  const known = states.get(db) ?? { links: initial(), strangers: initial(), normal: initial() };
  states.set(db, known);
  return known[lane];
}

/** Whether the mail server has accepted none of this desk's emails since it failed. */
export const isMailServerDown = (desk: Desk) => stateOf(desk, "normal").isDown;

/**
 * Sends the due emails of a lane, oldest first, one by one. Returns how many were accepted.
 * @param stop ends it before the next email
 */
export async function sendDue(
  desk: Desk,
  send: Send,
  lane: Lane = "normal",
  stop?: AbortSignal,
): Promise<number> {
  const state = stateOf(desk, lane);
  const isPaused = () => {
    const left = state.pausedUntil - desk.now();
    return left > 0 && left <= pauseAfterStranger;
  };
  let sent = 0;
  let leased = 1;
  while (leased > 0 && !isPaused() && !stop?.aborted) {
    leased = 0;
    for (const mail of await dueMails(desk, lane)) {
      if (isPaused() || stop?.aborted) break;
      // SQLite runs in the thread of the requests.
      await giveWay();
      const leasedUntil = await takeLease(desk, mail);
      if (leasedUntil === undefined) continue;
      leased++;
      if (await trySending(desk, { ...mail, dueAt: leasedUntil }, send, state)) sent++;
      if (lane === "strangers") state.pausedUntil = desk.now() + pauseAfterStranger;
    }
  }
  return sent;
}

/** How many workers each lane has. Several, so that one slow email does not delay the others. */
const workers: Record<Lane, number> = { links: 1, normal: 4, strangers: 1 };

/**
 * The lanes, each with its workers and a mailer of its own.
 * @param connect makes a mailer with this many connections
 */
export const mailLanes = (connect: (connections: number) => Send) =>
  (Object.keys(workers) as Lane[]).map((lane) => ({
    lane,
    workers: workers[lane],
    send: connect(workers[lane]),
  }));

/**
 * The due emails, and those whose `dueAt` is too far ahead because it was set while the clock was wrong. The
 * emails about an order are sent to each audience in order: one that is put off, or that is being sent, holds
 * back the later ones. The conditions use the indexes mails_by_lane and mails_by_order.
 */
const dueMails = ({ db, now }: Desk, lane: Lane) =>
  db
    .selectFrom("mails")
    .selectAll()
    .where("lane", "=", lane)
    .where((is) => is.or([is("dueAt", "<=", now()), is("dueAt", ">", now() + maxWait)]))
    .where(isUnsent("mails"))
    .where(
      sql<SqlBool>`not exists (select 1 from mails earlier where earlier.order_id = mails.order_id
        and earlier.audience = mails.audience and earlier.created_at < mails.created_at
        and earlier.attempts < ${stuckAfter} and ${isUnsent("earlier")})`,
    )
    .orderBy("dueAt")
    .orderBy("id")
    .limit(20)
    .execute();

const isUnsent = (table: "mails" | "earlier") =>
  sql<SqlBool>`${sql.ref(`${table}.sentAt`)} is null
    and ${sql.ref(`${table}.refusedAt`)} is null
    and ${sql.ref(`${table}.dismissedAt`)} is null`;

/**
 * Leases an email, so that one of several workers sends it. If the worker dies, the lease expires.
 * @returns until when, in ms, or undefined if another worker has it
 */
async function takeLease(desk: Desk, { id, dueAt, attempts }: Mail): Promise<number | undefined> {
  const leasedUntil = desk.now() + lease;
  const { numUpdatedRows } = await transact(desk.db, (trx) =>
    trx
      .updateTable("mails")
      // Clear the error while it is being sent (`sendAgain`).
      .set({ dueAt: leasedUntil, attempts: attempts + 1, error: null })
      .where("id", "=", id)
      .where("dueAt", "=", dueAt)
      .where("attempts", "=", attempts)
      .where(isUnsent("mails"))
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n ? leasedUntil : undefined;
}

/** Sends a leased email. @param mail as it was before the lease, but due when the lease expires */
async function trySending(desk: Desk, mail: Mail, send: Send, state: LaneState): Promise<boolean> {
  let rendered: RenderedMail | undefined;
  try {
    rendered = await renderMail(desk, desk.db, mail);
    if (rendered) await send({ id: mail.id, ...rendered });
  } catch (error) {
    await recordFailure(desk, mail, rendered, error, state);
    return false;
  }
  const now = desk.now();
  if (!rendered) {
    await record(desk, mail, { dismissedAt: now });
    return false;
  }
  const { recipient, subject } = rendered;
  await record(desk, mail, { recipient, subject, sentAt: now, error: null });
  if (state.isDown) console.log("El servidor de correo vuelve a funcionar.");
  Object.assign(state, { pausedUntil: 0, isDown: false });
  return true;
}

async function recordFailure(
  desk: Desk,
  mail: Mail,
  rendered: RenderedMail | undefined,
  failure: unknown,
  state: LaneState,
): Promise<void> {
  const now = desk.now();
  const error = reasonOf(failure).slice(0, 500);
  const isDown = failure instanceof MailServerDown;
  // The mail server has not seen the email, so this is no attempt to send it.
  const attempts = isDown ? mail.attempts : mail.attempts + 1;
  const copies = mail.copies + (failure instanceof MailUncertain ? 1 : 0);
  const retryAt = now + (isDown ? pauseIfDown : retryAfter(attempts));
  const isOver = failure instanceof MailRefused || copies >= maxCopies || attempts >= maxAttempts;
  await record(desk, mail, {
    ...(rendered && { recipient: rendered.recipient, subject: rendered.subject }),
    attempts,
    copies,
    error,
    dueAt: retryAt,
    ...(isOver && { refusedAt: now }),
  });
  if (isDown) {
    if (!state.isDown) console.error(`Los correos esperan: ${redactMailboxNames(error)}.`);
    Object.assign(state, { pausedUntil: now + pauseIfDown, isDown: true });
  } else if (error !== mail.error) {
    const next = isOver ? "y no se intenta más" : "y se sigue intentando";
    const subject = rendered?.subject ?? mail.template;
    console.error(`${nameOf(mail, subject)} no ha salido, ${next}: ${redactMailboxNames(error)}`);
  }
}

/** The email's name in the log, where it may stand because no subject contains a person's name. */
const nameOf = ({ orderId, withdrawalId }: Mail, subject: string) =>
  `El correo «${subject}»${orderId || withdrawalId ? ` (${orderId ?? withdrawalId})` : ""}`;

/** How long, in ms, to wait for the database to record the result: less than a lease. */
const recordTimeout = 15_000;

/**
 * Records the result of sending. If we fail to record that the mail server accepted an email, it would be sent
 * again. Anything else counts only while the lease is held: once it is lost, another worker may be sending.
 */
async function record({ db }: Desk, { id, dueAt }: Mail, values: Partial<Mail>): Promise<void> {
  const deadline = performance.now() + recordTimeout;
  for (;;) {
    try {
      await transact(db, (trx) =>
        trx
          .updateTable("mails")
          .set(values)
          .where("id", "=", id)
          .$if(values.sentAt === undefined, (update) => update.where("dueAt", "=", dueAt))
          .execute(),
      );
      return;
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > deadline) throw error;
      await wait(100);
    }
  }
}

/**
 * Undelivered: refused or given up, stuck, or waiting for a mail server that is down.
 * The first two conditions have the index mails_undelivered.
 */
const isUndelivered = sql<SqlBool>`(sent_at is null and dismissed_at is null
  and (refused_at is not null or attempts >= ${sql.lit(stuckAfter)}
    or (attempts = 0 and error is not null)))`;

/** The newest undelivered emails. */
export const stuckMails = (db: Desk["db"], limit = 50): Promise<Mail[]> =>
  db
    .selectFrom("mails")
    .selectAll()
    .where(isUndelivered)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** How many receipts to strangers wait. */
export async function countToStrangers({ db }: Pick<Desk, "db">): Promise<number> {
  const { count } = await db
    .selectFrom("mails")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("lane", "=", "strangers")
    .where(isUnsent("mails"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Those of these orders whose confirmation was queued as an email. */
export async function confirmedByEmail({ db }: Pick<Desk, "db">, orders: Pick<Order, "id">[]) {
  if (orders.length === 0) return new Set();
  const ids = orders.map(({ id }) => id);
  const mails = await db
    .selectFrom("mails")
    .select("orderId")
    .where("template", "=", "placed")
    .where("orderId", "in", ids)
    .execute();
  return new Set(mails.map(({ orderId }) => orderId));
}

/**
 * The emails about an order and its withdrawals to the shopper, oldest first, with their subjects. Those that have
 * become obsolete are left out.
 */
export async function mailsOf(
  desk: Pick<Desk, "db" | "settings" | "now">,
  { id }: { id: string },
): Promise<(Mail & { subject: string; isUndelivered: boolean })[]> {
  const mails = await desk.db
    .selectFrom("mails")
    .selectAll()
    .select(isUndelivered.as("isUndelivered"))
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("orderId", "=", id),
        eb("withdrawalId", "in", selectFrom("withdrawals").select("id").where("orderId", "=", id)),
      ]),
    )
    .where("audience", "=", "shopper")
    .orderBy("createdAt")
    .execute();
  const withSubjects = mails.map(async ({ isUndelivered, ...mail }) => {
    const subject = mail.subject ?? (await renderMail(desk, desk.db, mail))?.subject;
    return subject === undefined
      ? []
      : [{ ...mail, subject, isUndelivered: Boolean(isUndelivered) }];
  });
  return (await Promise.all(withSubjects)).flat();
}

/**
 * Sends an email again, now: the same email if it was not delivered, a new one if it was. One that
 * is being sent stays as it is.
 * @returns whether there is such an email
 */
export const sendAgain = (desk: Desk, id: string): Promise<boolean> =>
  transact(desk.db, async (trx) => {
    const mail = await trx.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirst();
    if (!mail) return false;
    const now = desk.now();
    const fresh = { attempts: 0, copies: 0, error: null, refusedAt: null, dismissedAt: null };
    if (mail.sentAt !== null) {
      const unsent = { cause: null, recipient: null, subject: null, sentAt: null };
      // A double press sends one.
      const copy = { id: mailId(`${id} ${Math.floor(now / minute)}`), createdAt: now, dueAt: now };
      await trx
        .insertInto("mails")
        .values({ ...mail, ...fresh, ...copy, ...unsent })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return true;
    }
    await trx
      .updateTable("mails")
      .set({ ...fresh, dueAt: now })
      .where("id", "=", id)
      .where("sentAt", "is", null)
      .where((is) =>
        is.or([
          is("error", "is not", null),
          is("dismissedAt", "is not", null),
          is("attempts", "=", 0),
        ]),
      )
      .execute();
    return true;
  });

/** Stops trying to send an email. It may be sent again. */
export const dismiss = ({ db, now }: Desk, id: string) =>
  transact(db, (trx) =>
    trx
      .updateTable("mails")
      .set({ dismissedAt: now() })
      .where("id", "=", id)
      .where("sentAt", "is", null)
      .execute(),
  );

/**
 * Emails the owner, once, about each email to a shopper that is refused or fails for an hour. While
 * the mail server is down, no email can tell her.
 */
export async function reportUndelivered(desk: Desk): Promise<void> {
  const failing = (await stuckMails(desk.db)).filter(
    ({ audience, refusedAt, attempts, createdAt }) =>
      audience === "shopper" &&
      (refusedAt !== null || (attempts > 0 && createdAt <= desk.now() - hour)),
  );
  if (failing.length === 0) return;
  await transact(desk.db, async (trx) => {
    for (const { id } of failing) {
      await enqueue(desk, trx, { template: "owner mail undelivered", key: id, data: { id } });
    }
  });
}
