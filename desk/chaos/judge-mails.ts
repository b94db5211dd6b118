import type { Actor } from "../shop/order-status.ts";
import { day, dayOf } from "../shop/time.ts";
import { ownerEmail, pace, shopEmail } from "./constants.ts";
import { type Evidence, failures, requestOf } from "./evidence.ts";
import { mailboxOf } from "./judge-limits.ts";
import type { Delivery } from "./mail-server.ts";
import { entriesOfRemovals, moneyOf, paymentStatusOf } from "./model.ts";
import type { Record } from "./record.ts";
import type { Rows, StoredOrder } from "./rows.ts";

type StoredMail = Rows["mails"][number];

/** How many emails a shop sends at once. It finishes those, and begins no others. */
const mailers = 6;

/** Every email is about something that has happened, and came once to the right address; and none is missing. */
export function judgeMails(rows: Rows, evidence: Evidence): string[] {
  const { record, deliveries } = evidence;
  const orders = new Map(rows.orders.map((order) => [order.id, order]));
  const byId = new Map(rows.mails.map((mail) => [mail.id, mail]));
  const byMail = Map.groupBy(deliveries, ({ id }) => id);
  const leases = Map.groupBy(rows.leases, ({ mailId }) => mailId);
  const byOrder = Map.groupBy(rows.mails, ({ orderId }) => orderId);
  return [
    ...rows.mails.flatMap((mail) =>
      failures(
        [
          mail.sentAt === null || byMail.has(mail.id),
          `The email «${mail.template}» of ${mail.orderId} never came to the mail server.`,
        ],
        [
          mail.sentAt !== null || mail.dismissedAt !== null,
          `The email «${mail.template}» of ${mail.orderId} waits.`,
        ],
      ),
    ),
    ...withoutReceipt(rows, evidence).map(
      ({ contract, email }) => `The withdrawal from ${contract} of ${email} has not one receipt.`,
    ),
    ...evidence.shops.flatMap(({ number, stoppedAt = Number.POSITIVE_INFINITY }) => {
      const { length: count } = deliveries.filter(
        ({ shop, at }) => shop === number && at > stoppedAt,
      );
      return failures([
        count <= mailers,
        `Shop ${number} has sent ${count} emails after it was told to stop.`,
      ]);
    }),
    ...[...byMail].flatMap(([id, copies]) =>
      judgeCopies(copies, byId.get(id)?.template, leases.get(id) ?? [], evidence),
    ),
    ...deliveries.flatMap((delivery) => {
      const mail = byId.get(delivery.id);
      return mail
        ? judgeDelivery(delivery, mail, rows, orders)
        : failures([
            isErased(delivery, rows, record),
            `Nobody has stored the email ${delivery.id}.`,
          ]);
    }),
    ...rows.orders.flatMap((order) => judgeOrder(order, byOrder.get(order.id) ?? [])),
  ];
}

/**
 * A copy has a reason: the answer to the one before was lost or too slow, its shop was killed, or a shop whose
 * clock was wrong took the email, perhaps while another was sending it, or so that another could take it at once.
 */
function judgeCopies(
  copies: Delivery[],
  template: string | undefined,
  leases: Rows["leases"],
  { shops, clock }: Evidence,
): string[] {
  const wrong = leases.filter((lease) => isWrong(lease, clock));
  return copies.slice(1).flatMap((copy, index) => {
    const before = copies[index] as Delivery;
    const { endedAt } = shops[before.shop] ?? {};
    const ended =
      endedAt && endedAt > before.at ? `ended after ${endedAt - before.at} ms` : "ran on";
    return failures([
      isExplained(before, copy, shops) || wrong.some(({ takenAt }) => takenAt < copy.at),
      `The email «${template}» ${copy.id} was sent twice, by shop ${before.shop}, which ${ended}, and ${copy.at - before.at} ms later by shop ${copy.shop}.`,
    ]);
  });
}

/** Whether it was taken by a wrong clock, which is days off. A right one takes an email for a quarter of an hour. */
const isWrong = ({ dueAt, takenAt }: Rows["leases"][number], clock: number) =>
  Math.abs(dueAt - (clock + (takenAt - clock) * pace)) > 1.5 * day;

