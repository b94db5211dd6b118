import type { Transaction } from "kysely";
import { judgeTyped } from "../app/desk/shop/settings-schema.ts";
import { toCents } from "../app/shop/product.ts";
import { settings as shopSettings } from "../app/shop/settings.ts";
import type { Desk } from "./context.ts";
import { enqueue } from "./mail/queue.ts";
import { stockOf } from "./orders/stock.ts";
import { storeTerms } from "./orders/terms.ts";
import { takeLock, transact } from "./storage/database.ts";
import { storeSetting } from "./storage/settings.ts";
import type { Tables } from "./storage/tables.ts";

/** What the owner changes while the shop runs: rows that override the environment's settings. */
export interface Facts {
  /** The price of a bottle in cents. */
  price: number;
  /** The owner's sentence on the home page; empty for none. */
  notice: string;
  /** The account for transfers. */
  iban: string;
  /** When sales resume, in the owner's words; empty while the shop sells. */
  paused: string;
}

/** The names of their rows. */
export type FactName = "PRODUCT_PRICE" | "SHOP_NOTICE" | "SELLER_IBAN" | "paused";
/** The facts as their rows and the environment write them. */
export type FactValues = Record<FactName, string>;

/** The facts while there are no rows. */
export const configuredFacts = ({
  SHOP_NOTICE,
  SELLER_IBAN,
}: Pick<Desk["settings"], "SHOP_NOTICE" | "SELLER_IBAN">): FactValues => ({
  PRODUCT_PRICE: shopSettings.PRODUCT_PRICE,
  SHOP_NOTICE,
  SELLER_IBAN,
  paused: "",
});

export async function readFactValues(
  db: Desk["db"],
  settings: Desk["settings"],
): Promise<FactValues> {
  const configured = configuredFacts(settings);
  const names = Object.keys(configured) as FactName[];
  const rows = await db.selectFrom("settings").selectAll().where("name", "in", names).execute();
  return { ...configured, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) };
}

export async function readFacts(db: Desk["db"], settings: Desk["settings"]): Promise<Facts> {
  const values = await readFactValues(db, settings);
  return {
    price: toCents(values.PRODUCT_PRICE),
    notice: values.SHOP_NOTICE,
    iban: values.SELLER_IBAN,
    paused: values.paused,
  };
}

/** What the owner has typed for a fact, as it is stored. Nothing typed restores the environment's setting. */
export function validateFact(
  { settings }: Pick<Desk, "settings">,
  name: FactName,
  typed: string,
): { value: string } | { error: string } {
  const text = typed.trim();
  if (name === "paused") {
    // The pages say «Volvemos» before it.
    return { value: text.replace(/^volvemos\b[\s.…]*|[\s.…]+$/gi, "").slice(0, 60) };
  }
  if (text === "" && name !== "SHOP_NOTICE") return { value: configuredFacts(settings)[name] };
  const { value, error } = judgeTyped(name, text, process.env);
  return error === undefined ? { value } : { error };
}

/**
 * Changes a fact; the account has its own way (account.ts). The terms are stored with a price, and the
 * owner gets an email about it, in case somebody else is at the counter.
 * @param expected the value that the owner saw
 * @param termsOf the terms with a price in cents
 * @returns false, without a change, if it is another one by now
 */
export const changeFact = (
  desk: Desk,
  name: FactName,
  expected: string,
  value: string,
  termsOf: (price: number) => string,
): Promise<boolean> =>
  transact(desk.db, async (trx) => {
    await takeLock(trx, "facts");
    const before = (await readFactValues(trx, desk.settings))[name];
    if (before !== expected) return false;
    if (before === value) return true;
    await storeFact(trx, desk.settings, name, value);
    if (name === "PRODUCT_PRICE") {
      await storeTerms(trx, termsOf(toCents(value)), desk.now());
      const data = { name, before, after: value };
      await enqueue(desk, trx, {
        template: "owner setting changed",
        key: String(desk.now()),
        data,
      });
    }
    return true;
  });

/** Stores a fact. The value of the environment needs no row. */
export async function storeFact(
  trx: Transaction<Tables>,
  settings: Desk["settings"],
  name: FactName,
  value: string,
): Promise<void> {
  if (value === configuredFacts(settings)[name]) {
    await trx.deleteFrom("settings").where("name", "=", name).execute();
  } else {
    await storeSetting(trx, name, value);
  }
}

/** The facts that pages show. */
export async function readShownFacts({ db, settings }: Pick<Desk, "db" | "settings">) {
  const { price, notice, paused } = await readFacts(db, settings);
  const stock = await stockOf(db);
  const isSoldOut = stock !== undefined && stock <= 0;
  return { price, notice, closed: paused ? `Volvemos ${paused}` : isSoldOut ? "Agotado" : "" };
}
