import { type AdminSetting, validateTyped } from "../shop/settings-schema.ts";
import { takeLock, transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { enqueue } from "../storage/queue.ts";
import { storeSetting } from "../storage/stored-settings.ts";
import { type FactName, factsOf, readFactValues } from "./stored-facts.ts";
import { storeTerms } from "./terms.ts";

const canBeEmpty: string[] = [
  "SHOP_NOTICE",
  "PRODUCT_NOTES_TOP",
  "PRODUCT_NOTES_HEART",
  "PRODUCT_NOTES_BASE",
];

/** Validates what the owner has typed for a fact, and converts it to the stored value. */
export function validateFact(
  name: "paused" | AdminSetting,
  typed: string,
): { value: string } | { error: string } {
  const text = typed.trim();
  if (name === "paused") {
    // The pages say «Volvemos» before it.
    const value = text.replace(/^volvemos\b[\s.…]*|[\s.…]+$/gi, "").slice(0, 60);
    return text !== "" && value === "" ? { error: "Di cuándo, como «pronto»." } : { value };
  }
  // A setting that is not set has a default. A fact has none.
  if (text === "" && !canBeEmpty.includes(name)) return { error: "No puede quedar vacío." };
  const { value, error } = validateTyped(name, text, process.env);
  return error === undefined ? { value } : { error };
}

/**
 * Changes a fact, except the account (bank-account.ts). The new terms are rendered first, so that no order waits for
 * them. The owner gets an email about a new price or address, in case somebody else has signed in to the admin.
 * @param expected the value that the owner saw
 * @returns false, without a change, if the value has changed since
 */
export async function changeFact(
  desk: Desk,
  name: FactName,
  expected: string,
  value: string,
): Promise<boolean> {
  const values = await readFactValues(desk.db);
  // The button may have been pressed twice.
  if (values[name] === value) return true;
  if (values[name] !== expected) return false;
  await storeTerms(desk, factsOf({ ...values, [name]: value }));
  return transact(desk.db, async (trx) => {
    await takeLock(trx, "facts");
    const stored = (await readFactValues(trx))[name];
    if (stored !== expected) return stored === value;
    await storeSetting(trx, name, value);
    for (const to of announcedTo(desk, name, expected, value)) {
      await enqueue(desk, trx, {
        template: "owner setting changed",
        key: [desk.now(), to].join(" ").trim(),
        data: { name, before: expected, after: value, to },
      });
    }
    return true;
  });
}

/** The addresses that get an email about a change; undefined is the shop's. A new address is announced to all. */
function announcedTo(
  { settings }: Desk,
  name: FactName,
  before: string,
  after: string,
): Iterable<string | undefined> {
  if (name === "SHOP_EMAIL") return new Set([before, after, settings.OWNER_EMAIL]);
  return name === "PRODUCT_PRICE" ? [undefined] : [];
}
