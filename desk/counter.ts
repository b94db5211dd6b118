import type { OrderState } from "../app/shop/order-rules.ts";
import type { Desk } from "./context.ts";
import type { Order } from "./schema.ts";

const ordersPerPage = 50;

/** The newest first, and from page to page by where the last one ended: quick with any number of them. */
export function listOrders({ db }: Desk, state?: OrderState, before?: string) {
  const [time, id = ""] = before?.split("~") ?? [];
  let orders = db.selectFrom("orders").selectAll();
  if (state) orders = orders.where("state", "=", state);
  if (Number.isSafeInteger(Number(time)) && Number(time) > 0) {
    orders = orders.where((is) =>
      is(is.refTuple("placedAt", "id"), "<", is.tuple(Number(time), id)),
    );
  }
  return orders
    .orderBy("placedAt", "desc")
    .orderBy("id", "desc")
    .limit(ordersPerPage + 1)
    .execute();
}

/** Where a page of the list ended: `listOrders` goes on after it. */
export const cursorOf = ({ placedAt, id }: Order) => `${placedAt}~${id}`;

/** A page of the list, and where the next one begins, if there is one. */
export async function pageOfOrders(desk: Desk, state?: OrderState, before?: string) {
  const found = await listOrders(desk, state, before);
  const orders = found.slice(0, ordersPerPage);
  const last = found.length > ordersPerPage ? orders.at(-1) : undefined;
  return { orders, next: last && cursorOf(last) };
}

export const recentWithdrawals = ({ db }: Desk) =>
  db.selectFrom("withdrawals").selectAll().orderBy("at", "desc").limit(20).execute();
