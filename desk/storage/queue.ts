import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { hour, minute } from "../shop/time.ts";
import type { Desk } from "./desk.ts";
import {
  isReceipt,
  type Lane,
  linkTemplates,
  type MailData,
  type OrderTemplate,
  type Template,
} from "./mail-data.ts";
import type { Trx } from "./tables.ts";

/** An email to send: a template and what it is about. */
export type QueuedMail = {
  [Name in Template]: {
    template: Name;
    withdrawalId?: string | undefined;
    /** The entry or event that it is about, «payment 12» or «event 7» (`retract`). */
    cause?: string | undefined;
    /**
     * Distinguishes emails of the same template about the same thing, such as which email was not delivered.
     */
    key?: string | undefined;
    /** How long, in ms, it waits before it is sent. */
    delay?: number | undefined;
  } & (Name extends OrderTemplate ? { orderId: string } : { orderId?: string | undefined }) &
    (MailData[Name] extends null ? { data?: undefined } : { data: MailData[Name] });
}[Template];

/**
 * Queues an email within the transaction of its event: both are stored, or neither. The same email
 * again is queued once.
 */
export async function enqueue(
  { now }: Pick<Desk, "now">,
  trx: Trx,
  { template, orderId, withdrawalId, cause, key = "", delay = 0, data }: QueuedMail,
): Promise<void> {
  // Later than the order's other emails, because emails are sent in the order of `createdAt`.
  const createdAt = sql<number>`coalesce(
    (select max(created_at) + 1 from mails where order_id = ${orderId ?? null} and created_at >= ${now()}),
    ${now()})`;
  await trx
    .insertInto("mails")
    .values({
      id: mailId([template, orderId, withdrawalId, cause, key].join(" ")),
      orderId: orderId ?? null,
      withdrawalId: withdrawalId ?? null,
      template,
      data: JSON.stringify(data ?? {}),
      audience: template.startsWith("owner ") ? "owner" : "shopper",
      lane: laneOf(template, withdrawalId),
      cause: cause ?? null,
      createdAt,
      dueAt: now() + delay,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The lane of an email that is queued. Anybody can type any address into a withdrawal. */
function laneOf(template: Template, withdrawalId: string | undefined): Lane | RawBuilder<Lane> {
  if (linkTemplates.some((name) => name === template)) return "links";
  if (!isReceipt(template)) return "normal";
  return sql<Lane>`case when exists (
    select 1 from withdrawals, orders
    where withdrawals.id = ${withdrawalId} and lower(orders.email) = lower(withdrawals.email)
  ) then 'normal' else 'strangers' end`;
}

/** How long, in ms, an email waits after this many failed attempts. */
export const retryAfter = (attempts: number) => Math.min(hour, minute * 2 ** (attempts - 1));

/** The id of the email with this identity. */
export const mailId = (identity: string) =>
  createHash("sha256").update(identity).digest("hex").slice(0, 32);

/**
 * Deletes the shopper's email about a step that is taken back, if it was never tried.
 * @returns «sent» if the shopper may have had it, «none» if there never was one
 */
export async function retract(
  trx: Trx,
  orderId: string,
  cause: string,
): Promise<"deleted" | "sent" | "none"> {
  const { numDeletedRows } = await trx
    .deleteFrom("mails")
    .where("orderId", "=", orderId)
    .where("cause", "=", cause)
    .where("audience", "=", "shopper")
    .where("attempts", "=", 0)
    .executeTakeFirstOrThrow();
  const left = await trx
    .selectFrom("mails")
    .select("id")
    .where("orderId", "=", orderId)
    .where("cause", "=", cause)
    .where("audience", "=", "shopper")
    .executeTakeFirst();
  if (left !== undefined) return "sent";
  return numDeletedRows > 0n ? "deleted" : "none";
}

/** Retries the emails to an order's shopper that the mail server refused for good. */
export const retryRefused = ({ now, limits }: Desk, trx: Trx, orderId: string) =>
  trx
    .updateTable("mails")
    .set({ attempts: 0, copies: 0, error: null, refusedAt: null, dueAt: now() + limits.undoWithin })
    .where("orderId", "=", orderId)
    .where("audience", "=", "shopper")
    .where("refusedAt", "is not", null)
    .where("sentAt", "is", null)
    .where("dismissedAt", "is", null)
    .execute();
