/** Compares what the shops have stored and sent with what the model expects. */

import { type Evidence, failures, requestOf } from "./evidence.ts";
import { judgeLimits } from "./judge-limits.ts";
import { judgeMails } from "./judge-mails.ts";
import { judgeSteps } from "./judge-steps.ts";
import { judgeRefunds, judgeStripe } from "./judge-stripe.ts";
import {
  bottlesOf,
  entriesOfRemovals,
  moneyOf,
  owedBackOf,
  paymentStatusOf,
  quotedIn,
  removalsOf,
  shareOf,
  standingOf,
  statusOf,
  wasEmpty,
} from "./model.ts";
import type { Record } from "./record.ts";
import type { Rows, StoredOrder } from "./rows.ts";

/** @returns the violations */
export const judge = (rows: Rows, evidence: Evidence): string[] => [
  ...judgeRequests(rows, evidence.record),
  ...rows.orders.flatMap((order) => judgeOrder(order, rows)),
  ...judgePrices(rows, evidence.record),
  ...judgeLimits(rows, evidence),
  ...judgeSteps(rows, evidence.record),
  ...judgeStock(rows, evidence),
  ...judgeWithdrawals(rows, evidence.record),
  ...judgeMails(rows, evidence),
  ...judgeStripe(rows, evidence.stripe),
  ...judgeRefunds(evidence.record, evidence.stripe),
];

/** Every acknowledged order is stored once, as it was agreed on, and no other. */
function judgeRequests({ orders }: Rows, { attempts, entered }: Record): string[] {
  const byKey = new Map(orders.map((order) => [order.requestKey, order]));
  const ofShoppers = [...attempts].flatMap(
    ([key, { number, total, quantity, email, isRefused }]) => {
      const order = byKey.get(key);
      return failures(
        [
          !number || order?.id === number,
          `${number} was acknowledged, and its key has ${order?.id}.`,
        ],
        [!isRefused || !order, `${order?.id} was refused, and is stored.`],
        [!order || order.quantity === quantity, `${order?.id} is of ${order?.quantity} bottles.`],
        [isFor(order, email), `${order?.id} is for ${order?.email}, not ${email}.`],
        [!number || order?.total === total, `${number} costs ${order?.total}, not ${total}.`],
      );
    },
  );
  const ofOwner = [...entered].flatMap(([key, { quantity, total, email }]) => {
    const order = byKey.get(key);
    return failures(
      [order !== undefined, `The order that was entered under ${key} is lost.`],
      [order?.quantity === quantity, `${order?.id} is of ${order?.quantity} bottles.`],
      [isFor(order, email), `${order?.id} is for ${order?.email}, not ${email}.`],
      [order?.total === total, `${order?.id} costs ${order?.total}, not ${total}.`],
    );
  });
  const unasked = orders.filter(({ requestKey: key }) => !attempts.has(key) && !entered.has(key));
  return [
    ...failures([byKey.size === orders.length, "A key has two orders."]),
    ...ofShoppers,
    ...ofOwner,
    ...unasked.map(({ id }) => `Nobody has ordered ${id}.`),
  ];
}

/** Each order has a price that was in force when it may have been stored. */
function judgePrices({ orders }: Rows, { attempts, prices }: Record): string[] {
  const all = [{ price: 8999, sentAt: 0, answeredAt: 0, isDone: true }, ...prices].map(
    ({ price, sentAt, answeredAt, isDone }, index, all) => {
      const next = all.slice(index + 1).find((later) => later.isDone && later.price !== price);
      const until = next?.answeredAt ?? Number.POSITIVE_INFINITY;
      // A change whose answer was lost may take effect later.
      return { price, sentAt, until: isDone ? until : Math.max(until, answeredAt + 10_000) };
    },
  );
  return orders.flatMap(({ id, requestKey, unitPrice }) => {
    const { from = 0, to = Number.POSITIVE_INFINITY } = attempts.get(requestKey) ?? {};
    const isRight = all.some(
      ({ price, sentAt, until }) => price === unitPrice && sentAt <= to && until >= from,
    );
    return failures([
      isRight || !attempts.has(requestKey),
      `${id} costs ${unitPrice} a bottle, which was not the price then.`,
    ]);
  });
}