/** How long, in real ms, a shop tries to record that an email is sent. */
const recordTimeout = 15_000;

/** Whether a shop hung up because it waited too long, and not because it ended. */
const gaveUp = ({ hungUpAt, shop }: Delivery, shops: Evidence["shops"]) =>
  hungUpAt !== undefined && (shops[shop]?.endedAt ?? Number.POSITIVE_INFINITY) > hungUpAt + 500;

function isExplained(before: Delivery, copy: Delivery, shops: Evidence["shops"]): boolean {
  if (!before.isAnswered || gaveUp(before, shops)) return true;
  const { killedAt } = shops[before.shop] ?? {};
  // The mail server may read an email after the kill of the shop that sent it.
  const wasKilled = killedAt !== undefined && killedAt < before.at + recordTimeout;
  return wasKilled && copy.shop !== before.shop;
}

/** The withdrawals that were declared in the form and have not one receipt. */
export function withoutReceipt(
  { withdrawals, mails }: Pick<Rows, "withdrawals" | "mails">,
  { record, clock }: Pick<Evidence, "record" | "clock">,
): Rows["withdrawals"] {
  const ofTemplate = (template: string) =>
    mails.filter((mail) => mail.template === template).map(({ withdrawalId }) => withdrawalId);
  const own = ofTemplate("acknowledgement");
  const collected = new Set(ofTemplate("acknowledgements"));
  const dayAndMailbox = ({ at, email }: Rows["withdrawals"][number]) =>
    `${dayOf(at)} ${mailboxOf(email)}`;
  const withOthers = new Set(withdrawals.filter(({ id }) => collected.has(id)).map(dayAndMailbox));
  const declared = [...record.withdrawals.values()].map(({ email }) => mailboxOf(email));
  return withdrawals.filter((withdrawal) => {
    const { id, requestKey, email, at } = withdrawal;
    // After three of a day, the others have one together, on the next day.
    const isCollected =
      withOthers.has(dayAndMailbox(withdrawal)) &&
      declared.filter((mailbox) => mailbox === mailboxOf(email)).length > 3;
    // By a clock that was far ahead, that day is still to come.
    const isAhead = at > clock + 10 * day;
    const { length: count } = own.filter((of) => of === id);
    const isRight = count === 1 || (count === 0 && (isCollected || isAhead));
    return record.withdrawals.has(requestKey) && !isRight;
  });
}

/** It went to its order's address, or to the owner's, and names no other order. */
function judgeDelivery(
  { to, text, id }: Delivery,
  mail: StoredMail,
  { withdrawals }: Rows,
  orders: Map<string, StoredOrder>,
): string[] {
  const { template, audience, orderId, withdrawalId } = mail;
  const withdrawal = withdrawals.find((row) => row.id === withdrawalId);
  const toOwner = template.startsWith("owner sign-in") ? ownerEmail : shopEmail;
  const toShopper = template.startsWith("acknowledgement")
    ? withdrawal?.email
    : orders.get(orderId ?? "")?.email;
  const right = audience === "owner" ? toOwner : toShopper;
  const named = text.match(/\b[\dA-HJKMNP-TV-Z]{8}\b/g) ?? [];
  const other = named.find((number) => orders.has(number) && number !== orderId);
  return failures(
    [
      to === right,
      `The email «${template}» ${id} of ${orderId} went to ${to}, and not to ${right}.`,
    ],
    // A withdrawal may name an order that it is not linked to, and a list of them several.
    [
      other === undefined || orderId === null,
      `The email «${template}» of ${orderId} names ${other}.`,
    ],
  );
}

/** Its row was deleted with the personal data of its order. */
const isErased = ({ to, text }: Delivery, { orders }: Rows, record: Record) =>
  orders
    .filter(({ erasedAt }) => erasedAt !== null)
    .some((order) => {
      const { email } = requestOf(order, record) ?? {};
      const isNamed = text.includes(order.id) || (!!email && text.includes(email));
      return to === email || (to === shopEmail && isNamed);
    });

