import { type SqlBool, sql } from "kysely";
import type { OrderState } from "../app/shop/order-rules.ts";
import type { Desk } from "./context.ts";
import type { Order } from "./schema.ts";

const ordersPerPage = 50;

/** What the owner looks for: orders in a state, or of somebody. */
export interface Wanted {
  state?: OrderState | undefined;
  /** A name, an e-mail address or a number, as one writes it. */
  text?: string | undefined;
}

/** The newest first, and from page to page by where the last one ended: quick with any number of them. */
export function listOrders({ db }: Desk, { state, text }: Wanted = {}, before?: string) {
  const [time, id = ""] = before?.split("~") ?? [];
  let orders = db.selectFrom("orders").selectAll();
  if (state) orders = orders.where("state", "=", state);
  if (text) orders = orders.where((is) => is.or([isNumber(text), ...spellings(text).map(isAbout)]));
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

/** «7kq2-m9xa» is the order 7KQ2M9XA. */
export const numberIn = (text: string) => text.toUpperCase().replace(/[\s-]/g, "");

const isNumber = (text: string) => sql<SqlBool>`id = ${numberIn(text)}`;

const isAbout = (text: string) =>
  sql<SqlBool>`first_name || ' ' || last_name || ' ' || lower(email) like ${`%${text}%`} escape '\\'`;

/** Databases fold no accents, and each other letters: names are as shoppers write them. */
function spellings(text: string): string[] {
  const plain = text.trim().replace(/[%_\\]/g, "\\$&");
  const name = plain.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  return [...new Set([plain, plain.toLowerCase(), plain.toUpperCase(), name])];
}

/** Where a page of the list ended: `listOrders` goes on after it. */
export const cursorOf = ({ placedAt, id }: Order) => `${placedAt}~${id}`;

/** A page of the list, and where the next one begins, if there is one. */
export async function pageOfOrders(desk: Desk, wanted: Wanted, before?: string) {
  const found = await listOrders(desk, wanted, before);
  const orders = found.slice(0, ordersPerPage);
  const last = found.length > ordersPerPage ? orders.at(-1) : undefined;
  return { orders, next: last && cursorOf(last) };
}

/** How many orders there are in each state. */
export async function countOrders({ db }: Desk): Promise<Partial<Record<OrderState, number>>> {
  const counts = await db
    .selectFrom("orders")
    .select((of) => ["state", of.fn.countAll<number>().as("count")])
    .groupBy("state")
    .execute();
  return Object.fromEntries(counts.map(({ state, count }) => [state, Number(count)]));
}
