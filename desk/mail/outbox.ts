import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import { formatIban } from "../../app/desk/shop/order-format.ts";
import { day, dayOf, hour, minute } from "../../app/desk/shop/time.ts";
import { shop } from "../../app/shop/shop.ts";
import type { Desk } from "../context.ts";
import { reasonOf } from "../reason.ts";
import { isUnavailable, transact } from "../storage/database.ts";
import type { Mail, Tables } from "../storage/tables.ts";
import { unlinked } from "./mail-format.ts";

export interface Letter {
  /** The id of an order or a withdrawal. There is one email of each kind for it. */
  about: string;
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  /** The same text as HTML. */
  html?: string | null;
  /** Nobody has proved that the address is theirs. */
  isUnproven?: boolean;
  /** How long, in ms, it waits before it is sent. */
  delay?: number;
}

/** Sends an email. @throws if the mail server did not accept it; `MailRefused` if it never will. */
export type Send = (mail: Mail) => Promise<void>;

export class MailRefused extends Error {}
/** The mail server may have accepted the email. Each retry may be another copy. */
export class MailUncertain extends Error {}
/** The mail server could not be reached. */
export class MailServerDown extends Error {}

/** How long an email is retried. After that the owner has to look at it. */
const givenUpAfter = 7 * day;
/** How many copies of an email are sent if the mail server never says that it accepted it. */
const mostCopies = 3;
/** An attempt takes 55 s at most: those of the mailer, and `recordTimeout`. */
const shortestLease = minute;
/** How long an email waits for an earlier one to the same recipient about the same order. */
const heldFor = 15 * minute;
/** The due time of an email that the owner has dismissed. */
const never = Number.MAX_SAFE_INTEGER;

