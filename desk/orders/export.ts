import { stateNames, vatOf } from "../../app/desk/shop/order-format.ts";
import { formatAmount } from "../../app/shop/money.ts";
import { type Desk, dayOf } from "../context.ts";
import type { Order } from "../storage/schema.ts";
import { pageOfOrders } from "./counter.ts";

/** All orders, newest first, read page by page. */
export async function* everyOrder(desk: Desk): AsyncGenerator<Order> {
  let before: string | undefined;
  do {
    const { orders, next } = await pageOfOrders(desk, {}, before);
    yield* orders;
    before = next;
  } while (before);
}

/** Days in Madrid, both included. */
export interface Period {
  from: string;
  to: string;
}

/** @throws with a sentence for the owner if these are no days */
export function periodOf(from = "0000-01-01", to = "9999-12-31"): Period {
  for (const day of [from, to]) {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
    if (!isDay) throw new Error(`A day is written as 2026-12-31; «${day}» is none.`);
  }
  if (from > to) throw new Error(`${from} comes after ${to}.`);
  return { from, to };
}

/** An order, and the payments and refunds in the period. */
interface Line extends Order {
  came: number;
  cameOn: string;
  went: number;
  wentOn: string;
}

/** Tax is due on the balance, advance payments included, less refunds. */
const taxOf = ({ came, went }: Line) => Math.sign(came - went) * vatOf(Math.abs(came - went));

const columns: Record<string, (line: Line) => string> = {
  pedido: ({ id }) => id,
  fecha: ({ placedAt }) => dayOf(placedAt),
  estado: ({ state }) => stateNames[state],
  "forma de pago": ({ payment }) => (payment === "card" ? "tarjeta o Bizum" : "transferencia"),
  unidades: ({ quantity }) => String(quantity),
  total: ({ total }) => formatAmount(total),
  cobrado: ({ came }) => formatAmount(came),
  "fecha de cobro": ({ cameOn }) => cameOn,
  reembolsado: ({ went }) => formatAmount(went),
  "fecha de reembolso": ({ wentOn }) => wentOn,
  "base imponible": (line) => formatAmount(line.came - line.went - taxOf(line)),
  IVA: (line) => formatAmount(taxOf(line)),
  nombre: ({ firstName, lastName }) => `${firstName ?? ""} ${lastName ?? ""}`.trim(),
  dirección: ({ address }) => address ?? "",
  "código postal": ({ postalCode }) => postalCode ?? "",
  ciudad: ({ city }) => city ?? "",
  país: ({ country }) => country ?? "",
};

/**
 * The bookkeeper's CSV: a line for each order that was placed, paid or refunded in the period, with
 * the amounts of the period only, so that quarters add up to the year. In the format of Spanish
 * spreadsheets: semicolons, decimal commas and a UTF-8 mark.
 */
export async function exportOf(desk: Desk, period: Period) {
  const isWithin = (day: string) => period.from <= day && day <= period.to;
  const rows = [Object.keys(columns)];
  for await (const order of everyOrder(desk)) {
    const line = await lineOf(desk, order, isWithin);
    if (line) rows.push(Object.values(columns).map((column) => column(line)));
  }
  const text = rows.map((cells) => `${cells.map(csvCell).join(";")}\n`).join("");
  return { text: `\ufeff${text}`, orders: rows.length - 1 };
}

async function lineOf(
  { db }: Desk,
  order: Order,
  isWithin: (day: string) => boolean,
): Promise<Line | undefined> {
  const events = await db
    .selectFrom("events")
    .select(["what", "at", "day", "amount"])
    .where("orderId", "=", order.id)
    .where("what", "in", ["received", "refund"])
    .orderBy("id")
    .execute();
  const within = events
    .map(({ what, at, day, amount }) => ({ what, day: day ?? dayOf(at), amount: amount ?? 0 }))
    .filter(({ day }) => isWithin(day));
  if (within.length === 0 && !isWithin(dayOf(order.placedAt))) return undefined;
  const sumOf = (kind: string) => {
    const some = within.filter(({ what }) => what === kind);
    return { sum: some.reduce((sum, { amount }) => sum + amount, 0), day: some.at(-1)?.day ?? "" };
  };
  const [received, refunded] = [sumOf("received"), sumOf("refund")];
  return {
    ...order,
    came: received.sum,
    cameOn: received.day,
    went: refunded.sum,
    wentOn: refunded.day,
  };
}

/** Spreadsheets run a cell that begins like a formula. A negative amount is not one. */
function csvCell(text: string): string {
  const safe = /^-[\d,.]+$/.test(text) ? text : text.replace(/^[=+\-@\t\r]/, "'$&");
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
