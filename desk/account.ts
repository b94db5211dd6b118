import { randomBytes } from "node:crypto";
import { settings as shopSettings } from "../app/shop/settings.ts";
import type { Desk } from "./context.ts";
import { readFactValues, storeFact } from "./facts.ts";
import { enqueue } from "./mail/queue.ts";
import { type Database, takeLock, transact } from "./storage/database.ts";
import { readSetting, storeSetting } from "./storage/settings.ts";
import type { Trx } from "./storage/tables.ts";

/*
 * A new account for transfers waits a while before it is used, so that the owner can undo a change
 * that somebody else has made in her admin.
 */

interface AccountChange {
  iban: string;
  /** In ms. The jobs make the change within a minute of it. */
  due: number;
  /** The secret of the link in the owner's email. */
  token: string;
}

const row = "pending account";

export async function pendingAccount(db: Database): Promise<AccountChange | undefined> {
  const value = await readSetting(db, row);
  return value === undefined ? undefined : JSON.parse(value);
}

/**
 * Schedules a change of the account, and tells the owner.
 * @returns false, without a change, if another one is pending
 */
export const scheduleAccount = (desk: Desk, iban: string): Promise<boolean> =>
  transact(desk.db, async (trx) => {
    await takeLock(trx, "facts");
    if (await pendingAccount(trx)) return false;
    const { SELLER_IBAN: before, SHOP_EMAIL } = await readFactValues(trx, desk.settings);
    if (iban === before) return true;
    const token = randomBytes(16).toString("base64url");
    const due = desk.now() + desk.limits.accountChangeDelay;
    await storeSetting(trx, row, JSON.stringify({ iban, due, token } satisfies AccountChange));
    // Whoever has changed the email in the admin can't change that of the settings file.
    for (const to of new Set([SHOP_EMAIL, shopSettings.SHOP_EMAIL])) {
      const data = { before, after: iban, due, token, to };
      await enqueue(desk, trx, { template: "owner account change", key: `${token} ${to}`, data });
    }
    return true;
  });

/** @returns false if this change is no longer pending */
export const cancelAccount = (desk: Desk, token: string): Promise<boolean> =>
  transact(desk.db, async (trx) => {
    await takeLock(trx, "facts");
    if ((await pendingAccount(trx))?.token !== token) return false;
    await trx.deleteFrom("settings").where("name", "=", row).execute();
    return true;
  });

/** Makes the pending change if it is due, and tells everybody who waits to pay, and the owner. */
export async function applyAccount(desk: Desk): Promise<void> {
  const isDue = async (db: Database) => {
    const change = await pendingAccount(db);
    return change && change.due <= desk.now() ? change : undefined;
  };
  if (!(await isDue(desk.db))) return;
  await transact(desk.db, async (trx) => {
    await takeLock(trx, "facts");
    const change = await isDue(trx);
    if (!change) return;
    const { SELLER_IBAN: before } = await readFactValues(trx, desk.settings);
    await trx.deleteFrom("settings").where("name", "=", row).execute();
    await storeFact(trx, desk.settings, "SELLER_IBAN", change.iban);
    await announceAccount(desk, trx, change.token);
    await enqueue(desk, trx, {
      template: "owner setting changed",
      key: change.token,
      data: { name: "SELLER_IBAN", before, after: change.iban },
    });
  });
}

/** Emails everybody who waits to pay by transfer: they may have noted the old account. */
async function announceAccount(desk: Desk, trx: Trx, key: string): Promise<void> {
  const waiting = await trx
    .selectFrom("orders")
    .select("id")
    .where("status", "in", ["unpaid", "partially paid"])
    .where("method", "=", "transfer")
    .where("email", "is not", null)
    .execute();
  for (const { id } of waiting) {
    await enqueue(desk, trx, { template: "account changed", orderId: id, key });
  }
}
