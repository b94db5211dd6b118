import { openForAdmin } from "../../cards/open-order.ts";
import { refundableByCard } from "../../cards/refunds.ts";
import { mailsOf } from "../../mail/outbox.ts";
import { ledgerOf } from "../../orders/ledger.ts";
import { ordersOfSame } from "../../orders/order-list.ts";
import { eventsOf, lastCarrier } from "../../orders/orders.ts";
import { countedAt, stockOf } from "../../orders/stock.ts";
import { readFacts } from "../../orders/stored-facts.ts";
import { possibleWithdrawals, withdrawalsOf } from "../../orders/withdrawals.ts";
import type { Desk } from "../../storage/desk.ts";
import { refusal } from "../refusal.tsx";
import type { Context } from "./steps/step.ts";

/** Loads an order with all that belongs to it. The card provider is asked first. @throws 404 if there is none. */
export async function readOrder(desk: Desk, id: string): Promise<Context> {
  const opened = await openForAdmin(desk, id);
  if (!opened) throw refusal(404);
  const { order, isCurrent, isUnknown } = opened;
  const [entries, events, linked, possible, mails, stock, counted, carrier, earlier, facts] =
    await Promise.all([
      ledgerOf(desk.db, id),
      eventsOf(desk.db, id),
      withdrawalsOf(desk.db, id),
      possibleWithdrawals(desk.db, order),
      mailsOf(desk, order),
      stockOf(desk.db),
      countedAt(desk.db),
      lastCarrier(desk.db),
      ordersOfSame(desk, order),
      readFacts(desk.db),
    ]);
  return {
    ...opened,
    entries,
    events,
    withdrawals: [...linked, ...possible],
    mails,
    now: desk.now(),
    refundable: isCurrent && !isUnknown ? refundableByCard(order, entries) : 0,
    countsStock: stock !== undefined,
    countedAt: counted,
    lastCarrier: carrier,
    earlier,
    iban: facts.iban,
  };
}
