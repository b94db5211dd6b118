import { setImmediate as pause } from "node:timers/promises";
import { type SqlBool, sql } from "kysely";
import { methodNames, statusNames, vatOf } from "../shop/order-format.ts";
import { isInPerson } from "../shop/order-status.ts";
import { dayOf, startOf } from "../shop/time.ts";
import type { Desk } from "../storage/desk.ts";
import { type Cell, workbook } from "./workbook.ts";

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

const columns: Record<string, (line: Line) => Cell> = {
  fecha: ({ day }) => ({ day }),
  pedido: ({ orderId }) => orderId,
  concepto: kindName,
  importe: ({ amount }) => ({ cents: amount }),
  "base imponible": ({ amount, tax, surplus }) => ({ cents: amount - tax - surplus }),
  "tipo de IVA": ({ vatPercent }) => `${vatPercent} %`,
  IVA: ({ tax }) => ({ cents: tax }),
  "de más, sin IVA": ({ surplus }) => ({ cents: surplus }),
  "forma de pago": ({ method }) => (method ? methodNames[method] : ""),
  unidades: ({ quantity }) => String(quantity),
  "total del pedido": ({ total }) => ({ cents: total }),
  "fecha del pedido": ({ placedAt }) => ({ day: dayOf(placedAt) }),
  estado: ({ status }) => statusNames[status],
  nombre: ({ firstName, lastName }) => `${firstName ?? ""} ${lastName ?? ""}`.trim(),
  dirección: ({ address }) => address ?? "",
  "código postal": ({ postalCode }) => postalCode ?? "",
  ciudad: ({ city }) => city ?? "",
  // Sales in person are made in Spain.
  país: (order) => order.country ?? (isInPerson(order) ? "ES" : ""),
};

/**
 * The bookkeeper's workbook: a row for each payment, refund, chargeback and reversal of the period, by day, and a last
 * one with their sums.
 */
export const exportPayments = (desk: Desk, period: Period) => workbook(pagesOf(desk, period));

/** Reads page by page, so that other requests run in between. */
async function* pagesOf(desk: Desk, period: Period): AsyncGenerator<Cell[][]> {
  yield [Object.keys(columns)];
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
    yield lines.map((line) => Object.values(columns).map((cell) => cell(line)));
    // SQLite is synchronous, so without a pause no other request would run.
    await pause();
  } while (entries.length === pageSize);
  const { amount, tax, surplus } = sums;
  const total: Record<string, Cell> = {
    fecha: "Suma",
    importe: { cents: amount },
    "base imponible": { cents: amount - tax - surplus },
    IVA: { cents: tax },
    "de más, sin IVA": { cents: surplus },
  };
  yield [Object.keys(columns).map((name) => total[name] ?? "")];
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
