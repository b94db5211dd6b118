import { stateNames, vatOf } from "../../app/desk/shop/order-format.ts";
import { formatAmount } from "../../app/shop/money.ts";
import { type Desk, dayOf } from "../context.ts";
import type { Order } from "../storage/schema.ts";
import { pageOfOrders } from "./counter.ts";

/** The newest first, all of them, by the pages that the counter has. */
export async function* everyOrder(desk: Desk): AsyncGenerator<Order> {
  let before: string | undefined;
  do {
    const { orders, next } = await pageOfOrders(desk, {}, before);
    yield* orders;
    before = next;
  } while (before);
}

/** Days of Madrid, both of them within it. */
export interface Period {
  from: string;
  to: string;
}

/** @throws with a sentence for the owner when these are no days */
export function periodOf(from = "0000-01-01", to = "9999-12-31"): Period {
  for (const day of [from, to]) {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
    if (!isDay) throw new Error(`A day is written as 2026-12-31; «${day}» is none.`);
  }
  if (from > to) throw new Error(`${from} comes after ${to}.`);
  return { from, to };
}

/** An order, and the money that came and went in the period. */
interface Line extends Order {
  came: number;
  cameOn: string;
  went: number;
  wentOn: string;
}

/** Tax is owed for what was kept of the money: of an advance too, and no more of what went back. */
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
 * For the bookkeeper: a line for each order that was placed, paid or refunded in the period, with the money
 * of the period alone, so that quarters add up to the year. As Spanish spreadsheets read it: semicolons,
 * decimal commas, and a mark that it is UTF-8.
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
    .select(["what", "at", "amount"])
    .where("orderId", "=", order.id)
    .where("what", "in", ["received", "refund"])
    .orderBy("id")
    .execute();
  const within = events
    .map(({ what, at, amount }) => ({ what, day: dayOf(at), amount: amount ?? 0 }))
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

/** A spreadsheet would run what begins like a formula; a negative amount is none. */
function csvCell(text: string): string {
  const safe = /^-[\d,.]+$/.test(text) ? text : text.replace(/^[=+\-@\t\r]/, "'$&");
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