/** The emails that an event, or an entry of the ledger, may have, and those of these that it must have. */
const mailsAbout: { [kind: string]: { may: string[]; must?: string[] } } = {
  placed: { may: ["placed", "owner order placed"], must: ["placed"] },
  shipped: { may: ["shipped"] },
  tracking: { may: ["shipped"], must: ["shipped"] },
  "shipped again": { may: ["shipped"], must: ["shipped"] },
  unshipped: { may: ["correction"] },
  delivered: { may: ["delivered"] },
  undelivered: { may: ["correction"] },
  expired: { may: ["expired"] },
  cancelled: { may: ["cancelled"] },
  reopened: { may: ["reopened"] },
  extended: { may: ["extended"], must: ["extended"] },
  withdrawn: { may: ["withdrawn"] },
  removed: { may: ["withdrawn", "bottles removed"] },
  "put back": { may: ["correction"] },
  unlinked: { may: ["reopened", "correction"] },
  rejected: { may: ["withdrawal rejected"] },
  "dispute lost": { may: ["owner dispute"], must: ["owner dispute"] },
  payment: { may: ["money", "owner payment"], must: ["money"] },
  discount: { may: ["money"], must: ["money"] },
  refund: { may: ["refund"], must: ["refund"] },
  chargeback: { may: ["owner dispute"], must: ["owner dispute"] },
  "discount without an email": { may: [] },
  reversal: { may: ["correction", "owner dispute", "owner refund failed"] },
};

/** An event, or an entry of a ledger. */
interface Happened {
  kind: string;
  who: Actor;
  isTakenBack: boolean;
}

/** The emails about an order: each about something in its history, once, and those that it must have. */
function judgeOrder(order: StoredOrder, mails: StoredMail[]): string[] {
  const { id, email, events, entries, erasedAt } = order;
  // The owner is told of what Stripe reports later.
  if (erasedAt !== null) {
    const isSilent = mails.every(({ audience }) => audience === "owner");
    return failures([isSilent, `${id} is erased, and has emails to its shopper.`]);
  }
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  const happened = new Map<string | null, Happened>();
  for (const { id, kind, who } of events)
    happened.set(`event ${id}`, { kind, who, isTakenBack: false });
  const ofRemovals = entriesOfRemovals(events);
  /** The shopper was told of the bottles that were taken off, or of a refund. */
  const isSilent = ({ id, kind }: (typeof entries)[number]) => {
    const before = moneyOf(
      order.total,
      entries.slice(
        0,
        entries.findIndex((one) => one.id === id),
      ),
    );
    const isAfterRefund = paymentStatusOf(before) === "partially refunded";
    return kind === "discount" && (ofRemovals.has(id) || isAfterRefund);
  };
  for (const entry of entries) {
    const { id, kind, who, reverses } = entry;
    const about =
      reverses !== null ? "reversal" : isSilent(entry) ? "discount without an email" : kind;
    happened.set(`payment ${id}`, { kind: about, who, isTakenBack: reversed.has(id) });
  }
  const withCause = mails.filter(({ cause }) => cause !== null);
  const names = withCause.map(({ template, cause }) => `${template} ${cause}`);
  const isToShopper = (template: string) => !template.startsWith("owner");
  return [
    ...failures(
      [new Set(names).size === names.length, `${id} has an email twice.`],
      [
        email !== null || !mails.some(({ audience }) => audience === "shopper"),
        `${id} has no address, and an email.`,
      ],
    ),
    ...withCause.flatMap(({ template, cause }) => {
      const about = happened.get(cause);
      const isRight = about && mailsAbout[about.kind]?.may.includes(template);
      return failures([
        !!isRight,
        `${id} has an email «${template}» about ${about?.kind ?? "nothing"}.`,
      ]);
    }),
    ...[...happened].flatMap(([cause, { kind, who, isTakenBack }]) => {
      const must = [
        ...(mailsAbout[kind]?.must ?? []),
        ...(kind === "placed" && who === "shopper" ? ["owner order placed"] : []),
        ...(kind === "payment" && who !== "owner" ? ["owner payment"] : []),
      ].filter((template) => email !== null || !isToShopper(template));
      return must.flatMap((template) =>
        failures([
          isTakenBack || names.includes(`${template} ${cause}`),
          `${id}: the email «${template}» about its ${kind} is missing.`,
        ]),
      );
    }),
  ];
}
