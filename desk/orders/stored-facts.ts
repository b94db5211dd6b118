import { toCents } from "../../app/shop/money.ts";
import type { ShopSettings } from "../../app/shop/settings-schema.ts";
import { type ClaimName, readClaims, shownClaims } from "../shop/claims.ts";
import type { DeskSettings } from "../shop/settings-schema.ts";
import type { ShownFacts } from "../shop/shown-facts.ts";
import { type Database, transact } from "../storage/database.ts";

/** What the owner changes while the shop runs. */
export interface Facts extends Omit<ShownFacts, "closed" | "terms"> {
  /** The account for transfers. */
  iban: string;
  /** When sales resume, in the owner's words; empty while the shop sells. */
  paused: string;
  /** The claims that the owner has not confirmed yet. Pages show the specification's values. */
  unconfirmed: ClaimName[];
}

/** The first values of the facts' rows. From then on the rows count, and these settings are not read again. */
export const firstValues = ({
  PRODUCT_PRICE,
  SHOP_EMAIL,
  SHOP_PHONE,
  SHOP_NOTICE,
  SELLER_IBAN,
  PRODUCT_NOTES_TOP: top,
  PRODUCT_NOTES_HEART: heart,
  PRODUCT_NOTES_BASE: base,
}: DeskSettings & ShopSettings) => ({
  PRODUCT_PRICE,
  SHOP_EMAIL,
  SHOP_PHONE,
  SHOP_NOTICE,
  SELLER_IBAN,
  /** JSON */
  PRODUCT_NOTES: JSON.stringify({ top, heart, base } satisfies ShownFacts["notes"]),
  paused: "",
  /** JSON; empty until the owner has confirmed them (desk/shop/claims.ts). */
  claims: "",
});

/** The facts as their rows store them. */
export type FactValues = ReturnType<typeof firstValues>;
export type FactName = keyof FactValues;

const names: FactName[] = [
  "PRODUCT_PRICE",
  "SHOP_EMAIL",
  "SHOP_PHONE",
  "SHOP_NOTICE",
  "SELLER_IBAN",
  "PRODUCT_NOTES",
  "paused",
  "claims",
];

/**
 * Stores the first values of the facts that have no row: all in a new database, and those that a server of an
 * earlier version has deleted because they were equal to its settings.
 */
export async function storeMissingFacts(db: Database, first: FactValues): Promise<void> {
  const stored = await readRows(db);
  const missing = names.filter((name) => stored[name] === undefined);
  if (missing.length === 0) return;
  await transact(db, (trx) =>
    trx
      .insertInto("settings")
      .values(missing.map((name) => ({ name, value: first[name] })))
      // Of two servers that start at once, one stores its values.
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute(),
  );
}

async function readRows(db: Database): Promise<Partial<FactValues>> {
  const rows = await db.selectFrom("settings").selectAll().where("name", "in", names).execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** All facts, read by one statement, so that they are consistent. */
export async function readFactValues(db: Database): Promise<FactValues> {
  const stored = await readRows(db);
  const missing = names.filter((name) => stored[name] === undefined);
  if (missing.length > 0) throw new Error(`The settings have no row for ${missing.join(", ")}.`);
  return stored as FactValues;
}

export const readFacts = async (db: Database): Promise<Facts> => factsOf(await readFactValues(db));

export function factsOf(values: FactValues): Facts {
  const { claims, unconfirmed } = readClaims(values.claims);
  return {
    price: toCents(values.PRODUCT_PRICE),
    email: values.SHOP_EMAIL,
    phone: values.SHOP_PHONE,
    ...shownClaims(claims),
    notes: JSON.parse(values.PRODUCT_NOTES),
    notice: values.SHOP_NOTICE,
    iban: values.SELLER_IBAN,
    paused: values.paused,
    unconfirmed,
  };
}
