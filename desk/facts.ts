import { type ClaimName, readClaims, shownClaims } from "../app/desk/shop/claims.ts";
import { validateTyped } from "../app/desk/shop/settings-schema.ts";
import { type ShownFacts, show, shown } from "../app/desk/shop/shown-facts.ts";
import { priceOrder } from "../app/shop/pricing.ts";
import { toCents } from "../app/shop/product.ts";
import { settings as shopSettings } from "../app/shop/settings.ts";
import type { Desk } from "./context.ts";
import { enqueue } from "./mail/queue.ts";
import { stockOf } from "./orders/stock.ts";
import { storeTerms } from "./orders/terms.ts";
import { takeLock, transact } from "./storage/database.ts";
import { storeSetting } from "./storage/settings.ts";
import type { Trx } from "./storage/tables.ts";

/** What the owner changes while the shop runs: rows that override the environment's settings. */
export interface Facts extends Omit<ShownFacts, "closed"> {
  /** The account for transfers. */
  iban: string;
  /** When sales resume, in the owner's words; empty while the shop sells. */
  paused: string;
  /** The claims that pages make by the specification, and that the owner has not confirmed yet. */
  unconfirmed: ClaimName[];
}

/** The facts while there are no rows, by the names of the rows. */
export const configuredFacts = ({
  SHOP_NOTICE,
  SELLER_IBAN,
}: Pick<Desk["settings"], "SHOP_NOTICE" | "SELLER_IBAN">) => ({
  PRODUCT_PRICE: shopSettings.PRODUCT_PRICE,
  SHOP_EMAIL: shopSettings.SHOP_EMAIL,
  SHOP_PHONE: shopSettings.SHOP_PHONE,
  SHOP_NOTICE,
  SELLER_IBAN,
  paused: "",
  /** JSON; empty until the owner has confirmed them (app/desk/shop/claims.ts). */
  claims: "",
});

/** The facts as their rows and the environment write them. */
export type FactValues = ReturnType<typeof configuredFacts>;
export type FactName = keyof FactValues;

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
  const { claims, unconfirmed } = readClaims(values.claims);
  return {
    price: toCents(values.PRODUCT_PRICE),
    email: values.SHOP_EMAIL,
    phone: values.SHOP_PHONE,
    ...shownClaims(claims),
    notice: values.SHOP_NOTICE,
    iban: values.SELLER_IBAN,
    paused: values.paused,
    unconfirmed,
  };
}

/** The facts that pages and emails show. */
export async function readShownFacts({
  db,
  settings,
}: Pick<Desk, "db" | "settings">): Promise<ShownFacts> {
  const { iban: _, paused, unconfirmed: __, ...facts } = await readFacts(db, settings);
  const stock = await stockOf(db);
  const isSoldOut = stock !== undefined && stock <= 0;
  return { ...facts, closed: paused ? `Volvemos ${paused}` : isSoldOut ? "Agotado" : "" };
}

/**
 * Prices an order by these facts, in cents. Makes them the current facts first, because `priceOrder` reads
 * the shipping from there.
 */
export function priceNow({ price, shipping }: Facts, quantity: number) {
  show({ ...shown, price, shipping });
  return priceOrder(quantity, price);
}

/** What the owner has typed for a fact, as it is stored. Nothing typed restores the environment's setting. */
export function validateFact(
  { settings }: Pick<Desk, "settings">,
  name: Exclude<FactName, "claims">,
  typed: string,
): { value: string } | { error: string } {
  const text = typed.trim();
  if (name === "paused") {
    // The pages say «Volvemos» before it.
    return { value: text.replace(/^volvemos\b[\s.…]*|[\s.…]+$/gi, "").slice(0, 60) };
  }
  if (text === "" && name !== "SHOP_NOTICE") return { value: configuredFacts(settings)[name] };
  const { value, error } = validateTyped(name, text, process.env);
  return error === undefined ? { value } : { error };
}

/**
 * Changes a fact; the account has its own way (account.ts). The terms, if they quote it, are stored with it,
 * and the owner gets an email about a price and an address, in case somebody else has signed in to the admin.
 * @param expected the value that the owner saw
 * @param termsOf the terms with these facts
 * @returns false, without a change, if it is another one by now
 */
export const changeFact = (
  desk: Desk,
  name: FactName,
  expected: string,
  value: string,
  termsOf: (facts: ShownFacts) => string,
): Promise<boolean> =>
  transact(desk.db, async (trx) => {
    await takeLock(trx, "facts");
    const before = (await readFactValues(trx, desk.settings))[name];
    if (before !== expected) return false;
    if (before === value) return true;
    await storeFact(trx, desk.settings, name, value);
    if (quotedInTerms.includes(name)) {
      const facts = await readShownFacts({ db: trx, settings: desk.settings });
      await storeTerms(trx, termsOf(facts), desk.now());
    }
    for (const to of announcedTo(name, before, value)) {
      await enqueue(desk, trx, {
        template: "owner setting changed",
        key: [desk.now(), to].join(" ").trim(),
        data: { name, before, after: value, to },
      });
    }
    return true;
  });

const quotedInTerms: FactName[] = ["PRODUCT_PRICE", "SHOP_EMAIL", "SHOP_PHONE", "claims"];

/** Who is told of a change: the owner, and at both addresses if that is what changes. */
function announcedTo(name: FactName, before: string, after: string): (string | undefined)[] {
  if (name === "SHOP_EMAIL") return [before, after];
  return name === "PRODUCT_PRICE" ? [undefined] : [];
}

/** Stores a fact. The value of the environment needs no row. */
export async function storeFact(
  trx: Trx,
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
