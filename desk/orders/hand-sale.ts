import { randomBytes } from "node:crypto";
import { dayOf } from "../../app/desk/shop/time.ts";
import { type Desk, timeOn } from "../context.ts";
import { transact } from "../storage/database.ts";
import { book } from "./money.ts";
import { appendEvent, findOrder, orderNumber, transition } from "./orders.ts";
import { takeStock } from "./shop-state.ts";

interface HandSale {
  /** The form's idempotency key: a form that is sent twice is one sale. */
  key: string;
  quantity: number;
  /** In cents, at most the price of the bottles. The rest is a discount. */
  amount: number;
  /** The day of the sale, «2026-12-30», if that was not today. */
  day?: string | undefined;
}

/**
 * Records a sale at a fair or in the workshop, for the books and the stock. Nobody's name is stored,
 * and no email is sent.
 */
export async function sellByHand(desk: Desk, { key, quantity, amount, day }: HandSale) {
  const unitPrice = desk.price;
  const price = quantity * unitPrice;
  if (amount > price) return false;
  const at = timeOn(desk, day);
  return transact(desk.db, async (trx) => {
    const order = await trx
      .insertInto("orders")
      .values({
        id: orderNumber(),
        token: randomBytes(16).toString("base64url"),
        requestKey: key,
        fingerprint: "",
        state: "delivered",
        quantity,
        unitPrice,
        shipping: 0,
        discount: price - amount,
        total: amount,
        received: amount,
        terms: desk.terms.version,
        payment: "hand",
        placedAt: at,
        deliveredAt: at,
      })
      .onConflict((conflict) => conflict.column("requestKey").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!order) return true;
    const circumstances = { who: "owner", day } as const;
    for (const what of ["pending", "received", "paid", "shipped", "delivered"] as const) {
      const paid = what === "received" ? { amount } : {};
      await appendEvent(desk, trx, order.id, what, { ...circumstances, ...paid });
    }
    await takeStock(trx, quantity, true);
    return true;
  });
}

/**
 * Takes back a sale that was recorded wrongly: reverses its payment, on the day of the sale, and
 * returns its bottles to the stock.
 * @param note why
 */
export const undoSale = (desk: Desk, id: string, note: string): Promise<boolean> =>
  transact(desk.db, async (trx) => {
    const order = await findOrder({ ...desk, db: trx }, id);
    if (order?.payment !== "hand" || order.state !== "delivered" || order.refunded > 0)
      return false;
    const { received, placedAt } = order;
    const who = "owner";
    if (received > 0) {
      const day = dayOf(placedAt);
      const reversal = { side: "received", amount: -received, seen: received, who, day } as const;
      if (!(await book(desk, trx, id, reversal))) return false;
    }
    return transition(desk, trx, { id, from: ["delivered"], to: "cancelled" }, { who, note });
  });
