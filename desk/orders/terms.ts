import { createHash } from "node:crypto";
import { dayOf } from "../shop/time.ts";
import { type Database, takeLock, transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import type { Trx } from "../storage/tables.ts";
import type { Facts } from "./stored-facts.ts";

/** Thrown if the terms of these facts are not stored yet. */
class NoTerms extends Error {
  readonly facts: Facts;
  constructor(facts: Facts) {
    super("The terms of these facts are not stored.");
    this.facts = facts;
  }
}

/**
 * Runs a transaction that stores orders. If it needs terms that are not stored yet, it is rolled back, the terms are
 * rendered, which takes too long for a transaction, and it runs again.
 */
export async function transactUnderTerms<T>(
  desk: Desk,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await transact(desk.db, work);
    } catch (error) {
      if (!(error instanceof NoTerms)) throw error;
      await storeTerms(desk, error.facts);
    }
  }
}

/**
 * The version of the terms that quote these facts, in this build's wording. So the terms of an order quote its own
 * price, whatever other servers and builds store meanwhile.
 * @throws for `transactUnderTerms` if there are none yet
 */
export async function termsOf(trx: Trx, desk: Desk, facts: Facts): Promise<string> {
  const version = await storedVersion(trx, keyOf(desk, quotedOf(facts)));
  if (version === undefined) throw new NoTerms(facts);
  return version;
}

/**
 * Renders the terms that quote these facts and stores them, unless they are stored.
 * @returns their version
 */
export async function storeTerms(desk: Desk, facts: Facts): Promise<string> {
  const quoted = quotedOf(facts);
  const key = keyOf(desk, quoted);
  const known = await storedVersion(desk.db, key);
  if (known) return known;
  // Without their day: a text that was in force before keeps its version.
  const text = await desk.renderTerms({ ...quoted, notes: {}, notice: "", closed: "", terms: "" });
  return transact(desk.db, async (trx) => {
    const version = await storeText(trx, text, desk.now());
    await trx
      .insertInto("termsByFacts")
      .values({ facts: key, version })
      .onConflict((conflict) => conflict.column("facts").doNothing())
      .execute();
    return version;
  });
}

/**
 * Stores a text under today's date, unless it is stored.
 * @param now in ms
 * @returns its version
 */
export async function storeText(trx: Trx, text: string, now: number): Promise<string> {
  await takeLock(trx, "terms");
  const known = await trx
    .selectFrom("terms")
    .select("version")
    .where("text", "=", text)
    .orderBy("since", "desc")
    .limit(1)
    .executeTakeFirst();
  if (known) return known.version;
  const day = dayOf(now);
  const { count } = await trx
    .selectFrom("terms")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("version", "like", `${day}%`)
    .executeTakeFirstOrThrow();
  const version = Number(count) === 0 ? day : `${day}-${Number(count) + 1}`;
  await trx.insertInto("terms").values({ version, text, since: now }).execute();
  return version;
}

export const findTerms = (db: Database, version: string) =>
  db.selectFrom("terms").selectAll().where("version", "=", version).executeTakeFirst();

/** The facts that terms can quote: all that pages show, except the notes and the notice. */
const quotedOf = ({
  notes: _,
  notice: __,
  iban: ___,
  paused: ____,
  unconfirmed: _____,
  ...quoted
}: Facts) => quoted;

/** Identifies these facts in this build's wording. */
const keyOf = ({ build }: Desk, quoted: ReturnType<typeof quotedOf>) =>
  createHash("sha256")
    .update(JSON.stringify([build, quoted]))
    .digest("base64url");

async function storedVersion(db: Database, facts: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("termsByFacts")
    .select("version")
    .where("facts", "=", facts)
    .executeTakeFirst();
  return row?.version;
}
