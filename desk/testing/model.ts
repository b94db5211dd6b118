/*
 * An order without a database: the steps of shopper, owner and provider over the rules of shop/. Tests walk it
 * (shop/model.test.ts), and compare it with what the desk stores (orders/model.test.ts).
 */
import {
  bottlesHeld,
  isUnrefunded,
  parcelsOf,
  removalsOf,
  removalToPutBack,
} from "../shop/bottles.ts";
import {
  due,
  type EntryKind,
  type EventData,
  type EventKind,
  isPayable,
  kept,
  mayReopen,
  net,
  orderStatus,
  outstanding,
  owedBack,
  paymentStatus,
  type Standing,
  settled,
  shareOf,
  sumsOf,
  withoutBottles,
} from "../shop/order-status.ts";
import { day } from "../shop/time.ts";
import { reasonToDecide } from "../shop/withdrawal.ts";

interface ModelEntry {
  id: number;
  at: number;
  kind: EntryKind;
  amount: number;
  reverses: number | null;
}
interface ModelEvent {
  id: number;
  at: number;
  kind: EventKind;
  data: string | null;
  isByShop?: boolean;
}
interface ModelWithdrawal {
  id: string;
  at: number;
  bottles: number | null;
  isOpen: boolean;
  isLinked: boolean;
}

export interface Model {
  order: Standing & { shipping: number; erasedAt: null; deliveredAt: number | null };
  entries: ModelEntry[];
  events: ModelEvent[];
  withdrawals: ModelWithdrawal[];
  /** The time. Each step takes one ms. */
  now: number;
  /** What somebody who watches the shelf sees: bottles that left in parcels, and those that came back. */
  away: number;
}

/** A new order of this many bottles. */
export function placedModel(quantity: number, unitPrice: number, shipping: number): Model {
  const order = {
    quantity,
    removed: 0,
    shipping,
    total: quantity * unitPrice + shipping,
    fulfilment: "unfulfilled",
    closed: null,
    disputed: 0,
    toDecide: null,
    erasedAt: null,
    deliveredAt: null,
    ...sumsOf([]),
  } as const;
  return { order, entries: [], events: [], withdrawals: [], now: 0, away: 0 };
}

/** What a step makes of an order; undefined if it is not possible. */
export type ModelStep = (model: Model) => Model | undefined;

const change = (model: Model, values: Partial<Model["order"]>): Model => ({
  ...model,
  order: { ...model.order, ...values },
});

function happened<Kind extends EventKind>(
  model: Model,
  kind: Kind,
  data: EventData[Kind],
  isByShop = false,
): Model {
  const id = model.events.length + 1;
  const event = { id, at: model.now, kind, data: data && JSON.stringify(data), isByShop };
  return { ...model, events: [...model.events, event] };
}

function booked(model: Model, kind: EntryKind, amount: number, reverses: number | null = null) {
  const id = model.entries.length + 1;
  const entries = [...model.entries, { id, at: model.now, kind, amount, reverses }];
  return change({ ...model, entries }, sumsOf(entries));
}

const standing = ({ entries }: Model) => {
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  return entries.filter(({ id, reverses }) => reverses === null && !reversed.has(id));
};

/** Whether a withdrawal waits for the owner's decision. */
const isToDecide = ({ order, events }: Model, { id, isOpen, isLinked }: ModelWithdrawal) =>
  isLinked &&
  isOpen &&
  kept(order) > 0 &&
  removalsOf(events).every(({ withdrawal }) => withdrawal !== id);

/** The state takes effect after each step. */
const after =
  (step: ModelStep): ModelStep =>
  (model) => {
    const changed = step({ ...model, now: model.now + 1 });
    if (!changed) return undefined;
    const closed = settled(changed.order);
    const done =
      closed.closed === changed.order.closed
        ? changed
        : happened(change(changed, { closed: closed.closed }), "cancelled", null, true);
    const open = done.withdrawals.filter((withdrawal) => isToDecide(done, withdrawal));
    return change(done, { toDecide: open[0]?.at ?? null });
  };

const reopened = (model: Model) => happened(change(model, { closed: null }), "reopened", null);

