import { type SqlBool, sql } from "kysely";
import {
  type InvoiceRequest,
  invoiceNote,
  invoiceOf,
} from "../../app/desk/shop/invoice-request.ts";
import type { Desk } from "../context.ts";
import { transact } from "../storage/database.ts";
import { appendEvent, findByToken, findOrder, historyOf, record } from "./orders.ts";

/* The shop issues no invoices. It passes a shopper's request on to the owner, who issues one elsewhere. */

const wasBought = ["paid", "shipped", "delivered", "refunded"];

/** How often a shopper may change the data of an invoice: each time the owner gets an email. */
const mostRequests = 5;

/**
 * Stores a shopper's request for an invoice. The same request again is stored once.
 * @returns false if there is no such order, or nothing was bought
 */
export async function askForInvoice(desk: Desk, token: string, request: InvoiceRequest) {
  return transact(desk.db, async (trx) => {
    const order = await findByToken({ ...desk, db: trx }, token);
    if (!order || !wasBought.includes(order.state)) return false;
    const note = invoiceNote(request);
    const history = await historyOf({ ...desk, db: trx }, order);
    const asked = history.filter(({ what }) => what === "invoice asked");
    if (asked.at(-1)?.note !== note && asked.length < mostRequests) {
      await record(desk, trx, order, "invoice asked", { who: "shopper", note });
    }
    return true;
  });
}

/** An order whose invoice was asked for, and not sent since. */
const awaitsInvoice = sql<SqlBool>`forgotten_at is null and exists (
  select 1 from events asked where asked.order_id = orders.id and what = 'invoice asked'
  and not exists (select 1 from events sent where sent.order_id = orders.id
    and sent.what = 'invoice sent' and sent.id > asked.id))`;

/** The orders whose invoice waits for the owner. */
export const openInvoices = ({ db }: Desk) =>
  db.selectFrom("orders").selectAll().where(awaitsInvoice).orderBy("placedAt").limit(50).execute();

/** Marks the invoice of an order as sent. */
export const markInvoiceSent = (desk: Desk, id: string) =>
  transact(desk.db, async (trx) => {
    const order = await findOrder({ ...desk, db: trx }, id);
    if (!order) return false;
    const history = await historyOf({ ...desk, db: trx }, order);
    if (invoiceOf(history)?.what !== "invoice asked") return false;
    await appendEvent(desk, trx, id, "invoice sent", { who: "owner" });
    return true;
  });
