import { settings as shopSettings } from "../app/shop/settings.ts";
import { toCents } from "../app/shop/product.ts";
import type { Desk } from "./context.ts";

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

export async function readFacts(db: Desk["db"], settings: Desk["settings"]): Promise<Facts> {
  const rows = await db.selectFrom("settings").selectAll().execute();
  const set = new Map(rows.map(({ name, value }) => [name, value]));
  return {
    price: toCents(set.get("PRODUCT_PRICE") ?? shopSettings.PRODUCT_PRICE),
    notice: set.get("SHOP_NOTICE") ?? settings.SHOP_NOTICE,
    iban: set.get("SELLER_IBAN") ?? settings.SELLER_IBAN,
    paused: set.get("paused") ?? "",
  };
}