const isUnsent = ({ order }: Model) => order.closed === null && order.fulfilment === "unfulfilled";
const isSent = ({ order }: Model) => order.fulfilment !== "unfulfilled";

function takenOff(model: Model, bottles: number, amount: number, withdrawal?: string): Model {
  const paidOut = amount > 0 ? booked(model, "discount", amount) : model;
  const entry = amount > 0 ? (paidOut.entries.at(-1)?.id ?? null) : null;
  const { removed } = withoutBottles(model.order, bottles, 0);
  const withdrawals = model.withdrawals.map((one) =>
    one.id === withdrawal ? { ...one, isOpen: false } : one,
  );
  const changed = change({ ...paidOut, withdrawals }, { removed });
  return happened(changed, "removed", { bottles, withdrawal, entry });
}

/** Pays cents. */
export const pays = (amount: (order: Model["order"]) => number): ModelStep =>
  after((model) =>
    amount(model.order) > 0 ? booked(model, "payment", amount(model.order)) : undefined,
  );

/** The owner refunds cents, of those that the shop holds. */
export const refunds = (amount: (order: Model["order"]) => number): ModelStep =>
  after((model) => {
    const cents = amount(model.order);
    return cents > 0 && cents <= net(model.order) ? booked(model, "refund", cents) : undefined;
  });

/** The shopper's bank takes cents back, and a dispute is open. */
export const disputes = (amount: (order: Model["order"]) => number): ModelStep =>
  after((model) => {
    const cents = amount(model.order);
    if (cents <= 0 || cents > net(model.order) || model.order.disputed > 0) return undefined;
    return change(booked(model, "chargeback", cents), { disputed: cents });
  });

export const wins: ModelStep = after((model) => {
  const entry = standing(model).find(({ kind }) => kind === "chargeback");
  if (!entry || model.order.disputed === 0) return undefined;
  return change(booked(model, "chargeback", entry.amount, entry.id), { disputed: 0 });
});

export const loses: ModelStep = after((model) =>
  model.order.disputed > 0 ? change(model, { disputed: 0 }) : undefined,
);

/** The owner takes back the last entry of a kind. */
export const reverses = (kind: "payment" | "refund" | "discount"): ModelStep =>
  after((model) => {
    const ofRemovals = model.events.map(({ data }) => JSON.parse(data ?? "{}").entry);
    const entry = standing(model).findLast(
      (entry) => entry.kind === kind && !ofRemovals.includes(entry.id),
    );
    if (!entry || (kind === "payment" && net(model.order) < entry.amount)) return undefined;
    const back = booked(model, kind, entry.amount, entry.id);
    const closing = model.events.findLast(({ kind }) => kind === "cancelled");
    const isOurs =
      model.order.closed === "cancelled" && closing?.isByShop && closing.at >= entry.at;
    return kind === "refund" && isOurs && mayReopen(back.order) ? reopened(back) : back;
  });

export const acceptsShortfall: ModelStep = after((model) => {
  const { order } = model;
  const missing = due(order) - net(order);
  const isPartlyRefunded =
    isUnsent(model) && order.disputed === 0 && paymentStatus(order) === "partially refunded";
  const isClose = isPayable(order) && order.paid > 0 && outstanding(order) <= order.total / 4;
  return isPartlyRefunded || isClose ? booked(model, "discount", missing) : undefined;
});

export const ships: ModelStep = after((model) => {
  if (orderStatus(model.order) !== "paid") return undefined;
  const sent = change(model, { fulfilment: "shipped" });
  return happened({ ...sent, away: kept(model.order) }, "shipped", { tracking: "" });
});

export const unships: ModelStep = after((model) => {
  const { closed, fulfilment } = model.order;
  const last = model.events.findLast(({ kind }) => kind.startsWith("shipped"));
  if (closed !== null || fulfilment !== "shipped" || last?.kind !== "shipped") return undefined;
  const back = change(model, { fulfilment: "unfulfilled" });
  return happened({ ...back, away: 0 }, "unshipped", null);
});

