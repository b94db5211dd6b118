import * as v from "valibot";
import { text } from "../../shop/order.ts";
import type { EventKind } from "./order-rules.ts";
import { atMost } from "./withdrawal.ts";

/** What a shopper gives for an invoice (RD 1619/2012, art. 6). Companies of other countries have other numbers. */
export const invoiceRequest = v.object({
  name: v.pipe(
    text,
    v.minLength(2, "Escribe el nombre o la razón social."),
    atMost(100, "El nombre"),
  ),
  taxId: v.pipe(
    text,
    v.transform((value) => value.toUpperCase().replace(/[\s.-]/g, "")),
    v.regex(/^[A-Z\d]{8,14}$/, "Escribe el NIF, como 12345678Z."),
  ),
  address: v.pipe(
    text,
    v.minLength(5, "Escribe el domicilio fiscal."),
    atMost(200, "El domicilio"),
  ),
});

export type InvoiceRequest = v.InferOutput<typeof invoiceRequest>;

/** The last request for an invoice, or its answer. */
export const invoiceOf = <Event extends { what: EventKind }>(history: readonly Event[]) =>
  history.findLast(({ what }) => what === "invoice asked" || what === "invoice sent");

/** The request as an event stores it, and as the counter shows it. */
export const invoiceNote = ({ name, taxId, address }: InvoiceRequest) =>
  `${name}, NIF ${taxId}, ${address}`;
