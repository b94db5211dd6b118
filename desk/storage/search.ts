import type { Kysely, Transaction } from "kysely";
import type { Recipient } from "../../app/desk/shop/order-rules.ts";
import type { Tables } from "./tables.ts";

/** Without accents, apostrophes and capitals: «D’Alembert» and «d'alembert» are «dalembert». */
const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\p{M}'’`´]/gu, "")
    .toLowerCase();

const wordsIn = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words by which an order is found. A telephone is found with and without its prefix. */
function termsOf(order: Recipient, tracking: string | null): string[] {
  const { firstName, lastName, email, phone, address, city, postalCode } = order;
  // The domain of an email address is that of many.
  const mailbox = email?.replace(/@.*/, "");
  const words = [firstName, lastName, mailbox, address, city, postalCode, tracking]
    .map((text) => text ?? "")
    .flatMap(wordsIn);
  const digits = (phone ?? "").replace(/\D/g, "");
  return [...new Set([...words, fold(email ?? ""), digits, digits.slice(-9)])].filter(Boolean);
}

/** The words of a search. Each has to begin a word of the order. */
export function wantedTerms(text: string): string[] {
  const plain = text.trim();
  // A telephone in any spelling, «+34 600 00 00 00».
  if (/^\+?[\d\s.()-]{9,}$/.test(plain)) return [plain.replace(/\D/g, "")];
  return /^\S+@\S+$/.test(plain) ? [fold(plain)] : [...new Set(wordsIn(text))];
}

/** The orders that have a word that begins so. */
export const ordersWith = (db: Kysely<Tables>, term: string) =>
  db
    .selectFrom("orderTerms")
    .select("orderTerms.orderId")
    .where("term", ">=", term)
    .where("term", "<", `${term}\u{10ffff}`);

/** Stores the words of an order. Those of a forgotten order are none. */
export async function indexOrder(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.deleteFrom("orderTerms").where("orderId", "=", id).execute();
  const order = await trx
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const tracking = await trx
    .selectFrom("events")
    .select("note")
    .where("orderId", "=", id)
    .where("what", "in", ["shipped", "tracking"])
    .orderBy("id", "desc")
    .executeTakeFirst();
  const terms = termsOf(order, tracking?.note ?? null);
  if (terms.length === 0) return;
  await trx
    .insertInto("orderTerms")
    .values(terms.map((term) => ({ term, orderId: id })))
    .execute();
}

/** Stores the words of all orders. */
export async function indexAll(db: Kysely<Tables>): Promise<void> {
  const orders = await db
    .selectFrom("orders")
    .select("id")
    .where("forgottenAt", "is", null)
    .execute();
  for (const { id } of orders) await indexOrder(db as Transaction<Tables>, id);
}