export const shipsAgain: ModelStep = after((model) => {
  if (model.order.closed !== null || !isSent(model) || kept(model.order) === 0) return undefined;
  const again = change(model, { fulfilment: "shipped", deliveredAt: null });
  const away = model.away + kept(model.order);
  return happened({ ...again, away }, "shipped again", { tracking: "" });
});

/** @param isKnown whether the owner knows the day */
export const arrives = (isKnown: boolean): ModelStep =>
  after((model) => {
    const { closed, fulfilment } = model.order;
    if (closed !== null || fulfilment !== "shipped") return undefined;
    const deliveredAt = isKnown ? model.now : null;
    return happened(change(model, { fulfilment: "delivered", deliveredAt }), "delivered", null);
  });

export const undelivers: ModelStep = after((model) => {
  const { closed, fulfilment } = model.order;
  if (closed !== null || fulfilment !== "delivered") return undefined;
  return happened(change(model, { fulfilment: "shipped", deliveredAt: null }), "undelivered", null);
});

export const restocks: ModelStep = after((model) => {
  if (!isSent(model) || bottlesHeld(model.order, model.events) <= 0) return undefined;
  return happened({ ...model, away: model.away - 1 }, "restocked", { bottles: 1 });
});

export const cancels: ModelStep = after((model) => {
  const { order } = model;
  const isLeft = !isSent(model) || (kept(order) > 0 && orderStatus(order) !== "refunded");
  if (order.closed !== null || !isLeft) return undefined;
  return happened(change(model, { closed: "cancelled" }), "cancelled", null);
});

export const expires: ModelStep = after((model) =>
  orderStatus(model.order) === "unpaid"
    ? happened(change(model, { closed: "expired" }), "expired", null, true)
    : undefined,
);

export const reopens: ModelStep = after((model) =>
  mayReopen(model.order) ? reopened(model) : undefined,
);

/**
 * The shopper withdraws.
 * @param bottles all without a number
 * @param later after how long
 */
export const withdraws = (bottles: number | null, later = 0): ModelStep =>
  after((model) => {
    const at = model.now + later;
    const id = `w${model.withdrawals.length + 1}.`;
    const left = kept(model.order);
    const withdrawal = { id, at, bottles, isOpen: left > 0, isLinked: true };
    const stored = { ...model, withdrawals: [...model.withdrawals, withdrawal] };
    if (left === 0) return stored;
    const declared = happened(stored, "withdrawn", { withdrawal: id });
    if (reasonToDecide(model.order, model.events, withdrawal)) return declared;
    const count = Math.min(bottles ?? left, left);
    return takenOff(declared, count, shareOf(model.order, count), id);
  });

/** The withdrawal came two months after the parcel. */
export const withdrawsLate = withdraws(null, 60 * day);

/**
 * The owner takes bottles off without a withdrawal.
 * @param amount their discount, if not their part of the price
 */
export const takesOff = (bottles: number, amount?: number): ModelStep =>
  after((model) => {
    const { order } = model;
    if (order.closed !== null || kept(order) <= bottles) return undefined;
    const cents = amount ?? shareOf(order, bottles);
    return cents <= due(order) ? takenOff(model, bottles, cents) : undefined;
  });

const byTime = (one: ModelWithdrawal, other: ModelWithdrawal) => one.at - other.at;

/** The first withdrawal that waits for the owner's decision. */
const undecided = (model: Model) =>
  model.withdrawals.toSorted(byTime).find((withdrawal) => isToDecide(model, withdrawal));

/** The owner takes off what a withdrawal that is to decide asks for. */
export const accepts = (amount?: number): ModelStep =>
  after((model) => {
    const withdrawal = undecided(model);
    if (!withdrawal) return undefined;
    const left = kept(model.order);
    const count = Math.min(withdrawal.bottles ?? left, left);
    const cents = amount ?? shareOf(model.order, count);
    return cents <= due(model.order) ? takenOff(model, count, cents, withdrawal.id) : undefined;
  });

const unlinked = (model: Model, id: string) => ({
  ...model,
  withdrawals: model.withdrawals.map((one) =>
    one.id === id ? { ...one, isLinked: false, isOpen: false } : one,
  ),
});

