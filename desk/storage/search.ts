import type { Kysely, Transaction } from "kysely";
import type { Recipient } from "../../app/desk/shop/order-rules.ts";
import { readAmount } from "../../app/shop/money.ts";
import type { Tables } from "./tables.ts";

const apostrophes = /['’`´]/g;

/** Without accents, apostrophes and capitals: «D’Alembert» and «d'alembert» are «dalembert». */
const fold = (text: string) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replace(apostrophes, "").toLowerCase();

const wordsIn = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Every way in which a bank may write a text: «D’Alembert» also as «D Alembert», «Müller» also as
 * «Mueller», and the other way round.
 */
const spellings = (text: string) => [
  text,
  text.replace(apostrophes, " "),
  text.normalize("NFC").replace(/[äöü]/gi, "$&e"),
  text.replace(/([aou])e/gi, "$1"),
];

/** The words by which an order is found. */
function termsOf(order: Recipient, tracking: string | null): string[] {
  const { firstName, lastName, email, phone, address, city, postalCode } = order;
  // The domain of an email address is that of many.
  const mailbox = email?.replace(/@.*/, "");
  const words = [firstName, lastName, mailbox, address, city, postalCode, tracking]
    .flatMap((text) => spellings(text ?? ""))
    .flatMap(wordsIn);
  const digits = (phone ?? "").replace(/\D/g, "");
  const phones = digits ? [digits, `00${digits}`, digits.slice(-9)] : [];
  return [...new Set([...words, fold(email ?? ""), ...phones])].filter(Boolean);
}

/** What a search asks for. */
interface Search {
  /** In cents. */
  amounts: number[];
  /** Each has to begin a word of the order. */
  terms: string[];
}

/** A figure with decimals or a currency is an amount. Others are house numbers and postcodes. */
const figure =
  /(?<![\p{L}\p{N}.,])(€|eur)?\s*(\d+(?:[.,]\d+)*)(?:\s*(€|eur(?:os?)?))?(?![\p{L}\p{N}])/giu;

/** The words that a bank writes around a name. */
const bankWords = wordsIn(
  "transferencia transf recibida inmediata ordenante concepto importe bizum pago abono ingreso pedido a de del por favor",
);

/** Reads a search, in the words of a bank, a caller or the post office. */
export function readSearch(text: string): Search {
  const plain = text.trim();
  // A telephone in any spelling, «+34 600 00 00 00».
  if (/^\+?[\d\s.()-]{9,}$/.test(plain)) return { amounts: [], terms: [plain.replace(/\D/g, "")] };
  if (/^\S+@\S+$/.test(plain)) return { amounts: [], terms: [fold(plain)] };
  const amounts: number[] = [];
  const rest = plain.replace(figure, (found, before, digits, after) => {
    const cents = readAmount(digits);
    if (cents === undefined || !(before || after || /[.,]\d\d$/.test(digits))) return found;
    amounts.push(cents);
    return " ";
  });
  const all = [...new Set(wordsIn(rest))];
  const telling = all.filter((word) => !bankWords.includes(word));
  return { amounts, terms: telling.length + amounts.length > 0 ? telling : all };
}

/** The orders of which this amount was due or received. */
export const ordersOver = (db: Kysely<Tables>, cents: number) =>
  db
    .selectFrom("orders")
    .select("orders.id as orderId")
    .where("total", "=", cents)
    .unionAll(
      db
        .selectFrom("orders")
        .select("orders.id as orderId")
        .where("received", "=", cents)
        .whereRef("received", "<>", "total"),
    );

/** The orders that have a word that begins so. */
export const ordersWith = (db: Kysely<Tables>, term: string) =>
  db
    .selectFrom("orderTerms")
    .select("orderTerms.orderId")
    .where("term", ">=", term)
    .where("term", "<", `${term}\u{10ffff}`);

/** Stores the words of an order. Those of a forgotten order are none. */
export const indexOrder = (trx: Transaction<Tables>, id: string) => indexOrders(trx, [id]);

/** Stores the words of all orders. */
export async function indexAll(db: Kysely<Tables>): Promise<void> {
  const orders = await db
    .selectFrom("orders")
    .select("id")
    .where("forgottenAt", "is", null)
    .execute();
  const ids = orders.map(({ id }) => id);
  // Each order has some 30 words, and SQLite takes 32,766 values at a time.
  for (let from = 0; from < ids.length; from += 100)
    await indexOrders(db, ids.slice(from, from + 100));
}

async function indexOrders(db: Kysely<Tables>, ids: string[]): Promise<void> {
  await db.deleteFrom("orderTerms").where("orderId", "in", ids).execute();
  const orders = await db.selectFrom("orders").selectAll().where("id", "in", ids).execute();
  const events = await db
    .selectFrom("events")
    .select(["orderId", "note"])
    .where("orderId", "in", ids)
    .where("what", "in", ["shipped", "tracking"])
    .orderBy("id")
    .execute();
  const tracking = new Map(events.map(({ orderId, note }) => [orderId, note]));
  const terms = orders.flatMap((order) =>
    termsOf(order, tracking.get(order.id) ?? null).map((term) => ({ term, orderId: order.id })),
  );
  if (terms.length > 0) await db.insertInto("orderTerms").values(terms).execute();
}
