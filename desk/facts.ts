import type { Transaction } from "kysely";
import { judgeTyped } from "../app/desk/shop/settings-schema.ts";
import { toCents } from "../app/shop/product.ts";
import { settings as shopSettings } from "../app/shop/settings.ts";
import type { Desk } from "./context.ts";
import { enqueue } from "./mail/queue.ts";
import { stockOf } from "./orders/stock.ts";
import { storeTerms } from "./orders/terms.ts";
import { takeLock, transact } from "./storage/database.ts";
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
  const { value, faults } = judgeTyped(name, text, process.env);
  const [error] = faults;
  if (error === undefined) return { value };
  // The page names the setting in its own words.
  const message = error.slice(name.length + 1);
  return { error: message.charAt(0).toUpperCase() + message.slice(1) };
}

/**
 * Changes a fact. Its terms, and the emails that it needs, are stored with it; the owner gets one about
 * a price and an account, in case somebody else is at the counter.
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
    if (value === configuredFacts(desk.settings)[name]) {
      await trx.deleteFrom("settings").where("name", "=", name).execute();
    } else {
      await trx
        .insertInto("settings")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
        .execute();
    }
    if (name === "PRODUCT_PRICE") await storeTerms(trx, termsOf(toCents(value)), desk.now());
    if (name === "SELLER_IBAN") await announceAccount(desk, trx);
    if (name === "PRODUCT_PRICE" || name === "SELLER_IBAN") {
      const data = { name, before, after: value };
      await enqueue(desk, trx, {
        template: "owner setting changed",
        key: String(desk.now()),
        data,
      });
    }
    return true;
  });

/** Emails everybody who waits to pay by transfer: they may have noted the old account. */
async function announceAccount(desk: Desk, trx: Transaction<Tables>): Promise<void> {
  const waiting = await trx
    .selectFrom("orders")
    .select("id")
    .where("status", "in", ["unpaid", "partially paid"])
    .where("method", "=", "transfer")
    .where("email", "is not", null)
    .execute();
  const key = String(desk.now());
  for (const { id } of waiting) {
    await enqueue(desk, trx, { template: "account changed", orderId: id, key });
  }
}

/** The facts that pages show. */
export async function readShownFacts({ db, settings }: Pick<Desk, "db" | "settings">) {
  const { price, notice, paused } = await readFacts(db, settings);
  const stock = await stockOf(db);
  const isSoldOut = stock !== undefined && stock <= 0;
  return { price, notice, closed: paused ? `Volvemos ${paused}` : isSoldOut ? "Agotado" : "" };
}