export const rejects: ModelStep = after((model) => {
  const withdrawal = undecided(model);
  const reason = withdrawal && reasonToDecide(model.order, model.events, withdrawal);
  if (!withdrawal || !reason || reason === "further number") return undefined;
  return happened(unlinked(model, withdrawal.id), "rejected", { withdrawal: withdrawal.id });
});

function restored(model: Model): Model | undefined {
  const removal = removalToPutBack(model.order, model.events, model.entries);
  if (!removal) return undefined;
  const { bottles, withdrawal } = removal;
  const entry = model.entries.find(({ id }) => id === removal.entry);
  const back = entry ? booked(model, "discount", entry.amount, entry.id) : model;
  const withdrawals = back.withdrawals.map((one) =>
    one.id === withdrawal && one.isLinked ? { ...one, isOpen: true } : one,
  );
  const changed = change({ ...back, withdrawals }, { removed: back.order.removed - bottles });
  const put = happened(changed, "put back", { bottles, withdrawal });
  const closing = model.events.findLast(({ kind }) => kind === "cancelled");
  const isOurs = closing?.isByShop && closing.id > removal.id;
  return model.order.closed === "cancelled" && isOurs && mayReopen(put.order) ? reopened(put) : put;
}

export const putsBack: ModelStep = after(restored);

/** The owner notes that the withdrawal that was declared last is none. */
export const unlinks: ModelStep = after((model) => {
  const withdrawal = model.withdrawals.findLast(({ isLinked }) => isLinked);
  if (!withdrawal) return undefined;
  const removal = removalToPutBack(model.order, model.events, model.entries);
  const without = unlinked(model, withdrawal.id);
  const put = removal?.withdrawal === withdrawal.id ? restored(without) : undefined;
  return happened(put ?? without, "unlinked", { withdrawal: withdrawal.id });
});

/** The owner changes the discount for what was taken off last. */
export const revalues = (amount: number): ModelStep =>
  after((model) => {
    const last = removalsOf(model.events).at(-1);
    if (!isSent(model) || !last || !isUnrefunded(last, model.entries)) return undefined;
    const entry = model.entries.find(({ id }) => id === last.entry);
    const before = entry ? booked(model, "discount", entry.amount, entry.id) : model;
    if (amount > due(before.order)) return undefined;
    const changed = amount > 0 ? booked(before, "discount", amount) : before;
    const id = amount > 0 ? (changed.entries.at(-1)?.id ?? null) : null;
    return happened(changed, "revalued", { amount, entry: id });
  });

/** What people see of an order, and what steps may still do with it. Orders with the same summary go on alike. */
export function summaryOf(model: Model) {
  const { order, events, entries, withdrawals } = model;
  const removals = removalsOf(events);
  const closing = events.findLast(({ kind }) => kind === order.closed);
  return {
    order: { ...order, toDecide: order.toDecide !== null, deliveredAt: order.deliveredAt !== null },
    owedBack: owedBack(order),
    held: bottlesHeld(order, events),
    parcels: isSent(model) ? parcelsOf(order, events) : undefined,
    removals: removals.map(({ bottles, entry, withdrawal }) => [
      bottles,
      entries.find(({ id }) => id === entry)?.amount ?? 0,
      withdrawal !== undefined,
    ]),
    mayPutBack: removalToPutBack(order, events, entries) !== undefined,
    isUnrefunded: removals.map((removal) => isUnrefunded(removal, entries)),
    withdrawals: withdrawals
      .filter(({ isLinked }) => isLinked)
      .toSorted(byTime)
      .map((one) => [one.bottles, one.isOpen, reasonToDecide(order, events, one)]),
    entries: standing(model)
      .filter(({ id }) => removals.every(({ entry }) => entry !== id))
      .map(({ kind, amount }) => [kind, amount]),
    isClosedByShop: order.closed === null ? undefined : (closing?.isByShop ?? false),
    isClosedSince:
      order.closed === null ? undefined : (closing?.id ?? 0) > (removals.at(-1)?.id ?? 0),
  };
}
