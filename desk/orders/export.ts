import { paymentNames, stateNames, vatOf } from "../../app/desk/shop/order-format.ts";
import { seller } from "../../app/desk/shop/seller.ts";
import { dayOf } from "../../app/desk/shop/time.ts";
import { formatAmount } from "../../app/shop/money.ts";
import type { Desk } from "../context.ts";
import type { Order } from "../storage/tables.ts";
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
    if (!isDay) throw new Error(`«${day}» no es un día: escríbelo como 2026-12-31.`);
  }
  if (from > to) throw new Error(`El primer día, ${from}, es posterior al último, ${to}.`);
  return { from, to };
}

/** A payment, a refund, or the correction of one. */
interface Line {
  order: Order;
  /** The day in Madrid on which it happened. */
  day: string;
  kind: "received" | "refund";
  /** In cents. Refunds are negative, and so is a correction of a payment. */
  amount: number;
  /** The VAT in the amount, in cents. */
  tax: number;
}

const kindName = ({ kind, amount }: Line) => {
  const isCorrection = kind === "received" ? amount < 0 : amount > 0;
  return `${isCorrection ? "corrección de " : ""}${kind === "received" ? "cobro" : "devolución"}`;
};

const columns: Record<string, (line: Line) => string> = {
  fecha: ({ day }) => day,
  pedido: ({ order }) => order.id,
  concepto: kindName,
  importe: ({ amount }) => formatAmount(amount),
  "base imponible": ({ amount, tax }) => formatAmount(amount - tax),
  "tipo de IVA": () => `${seller.vatPercent} %`,
  IVA: ({ tax }) => formatAmount(tax),
  "forma de pago": ({ order }) => paymentNames[order.payment],
  unidades: ({ order }) => String(order.quantity),
  "total del pedido": ({ order }) => formatAmount(order.total),
  "fecha del pedido": ({ order }) => dayOf(order.placedAt),
  estado: ({ order }) => stateNames[order.state],
  nombre: ({ order: { firstName, lastName } }) => `${firstName ?? ""} ${lastName ?? ""}`.trim(),
  dirección: ({ order }) => order.address ?? "",
  // Spreadsheets turn 08018 into 8018.
  "código postal": ({ order: { country, postalCode } }) =>
    postalCode ? `${country}-${postalCode}` : "",
  ciudad: ({ order }) => order.city ?? "",
  // A sale by hand is made here.
  país: ({ order }) => order.country ?? (order.payment === "hand" ? "ES" : ""),
};

/**
 * The bookkeeper's CSV: a line for each payment and each refund in the period, by day. In the format
 * of Spanish spreadsheets: semicolons, decimal commas and a UTF-8 mark.
 */
export async function exportOf(desk: Desk, period: Period) {
  const lines: Line[] = [];
  for await (const order of everyOrder(desk)) lines.push(...(await linesOf(desk, order)));
  const within = lines
    .filter(({ day }) => period.from <= day && day <= period.to)
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const rows = [
    Object.keys(columns),
    ...within.map((line) => Object.values(columns).map((column) => column(line))),
  ];
  const text = rows.map((cells) => `${cells.map(csvCell).join(";")}\n`).join("");
  return { text: `\ufeff${text}`, lines: within.length };
}

/** The text of the export; undefined if these are no days. */
export async function exportBetween(desk: Desk, from?: string, to?: string) {
  let period: Period;
  try {
    period = periodOf(from, to);
  } catch {
    return undefined;
  }
  return (await exportOf(desk, period)).text;
}

/**
 * The VAT of a line is what it changes in the VAT of the order's balance, so that the lines of an
 * order, and of quarters, add up to the cent.
 */
async function linesOf({ db }: Desk, order: Order): Promise<Line[]> {
  const events = await db
    .selectFrom("events")
    .select(["what", "at", "day", "amount"])
    .where("orderId", "=", order.id)
    .where("what", "in", ["received", "refund"])
    .orderBy("id")
    .execute();
  let balance = 0;
  return events.map(({ what, at, day, amount }) => {
    const change = what === "received" ? (amount ?? 0) : -(amount ?? 0);
    const tax = vatIn(balance + change) - vatIn(balance);
    balance += change;
    return { order, day: day ?? dayOf(at), kind: what as Line["kind"], amount: change, tax };
  });
}

const vatIn = (amount: number) => Math.sign(amount) * vatOf(Math.abs(amount));

/** Spreadsheets run a cell that begins like a formula. A negative amount is not one. */
function csvCell(text: string): string {
  const safe = /^-[\d,.]+$/.test(text) ? text : text.replace(/^[=+\-@\t\r]/, "'$&");
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
