import { setImmediate as pause } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import { formatAmount } from "../../app/shop/money.ts";
import { methodNames, statusNames, vatOf } from "../shop/order-format.ts";
import { isInPerson } from "../shop/order-status.ts";
import { dayOf, startOf } from "../shop/time.ts";
import type { Desk } from "../storage/desk.ts";

/** Days in Madrid, both included. */
export interface Period {
  from: string;
  to: string;
}

/** Undefined if one of them is not a date, or `to` is before `from`. */
export function periodOf(from = "0000-01-01", to = "9999-12-31"): Period | undefined {
  const areDays = [from, to].every((day) => startOf(day) !== undefined);
  return areDays && from <= to ? { from, to } : undefined;
}

/** How many lines are read at once. */
const pageSize = 250;

/** By how many cents an entry of the ledger changes the money that the shop holds. */
const change = sql<number>`case when (kind = 'payment') = (reverses is null) then amount else -amount end`;

/**
 * The entries of the period with their orders, by day. Discounts are left out, because no money moves.
 * @param after the last entry of the page before
 */
const pageOfEntries = (
  { db }: Desk,
  { from, to }: Period,
  after: { day: string; id: number } | undefined,
) =>
  db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .select(["payments.id", "orderId", "kind", "payments.method", "day", "reverses"])
    .select(["vatPercent", "quantity", "total", "placedAt", "status", "firstName", "lastName"])
    .select(["address", "postalCode", "city", "country", "erasedAt", change.as("amount")])
    // The money that the shop held for the order before this entry.
    .select(
      sql<number>`(select coalesce(sum(${change}), 0) from payments earlier
        where earlier.order_id = orders.id and earlier.id < payments.id and earlier.kind <> 'discount')`.as(
        "before",
      ),
    )
    .where("kind", "<>", "discount")
    .where("day", "<=", to)
    .where(
      after
        ? sql<SqlBool>`(day, payments.id) > (${after.day}, ${after.id})`
        : sql<SqlBool>`day >= ${from}`,
    )
    .orderBy("day")
    .orderBy("payments.id")
    .limit(pageSize)
    .execute();

type Entry = Awaited<ReturnType<typeof pageOfEntries>>[number];

/**
 * A line with the VAT that its amount includes, and its surplus: what exceeds the order's total is not part of the
 * price, and carries no VAT unless the accountant decides otherwise. In cents.
 */
type Line = Entry & { tax: number; surplus: number };

const kindNames = { payment: "cobro", refund: "reembolso", chargeback: "cargo del banco" };

const kindName = ({ kind, reverses }: Line) => {
  const name = kind === "discount" ? "" : kindNames[kind];
  return reverses === null ? name : `corrección de ${name}`;
};

const columns: Record<string, (line: Line) => string> = {
  fecha: ({ day }) => day,
  pedido: ({ orderId }) => orderId,
  concepto: kindName,
  importe: ({ amount }) => formatAmount(amount),
  "base imponible": ({ amount, tax, surplus }) => formatAmount(amount - tax - surplus),
  "tipo de IVA": ({ vatPercent }) => `${vatPercent} %`,
  IVA: ({ tax }) => formatAmount(tax),
  "de más, sin IVA": ({ surplus }) => formatAmount(surplus),
  "forma de pago": ({ method }) => (method ? methodNames[method] : ""),
  unidades: ({ quantity }) => String(quantity),
  "total del pedido": ({ total }) => formatAmount(total),
  "fecha del pedido": ({ placedAt }) => dayOf(placedAt),
  estado: ({ status }) => statusNames[status],
  nombre: ({ firstName, lastName }) => `${firstName ?? ""} ${lastName ?? ""}`.trim(),
  dirección: ({ address }) => address ?? "",
  // Spreadsheets turn 08018 into 8018.
  "código postal": ({ country, postalCode }) => (postalCode ? `${country}-${postalCode}` : ""),
  ciudad: ({ city }) => city ?? "",
  // Sales in person are made in Spain.
  país: (order) => order.country ?? (isInPerson(order) ? "ES" : ""),
};

/**
 * The bookkeeper's CSV: a line for each payment, refund, chargeback and reversal of the period, by day, and a last line
 * with their sums. In the format of Spanish spreadsheets: semicolons, decimal commas and a byte order mark. Other
 * requests run between two pages of lines.
 */
export async function* exportPayments(desk: Desk, period: Period): AsyncGenerator<string> {
  yield `\ufeff${rowOf(Object.keys(columns))}`;
  const sums = { amount: 0, tax: 0, surplus: 0 };
  let entries: Entry[] = [];
  do {
    entries = await pageOfEntries(desk, period, entries.at(-1));
    const lines = entries.map((entry) => ({ ...entry, ...partsOf(entry) }));
    for (const { amount, tax, surplus } of lines) {
      sums.amount += amount;
      sums.tax += tax;
      sums.surplus += surplus;
    }
    yield lines.map((line) => rowOf(Object.values(columns).map((cell) => cell(line)))).join("");
    // SQLite is synchronous, so without a pause no other request would run.
    await pause();
  } while (entries.length === pageSize);
  const { amount, tax, surplus } = sums;
  const total: Record<string, string> = {
    fecha: "Suma",
    importe: formatAmount(amount),
    "base imponible": formatAmount(amount - tax - surplus),
    IVA: formatAmount(tax),
    "de más, sin IVA": formatAmount(surplus),
  };
  yield rowOf(Object.keys(columns).map((name) => total[name] ?? ""));
}

/**
 * By how many cents a line changes the VAT and the surplus in the order's balance. As differences, the lines of an
 * order add up to the cent, also across quarters. Money that was returned twice is a loss without VAT: a negative surplus.
 */
function partsOf({ before, amount, vatPercent, total }: Entry) {
  const after = before + amount;
  const priceIn = (balance: number) => Math.max(0, Math.min(balance, total));
  const taxIn = (balance: number) => vatOf(priceIn(balance), vatPercent);
  const surplusIn = (balance: number) => balance - priceIn(balance);
  return {
    tax: taxIn(after) - taxIn(before),
    surplus: surplusIn(after) - surplusIn(before),
  };
}

const rowOf = (cells: string[]) => `${cells.map(csvCell).join(";")}\n`;

/** Spreadsheets run a cell that begins like a formula, also with full-width signs. Negative amounts are safe. */
function csvCell(text: string): string {
  const safe = /^-[\d,.]+$/.test(text) ? text : text.replace(/^[=+\-@\t\r＝＋－＠]/, "'$&");
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