/** Queues an email within the transaction of its event: both are stored, or neither. */
export async function enqueue(
  { now }: Desk,
  trx: Transaction<Tables>,
  { isUnproven = false, delay = 0, ...letter }: Letter,
): Promise<void> {
  const unproven = isUnproven && !(await hasPaid(trx, letter.recipient)) ? 1 : 0;
  const id = createHash("sha256")
    .update(`${letter.about} ${letter.kind}`)
    .digest("hex")
    .slice(0, 32);
  await trx
    .insertInto("mails")
    .values({ ...letter, id, unproven, createdAt: now(), dueAt: now() + delay })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A payment has arrived: the address is that of a customer, and nothing sent to it waits. */
export const proveAddress = (trx: Transaction<Tables>, orderId: string) =>
  trx
    .updateTable("mails")
    .set({ unproven: 0 })
    .where("about", "=", orderId)
    .where("sentAt", "is", null)
    .execute();

/** Returns true if an order with this email address was paid: the address is that of a customer. */
async function hasPaid(trx: Transaction<Tables>, email: string): Promise<boolean> {
  const paid = await trx
    .selectFrom("orders")
    .select("id")
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .where("received", ">", 0)
    .executeTakeFirst();
  return paid !== undefined;
}

/** Sends the due emails, oldest first, one by one. Returns how many were accepted. */
export async function sendDue(desk: Desk, send: Send): Promise<number> {
  let taken = 0;
  for (;;) {
    let claimed = 0;
    let unprovenLeft = await unprovenAllowance(desk);
    for (const mail of await dueMails(desk, unprovenLeft > 0)) {
      if (mail.unproven && unprovenLeft-- <= 0) continue;
      if (!(await lease(desk, mail))) continue;
      claimed++;
      if (await attempt(desk, mail, send)) taken++;
    }
    // An accepted email may release the next one to the same recipient.
    if (claimed === 0) return taken;
  }
}

/**
 * How many more emails may go to unproven addresses within the hour: anybody can have the shop
 * write to any address, and a mail provider would block the shop for it.
 */
async function unprovenAllowance({ db, now, limits }: Desk): Promise<number> {
  const { count } = await db
    .selectFrom("mails")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("unproven", "=", 1)
    .where("sentAt", ">", now() - hour)
    .executeTakeFirstOrThrow();
  return limits.unprovenMails - count;
}

/** Mails about the same order to the same recipient are sent in order, unless one is put off. */
const dueMails = ({ db, now }: Desk, withUnproven: boolean) =>
  db
    .selectFrom("mails")
    .selectAll()
    .where("unproven", "<=", withUnproven ? 1 : 0)
    .where("sentAt", "is", null)
    .where("refusedAt", "is", null)
    .where("createdAt", ">", now() - givenUpAfter)
    // Leases last at most an hour. A longer one comes from a wrong clock.
    .where((is) => is.or([is("dueAt", "<=", now()), is("dueAt", ">", now() + hour)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("mails as earlier")
            .select("earlier.id")
            .whereRef("earlier.about", "=", "mails.about")
            .whereRef("earlier.recipient", "=", "mails.recipient")
            .whereRef("earlier.createdAt", "<", "mails.createdAt")
            .where("earlier.createdAt", ">", now() - heldFor)
            .where("earlier.sentAt", "is", null)
            .where("earlier.refusedAt", "is", null),
        ),
      ),
    )
    .orderBy("createdAt")
    .limit(50)
    .execute();

/**
 * Leases an email, so that one of several workers sends it. If the worker dies, the lease expires.
 */
async function lease({ db, now }: Desk, { id, dueAt, attempts }: Mail): Promise<boolean> {
  const backoff = Math.min(hour, shortestLease * 2 ** attempts);
  const { numUpdatedRows } = await transact(db, (trx) =>
    trx
      .updateTable("mails")
      .set({ dueAt: now() + backoff, attempts: attempts + 1 })
      .where("id", "=", id)
      .where("dueAt", "=", dueAt)
      .where("sentAt", "is", null)
      .where("refusedAt", "is", null)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

async function attempt(desk: Desk, mail: Mail, send: Send): Promise<boolean> {
  // No subject names a person.
  const name = `El correo «${mail.subject}» (${mail.about})`;
  try {
    await send(mail);
  } catch (failure) {
    const error = reasonOf(failure).slice(0, 500);
    const copies = mail.copies + (failure instanceof MailUncertain ? 1 : 0);
    const refused = failure instanceof MailRefused || copies >= mostCopies;
    if (failure instanceof MailServerDown) down.add(desk.db);
    // The owner may have dismissed it meanwhile.
    await record(desk, mail, { error, copies, ...(refused && { refusedAt: desk.now() }) });
    const next = refused ? "y no se intenta más" : "y se sigue intentando";
    if (error !== mail.error) console.error(`${name} no ha salido, ${next}: ${nameless(error)}`);
    return false;
  }
  await record(desk, mail, { sentAt: desk.now(), error: null });
  if (down.delete(desk.db)) await wakeWaiting(desk);
  if (mail.error !== null) console.log(`${name} ha salido en el intento ${mail.attempts + 1}.`);
  return true;
}

/** The desks whose mail server could not be reached at the last try. */
const down = new WeakSet<Desk["db"]>();

/**
 * The mail server works again: what it kept waiting is due once the attempts in progress, also those
 * of other processes, are over.
 */
async function wakeWaiting({ db, now }: Desk): Promise<void> {
  console.log("El servidor de correo vuelve a funcionar.");
  await transact(db, (trx) =>
    trx
      .updateTable("mails")
      .set({ dueAt: now() + shortestLease })
      .where("sentAt", "is", null)
      .where("refusedAt", "is", null)
      .where("error", "is not", null)
      .where("dueAt", ">", now() + shortestLease)
      .where("dueAt", "<=", now() + hour)
      .execute(),
  );
}

/** Mail servers quote the refused address. The log needs only its host. */
const nameless = (text: string) => text.replace(/[^\s<>"]+@/g, "…@").replace(/\s+/g, " ");

/** How long, in ms, to wait for the database to record the result: less than a lease. */
const recordTimeout = 15_000;

/** The mail server accepted the message. If we fail to record that, it would be sent again. */
async function record(
  { db }: Desk,
  { id }: Mail,
  values: { sentAt?: number; refusedAt?: number; copies?: number; error: string | null },
) {
  const deadline = performance.now() + recordTimeout;
  for (;;) {
    try {
      await transact(db, (trx) =>
        trx.updateTable("mails").set(values).where("id", "=", id).execute(),
      );
      return;
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > deadline) throw error;
      await wait(100);
    }
  }
}

/** Undeliverable emails: refused for good, failed three times, or given up. */
export const stuckMails = ({ db, now }: Desk) =>
  db
    .selectFrom("mails")
    .selectAll()
    .select((is) => is("createdAt", "<=", now() - givenUpAfter).as("isGivenUp"))
    .where("sentAt", "is", null)
    .where("dueAt", "<", never)
    .where((is) =>
      is.or([
        is("refusedAt", "is not", null),
        is("attempts", ">=", 3),
        is("createdAt", "<=", now() - givenUpAfter),
      ]),
    )
    .orderBy("createdAt")
    .limit(50)
    .execute();

/** The emails about an order, and when they were sent. */
export const mailsOf = ({ db }: Desk, { id }: { id: string }) =>
  db.selectFrom("mails").selectAll().where("about", "=", id).orderBy("createdAt").execute();

/**
 * Sends an email again to the order's current address, now and for another seven days: the same
 * email if it was not delivered, a new one if it was.
 * @returns whether there is such an email
 */
export async function sendAgain(desk: Desk, id: string): Promise<boolean> {
  return transact(desk.db, async (trx) => {
    const mail = await trx.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirst();
    if (!mail) return false;
    const order = await trx
      .selectFrom("orders")
      .select(["email", "state"])
      .where("id", "=", mail.about)
      .executeTakeFirst();
    const ours = mail.recipient === shop.email;
    const recipient = (!ours && order?.email) || mail.recipient;
    const fresh = { recipient, createdAt: desk.now(), dueAt: desk.now(), attempts: 0, copies: 0 };
    if (mail.sentAt === null) {
      const { numUpdatedRows } = await trx
        .updateTable("mails")
        .set({ ...fresh, refusedAt: null, error: null })
        .where("id", "=", id)
        .where("sentAt", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return true;
    }
    const { about, subject, text, html } = mail;
    const kind = mail.kind.replace(/ again \d+$/, "");
    const copies = await trx
      .selectFrom("mails")
      .select(["id", "sentAt"])
      .where("about", "=", about)
      .where(sql<boolean>`kind like ${`${kind} again %`}`)
      .execute();
    // A second press: one is already queued.
    if (copies.some(({ sentAt }) => sentAt === null)) return true;
    // A payment goes to today's account.
    const account = formatIban(desk.iban);
    const renew = (old: string) => (order?.state === "pending" ? old.replace(iban, account) : old);
    const again = { subject, text: renew(text), html: html && renew(html) };
    const letter = { about, kind: `${kind} again ${copies.length + 1}`, ...again };
    await enqueue(desk, trx, { ...letter, recipient });
    return true;
  });
}

/** An IBAN as emails have it (`formatIban`). */
const iban = /\b[A-Z]{2}\d{2}(?: [\dA-Z]{4}){3,7}(?: [\dA-Z]{1,3})?\b/g;

/** Dismisses an undeliverable email. */
export async function dismiss({ db, now }: Desk, id: string): Promise<void> {
  await transact(db, (trx) =>
    trx
      .updateTable("mails")
      .set({ dueAt: never, refusedAt: now() })
      .where("id", "=", id)
      .where("sentAt", "is", null)
      .execute(),
  );
}

/** When the last email about something was written, in ms; 0 if never. */
export async function lastMailAbout({ db, now }: Desk, about: string): Promise<number> {
  const last = await db
    .selectFrom("mails")
    .select(({ fn }) => fn.max("createdAt").as("at"))
    .where("about", "=", about)
    // A later time comes from a clock that was ahead.
    .where("createdAt", "<=", now())
    .executeTakeFirst();
  return last?.at ?? 0;
}

/** The undeliverable emails that the owner is told about, in one digest an hour at most. */
const troubling = { about: "mails", kind: "owner undelivered" };

/**
 * Tells the owner of emails to shoppers that are undeliverable: refused for good, or pending for an
 * hour. Emails to the owner are left out.
 */
export async function reportUndelivered(desk: Desk): Promise<void> {
  const { db, now } = desk;
  const last = await lastMailAbout(desk, troubling.about);
  if (last > now() - hour) return;
  const mails = await db
    .selectFrom("mails")
    .select(["about", "subject", "error", "refusedAt"])
    .where("sentAt", "is", null)
    .where("recipient", "!=", shop.email)
    .where("dueAt", "<", never)
    .where((is) =>
      is.or([
        is("refusedAt", ">", last),
        is.and([
          is("refusedAt", "is", null),
          is("error", "is not", null),
          is("createdAt", "<=", now() - hour),
          is("createdAt", ">", last - hour),
        ]),
      ]),
    )
    .orderBy("createdAt")
    .limit(50)
    .execute();
  if (mails.length === 0) return;
  const lines = mails.map(({ subject, error, refusedAt }) => {
    const what = refusedAt === null ? "Se sigue intentando" : "Rechazado";
    return `«${subject}»\n${what}: ${unlinked(nameless(error ?? ""))}`;
  });
  await transact(db, (trx) =>
    enqueue(desk, trx, {
      ...troubling,
      // Of several concurrent processes only one tells the owner.
      kind: `${troubling.kind} ${Math.floor(now() / hour)}`,
      recipient: shop.email,
      subject: "Hay correos que no llegan",
      text: [
        "Estos correos de la tienda no han llegado a su destinatario:",
        ...lines,
        `En el mostrador puedes corregir la dirección, enviarlos otra vez o descartarlos: ${shop.siteUrl}/mostrador`,
      ].join("\n\n"),
    }),
  );
}

/** Tells the owner, once a day, that somebody tries passwords. */
export const reportWrongPasswords = (desk: Desk, times: number) =>
  transact(desk.db, (trx) =>
    enqueue(desk, trx, {
      about: "passwords",
      kind: `owner passwords ${dayOf(desk.now())}`,
      recipient: shop.email,
      subject: "Alguien prueba contraseñas del mostrador",
      text: `Hoy ha habido ${times} intentos con contraseñas equivocadas. Si no has sido tú, no tienes que hacer nada mientras la tuya sea larga y no la uses en otro sitio; si dudas, cámbiala (DESK_PASSWORD).`,
    }),
  );