/** Whether an order, if it is stored and not erased, has this address. */
const isFor = (order: StoredOrder | undefined, email: string | null) =>
  !order || order.erasedAt !== null || order.email === email;

/** An order's columns follow from its ledger and its history, and it stands under the terms of its price. */
function judgeOrder(order: StoredOrder, { terms }: Rows): string[] {
  const { id, quantity, unitPrice, shipping, adjustment, total, entries, events } = order;
  const money = moneyOf(total, entries);
  const standing = standingOf(quantity, events);
  const { closed, fulfilment, kept } = standing;
  const text = terms.find(({ version }) => version === order.terms)?.text ?? "";
  const quoted = quotedIn(text);
  const subtotal = quantity * unitPrice;
  // A bottle that was handed over is not shipped.
  const isHandedOver = events[1]?.kind === "delivered";
  const expectedShipping = !isHandedOver && subtotal < quoted.freeFrom ? quoted.cost : 0;
  const same = (name: keyof StoredOrder, value: unknown): [boolean, string] => [
    order[name] === value,
    `${id}: «${name}» is ${order[name]}, and should be ${value}.`,
  ];
  return failures(
    same("paid", money.paid),
    same("refunded", money.refunded),
    same("chargedBack", money.chargedBack),
    same("discount", money.discount),
    same("paymentStatus", paymentStatusOf(money)),
    same("status", statusOf(money, standing)),
    same("owedBack", owedBackOf(money, standing)),
    same("closed", closed),
    same("fulfilment", fulfilment),
    same("removed", quantity - kept),
    [kept >= 0 && kept <= quantity, `${id} keeps ${kept} of ${quantity} bottles.`],
    [
      closed !== null || fulfilment !== "unfulfilled" || kept > 0,
      `${id} is open, and nothing of it is kept.`,
    ],
    ...judgeRemovals(order),
    [order.deliveredAt === null || fulfilment === "delivered", `${id} has a day of delivery.`],
    [subtotal + shipping + adjustment === total, `${id}: its total is not the sum of its parts.`],
    [
      quoted.price === unitPrice,
      `${id} costs ${unitPrice} a bottle, and its terms quote ${quoted.price}.`,
    ],
    [
      shipping === expectedShipping,
      `${id} is shipped for ${shipping}, and by its terms for ${expectedShipping}.`,
    ],
    ...judgeHistory(order),
    ...judgeLedger(order),
  );
}

/** Each event is allowed after those before it. */
function judgeHistory({ id, quantity, events }: StoredOrder): [boolean, string][] {
  return events.map(({ kind, who }, index) => {
    const before = events.slice(0, index);
    const { closed, fulfilment, kept } = standingOf(quantity, before);
    const isLegal: { [kind: string]: boolean } = {
      placed: index === 0,
      shipped: closed === null && fulfilment === "unfulfilled" && kept > 0,
      unshipped: fulfilment === "shipped",
      "shipped again": fulfilment !== "unfulfilled" && kept > 0,
      delivered: fulfilment === "shipped" || index === 1,
      undelivered: fulfilment === "delivered",
      expired: closed === null && fulfilment === "unfulfilled",
      cancelled: closed === null,
      reopened: closed !== null && kept > 0,
      removed: kept > 0,
      revalued: fulfilment !== "unfulfilled" && removalsOf(before).length > 0,
      "put back": removalsOf(before).length > 0,
      // Nothing is old enough to be erased by the clean-up, even for a clock that is ahead.
      erased: who === "owner" && (closed !== null || fulfilment === "delivered"),
    };
    return [
      index > 0 ? (isLegal[kind] ?? true) : kind === "placed",
      `${id} was ${closed ?? fulfilment}, and then ${kind} by the ${who}.`,
    ];
  });
}

