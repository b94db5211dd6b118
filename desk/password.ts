import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { validateTyped } from "../app/desk/shop/settings-schema.ts";
import { minute } from "../app/desk/shop/time.ts";
import type { Desk } from "./context.ts";
import { enqueue } from "./mail/queue.ts";
import { networkLimit } from "./rate-limit.ts";
import { type Database, transact } from "./storage/database.ts";
import { readSetting, storeSetting } from "./storage/settings.ts";

/** The salt and the hash of the password that was set in the admin. Without it, DESK_PASSWORD counts. */
const passwordRow = "password";
/** A random key that all servers of the shop share. */
const keyRow = "session key";

/** Per minute. Somebody else behind the owner's mobile network may use them up. */
const maxWrongPasswords = 5;
const wrongPasswords = networkLimit(maxWrongPasswords, minute);

/** Who enters a password. */
export interface Visitor {
  address: string;
  /** Identifies a browser that has given the right password before. It has a limit of its own. */
  browser?: string | undefined;
}

/** «wait» after several wrong passwords within a minute. */
export type Verdict = "right" | "wrong" | "wait";

export async function checkPassword(
  { db, settings }: Desk,
  password: string,
  { address, browser = address }: Visitor,
): Promise<Verdict> {
  const hash = await readSetting(db, passwordRow);
  if (wrongPasswords.waitOf(browser) > 0) return "wait";
  // Counted before the slow comparison, so that concurrent attempts are limited too.
  const attempt = crypto.randomUUID();
  const attempts = wrongPasswords.count(browser, attempt);
  if (await isPassword(password, hash, settings.DESK_PASSWORD)) {
    wrongPasswords.forget(browser, attempt);
    return "right";
  }
  if (attempts === maxWrongPasswords) {
    console.error(
      `Mostrador: ${maxWrongPasswords} contraseñas equivocadas en un minuto desde ${address}.`,
    );
  }
  return "wrong";
}

/** Compares in constant time. */
async function isPassword(typed: string, hash: string | undefined, configured: string) {
  if (hash === undefined) return timingSafeEqual(digest(typed), digest(configured));
  const [salt = "", expected = ""] = hash.split(" ");
  return timingSafeEqual(await derive(typed, salt), Buffer.from(expected, "base64"));
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** With OWASP's parameters for 16 MB of memory. */
const derive = (password: string, salt: string) =>
  promisify<string, string, number, object, Buffer>(scrypt)(password, salt, 32, {
    N: 2 ** 14,
    p: 5,
  });

/** Why this can't be the password, by the rules of DESK_PASSWORD. */
export const validatePassword = (typed: string): string | undefined =>
  validateTyped("DESK_PASSWORD", typed, process.env).error;

/** Changes the password, which ends all sessions. The owner gets an email. */
export async function changePassword(
  desk: Desk,
  current: string,
  password: string,
  visitor: Visitor,
): Promise<Verdict> {
  const verdict = await checkPassword(desk, current, visitor);
  if (verdict !== "right") return verdict;
  const salt = randomBytes(16).toString("base64");
  const hash = (await derive(password, salt)).toString("base64");
  await transact(desk.db, async (trx) => {
    await storeSetting(trx, passwordRow, `${salt} ${hash}`);
    await enqueue(desk, trx, { template: "owner password changed", key: salt });
  });
  return verdict;
}

/** Returns to DESK_PASSWORD. Sessions from before it was overridden must not become valid again. */
export const resetPassword = (db: Database) =>
  transact(db, (trx) =>
    trx.deleteFrom("settings").where("name", "in", [passwordRow, keyRow]).execute(),
  );

export const isPasswordOverridden = async (db: Database) =>
  (await readSetting(db, passwordRow)) !== undefined;

/**
 * The key that signs the owner's sessions. It depends on the password, so that a new one ends them, and on
 * DESK_PASSWORD, so that nobody can sign in with a stolen backup.
 */
export async function sessionSecret({ db, settings }: Desk): Promise<string> {
  const key = (await readSetting(db, keyRow)) ?? (await createKey(db));
  const hash = await readSetting(db, passwordRow);
  return createHmac("sha256", key)
    .update(JSON.stringify([settings.DESK_PASSWORD, hash]))
    .digest("base64url");
}

/** Creates the key, unless another server has just done it. */
const createKey = (db: Database): Promise<string> =>
  transact(db, async (trx) => {
    await trx
      .insertInto("settings")
      .values({ name: keyRow, value: randomBytes(32).toString("base64url") })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await readSetting(trx, keyRow)) ?? "";
  });
