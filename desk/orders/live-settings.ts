import { formatIban } from "../../app/desk/shop/order-format.ts";
import {
  type CounterSetting,
  counterSettings,
  judgeTyped,
} from "../../app/desk/shop/settings-schema.ts";
import { settings as shopSettings } from "../../app/shop/settings.ts";
import type { Desk } from "../context.ts";
import { enqueue } from "../mail/outbox.ts";
import { changedSetting } from "../mail/owners-mails.ts";
import { transact } from "../storage/database.ts";
import { announceAccount } from "./account.ts";

const names = [...(Object.keys(counterSettings) as CounterSetting[]), "stock", "paused"] as const;

/**
 * What the owner changes while the shop runs: settings that override those of the environment, how
 * many bottles are left, and when sales resume. Empty is none.
 */
export type LiveSetting = (typeof names)[number];
export type LiveSettings = Record<LiveSetting, string>;

/** The live settings as the environment has them. */
export const configured = ({ settings }: Pick<Desk, "settings">): LiveSettings => ({
  PRODUCT_PRICE: shopSettings.PRODUCT_PRICE,
  SELLER_IBAN: settings.SELLER_IBAN,
  SHOP_NOTICE: settings.SHOP_NOTICE,
  stock: "",
  paused: "",
});

/** The live settings as they are wanted. Pages show them only once they are published. */
export async function liveSettings(desk: Pick<Desk, "db" | "settings">): Promise<LiveSettings> {
  const rows = await desk.db
    .selectFrom("shopState")
    .select(["name", "value"])
    .where("name", "in", names)
    .execute();
  return {
    ...configured(desk),
    ...Object.fromEntries(rows.map(({ name, value }) => [name, value])),
  };
}

/** What the owner has typed, as it is stored, or why it can't be. */
export type Judged = { value: string } | { fault: string };

/** Nothing typed restores the setting of the environment. */
export function judgeSetting(desk: Desk, name: LiveSetting, typed: string): Judged {
  const text = typed.trim();
  if (name === "paused") {
    // The pages say «Volvemos» before it.
    return { value: text.replace(/^volvemos\b[\s.…]*|[\s.…]+$/gi, "").slice(0, 60) };
  }
  if (name === "stock") {
    return /^\d{0,6}$/.test(text)
      ? { value: text && String(Number(text)) }
      : { fault: "Escribe un número, como 12, o nada." };
  }
  if (text === "" && name !== "SHOP_NOTICE") return { value: configured(desk)[name] };
  const { value, faults } = judgeTyped(name, text, process.env);
  const [fault] = faults;
  if (fault === undefined) return { value };
  // The page names the setting in its own words.
  const sentence = fault.slice(name.length + 1);
  return { fault: sentence.charAt(0).toUpperCase() + sentence.slice(1) };
}

/**
 * Changes a setting, or restores that of the environment. The owner gets an email about a price and
 * an account, in case somebody else is at the counter.
 * @param was the value that the owner saw
 * @returns false, without a change, if it is another one by now
 */
export async function changeSetting(
  desk: Desk,
  name: LiveSetting,
  value: string,
  was: string,
): Promise<boolean> {
  const byDefault = configured(desk)[name];
  const isChanged = await transact(desk.db, async (trx) => {
    const stored = await trx
      .selectFrom("shopState")
      .select("value")
      .where("name", "=", name)
      .executeTakeFirst();
    if ((stored?.value ?? byDefault) !== was) return false;
    if (value === was) return true;
    const [done] = await (!stored
      ? trx
          .insertInto("shopState")
          .values({ name, value })
          .onConflict((conflict) => conflict.column("name").doNothing())
          .returning("name")
          .execute()
      : value === byDefault
        ? trx
            .deleteFrom("shopState")
            .where("name", "=", name)
            .where("value", "=", was)
            .returning("name")
            .execute()
        : trx
            .updateTable("shopState")
            .set({ value })
            .where("name", "=", name)
            .where("value", "=", was)
            .returning("name")
            .execute());
    if (!done) return false;
    if (name === "PRODUCT_PRICE" || name === "SELLER_IBAN")
      await enqueue(desk, trx, changedSetting(desk, name, was, value));
    return true;
  });
  if (isChanged) await applyLive(desk);
  // Until publishing.ts has compared the pages with the new settings.
  if (isChanged && desk.publication) desk.publication = { state: "publishing" };
  return isChanged;
}

/** Takes over what another process, or the counter, has changed. Pages follow when they are published. */
export async function applyLive(desk: Desk): Promise<LiveSettings> {
  const live = await liveSettings(desk);
  const before = desk.iban;
  if (live.SELLER_IBAN !== before) {
    desk.iban = live.SELLER_IBAN;
    await announceAccount(desk, formatIban(before));
  }
  return live;
}

/**
 * Knows what the shop says while it takes no orders, as it was when it was last looked at;
 * undefined while it takes them.
 */
export async function watchSales(desk: Desk) {
  let sign: string | undefined;
  const look = async () => {
    try {
      const { paused, stock } = await applyLive(desk);
      const isSoldOut = stock !== "" && Number(stock) <= 0;
      sign = paused ? `Volvemos ${paused}` : isSoldOut ? "Agotado" : undefined;
    } catch {
      // While the database is away, the pages stay as they were.
    }
  };
  await look();
  return { look, sign: () => sign };
}