/** Entries are reversed at most once, in full; a discount pays the rest; the owner refunds only money that is held. */
function judgeLedger({ id, total, entries, events }: StoredOrder): [boolean, string][] {
  const ofRemovals = entriesOfRemovals(events);
  return entries.map(({ id: entryId, kind, amount, reverses, who, day }, index) => {
    const before = moneyOf(total, entries.slice(0, index));
    const after = moneyOf(total, entries.slice(0, index + 1));
    const reversed = entries.find((entry) => entry.id === reverses);
    if (reverses !== null) {
      const isSame = reversed?.kind === kind && reversed.amount === amount;
      const isDay = who === "provider" || reversed?.day === day;
      const isOnce = entries.filter((entry) => entry.reverses === reverses).length === 1;
      return [
        isSame && isDay && isOnce && reversed.reverses === null,
        `${id}: the entry ${reverses} is taken back wrongly.`,
      ];
    }
    const isRight =
      amount > 0 &&
      (kind !== "discount" || ofRemovals.has(entryId) || after.held === after.due) &&
      (kind !== "refund" || who !== "owner" || amount <= before.held);
    return [isRight, `${id}: ${kind} of ${amount} by the ${who}, while it held ${before.held}.`];
  });
}

/** What a shopper takes off costs its part of what was due then, and its discount counts until it is put back. */
function judgeRemovals({ id, quantity, total, shipping, entries, events }: StoredOrder) {
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  const counted = new Set(removalsOf(events).map(({ entry }) => entry));
  const ofRemovals = [...entriesOfRemovals(events)].filter((entry) => entry !== null);
  return [
    ...ofRemovals.map((entry): [boolean, string] => [
      counted.has(entry) !== reversed.has(entry),
      `${id}: the discount ${entry} ${reversed.has(entry) ? "does not count" : "counts"}.`,
    ]),
    ...events.flatMap(({ kind, who, data }, index): [boolean, string][] => {
      if (kind !== "removed" || who !== "shopper") return [];
      const { bottles, entry } = JSON.parse(data ?? "");
      const { kept } = standingOf(quantity, events.slice(0, index));
      const at = entries.findIndex((stored) => stored.id === entry);
      // Without a discount nothing was due. When that was, the ledger does not say.
      if (at === -1) {
        const isFree = total === 0 || entries.some(({ kind }) => kind === "discount");
        return [[entry === null && isFree, `${id}: the discount for ${bottles} is missing.`]];
      }
      const share = shareOf(bottles, kept, moneyOf(total, entries.slice(0, at)), shipping);
      const amount = entries[at]?.amount;
      return [[amount === share, `${id}: ${bottles} of ${kept} cost ${amount}, not ${share}.`]];
    }),
  ];
}

/** The stock is the last count of the shelf minus what orders have taken since. */
function judgeStock(
  { orders, stock, moves, placings }: Rows,
  { record, stockAtStart }: Evidence,
): string[] {
  const { counting, counts } = record;
  const counted = moves.find(({ id }) => id === counting?.id)?.shelf ?? stockAtStart;
  const taken = orders.reduce((sum, order) => {
    const now = bottlesOf(standingOf(order.quantity, order.events));
    // Bottles that were away when she counted were not in the count.
    return sum + now - (counting?.sent.get(order.id) ?? 0);
  }, 0);
  const noted = new Map(moves.map((move) => [move.note, move]));
  return [
    ...failures(
      [
        stock.bottles === counted - taken,
        `${stock.bottles} bottles are left, and it should be ${counted - taken}.`,
      ],
      [noted.size === moves.length, "A count of bottles is stored twice."],
    ),
    ...placings
      .filter(({ bottles }) => bottles !== null && bottles < 0)
      .map(({ orderId, bottles }) => `${orderId} was accepted, and left ${bottles} bottles.`),
    ...[...counts].flatMap(([note, { bottles, isDone }]) => {
      const row = noted.get(note);
      return failures(
        [!isDone || row !== undefined, `«${note}» was acknowledged, and is not stored.`],
        [!row || row.shelf === bottles, `«${note}» is of ${row?.shelf} bottles, not ${bottles}.`],
      );
    }),
  ];
}

