import type { Desk } from "#desk/context.ts";
import { mailsOf } from "#desk/mail/outbox.ts";
import { ledgerOf } from "#desk/orders/ledger.ts";
import { eventsOf } from "#desk/orders/orders.ts";
import { openForAdmin } from "#desk/orders/reconcile.ts";
import { refundableByCard } from "#desk/orders/refunds.ts";
import { stockOf } from "#desk/orders/stock.ts";
import { possibleWithdrawals, withdrawalsOf } from "#desk/orders/withdrawals.ts";
import { refusal } from "../refusal.tsx";
import type { Context } from "./steps/step.ts";

/** Loads an order with all that belongs to it. The card provider is asked first. @throws 404 if there is none. */
export async function readOrder(desk: Desk, id: string): Promise<Context> {
  const opened = await openForAdmin(desk, id);
  if (!opened) throw refusal(404);
  const { order, isCurrent, isUnknown } = opened;
  const [entries, events, linked, others, mails, stock] = await Promise.all([
    ledgerOf(desk.db, id),
    eventsOf(desk.db, id),
    withdrawalsOf(desk.db, id),
    possibleWithdrawals(desk.db, order),
    mailsOf(desk, order),
    stockOf(desk.db),
  ]);
  return {
    ...opened,
    entries,
    events,
    withdrawals: [...linked, ...others],
    mails,
    now: desk.now(),
    refundable: isCurrent && !isUnknown ? refundableByCard(order, entries) : 0,
    countsStock: stock !== undefined,
  };
}