/** Every withdrawal is stored once, as it was declared, and linked to the order that it states or the owner has chosen. */
function judgeWithdrawals({ orders, withdrawals }: Rows, record: Record): string[] {
  const byKey = new Map(withdrawals.map((row) => [row.requestKey, row]));
  const links = new Map<string, string | null>();
  const linkEvents = orders
    .flatMap(({ events }) => events)
    .filter(({ kind }) => ["withdrawn", "unlinked", "rejected"].includes(kind))
    .sort((one, other) => one.id - other.id);
  for (const { kind, data, orderId } of linkEvents)
    links.set(JSON.parse(data ?? "").withdrawal, kind === "withdrawn" ? orderId : null);
  const ofShoppers = [...record.withdrawals].flatMap(([key, { contract, email, bottles }]) => {
    const row = byKey.get(key);
    const order = orders.find(({ id }) => id === contract);
    // Erasing an order deletes its withdrawals, and the owner may have linked any of this address.
    const isErased = orders.some(
      (one) =>
        one.erasedAt !== null &&
        (one.id === contract ||
          (requestOf(one, record)?.email === email &&
            one.events.some(({ kind, who }) => kind === "withdrawn" && who === "owner"))),
    );
    if (!row) return failures([isErased, `The withdrawal from «${contract}» is lost.`]);
    const isStated = order?.events.some(
      ({ kind, who, data }) =>
        kind === "withdrawn" && who === "shopper" && JSON.parse(data ?? "").withdrawal === row.id,
    );
    const isSame = row.contract === contract && row.email === email && row.bottles === bottles;
    return failures(
      [isSame, `The withdrawal ${row.id} has changed.`],
      [
        !order || isStated || isErased || wasEmpty(order.quantity, order.events),
        `The withdrawal from ${contract} is not in its history.`,
      ],
    );
  });
  return [
    ...failures([byKey.size === withdrawals.length, "A key has two withdrawals."]),
    ...ofShoppers,
    ...withdrawals.flatMap(({ id, orderId, closedAt }) => {
      const order = orders.find((order) => order.id === orderId);
      const isDecidedAtOnce =
        !links.has(id) && order && wasEmpty(order.quantity, order.events) && closedAt !== null;
      const hasTaken =
        order && removalsOf(order.events).some(({ withdrawal }) => withdrawal === id);
      return failures(
        [
          isDecidedAtOnce || orderId === (links.get(id) ?? null),
          `The withdrawal ${id} is linked to ${orderId}, and by the history to ${links.get(id)}.`,
        ],
        [!hasTaken || closedAt !== null, `The withdrawal ${id} is decided, and open.`],
      );
    }),
    ...orders.flatMap((order) =>
      judgeDeclared(order, new Map(withdrawals.map((row) => [row.id, row]))),
    ),
  ];
}

/** A withdrawal before the parcel arrived takes its bottles off at once, but for a second number. */
function judgeDeclared(
  { id, quantity, events }: StoredOrder,
  rows: Map<string, Rows["withdrawals"][number]>,
): string[] {
  return events.flatMap(({ kind, who, data }, index) => {
    if (kind !== "withdrawn" || who !== "shopper") return [];
    const { withdrawal } = JSON.parse(data ?? "");
    const { kept, fulfilment } = standingOf(quantity, events.slice(0, index));
    const asked = rows.get(withdrawal)?.bottles ?? null;
    const isSecond = removalsOf(events.slice(0, index)).some((removal) => removal.withdrawal);
    const next = events[index + 1];
    const taken =
      next?.kind === "removed" &&
      next.who === who &&
      JSON.parse(next.data ?? "").withdrawal === withdrawal
        ? JSON.parse(next.data ?? "").bottles
        : 0;
    const expected =
      asked !== null && isSecond ? 0 : rows.has(withdrawal) ? Math.min(asked ?? kept, kept) : taken;
    // After the parcel has arrived, the withdrawal may be late by a clock that is wrong.
    const mayWait = fulfilment === "delivered" && taken === 0;
    return failures([
      taken === expected || mayWait,
      `${id}: the withdrawal ${withdrawal} of ${asked ?? "all"} has taken ${taken}, not ${expected}.`,
    ]);
  });
}
