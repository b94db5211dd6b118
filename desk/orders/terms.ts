import { dayOf } from "../../app/desk/shop/time.ts";
import { type Database, takeLock, transact } from "../storage/database.ts";

/**
 * Stores each version of the texts that orders are placed under.
 * @param now in ms
 */
export const storeTerms = (db: Database, text: string, now: number) =>
  transact(db, async (trx) => {
    await takeLock(trx, "terms");
    const newest = await currentTerms(trx);
    if (newest?.text === text) return newest;
    const day = dayOf(now);
    const { count } = await trx
      .selectFrom("terms")
      .select((of) => of.fn.countAll<number>().as("count"))
      .where("version", "like", `${day}%`)
      .executeTakeFirstOrThrow();
    const version = Number(count) === 0 ? day : `${day}-${Number(count) + 1}`;
    await trx.insertInto("terms").values({ version, text, since: now }).execute();
    return { version, text };
  });

const newestFirst = (db: Database) =>
  db.selectFrom("terms").orderBy("since", "desc").orderBy("version", "desc").limit(1);

/** The terms of new orders. A start stores them before it takes orders. */
export const currentTerms = (db: Database) => newestFirst(db).selectAll().executeTakeFirst();

/** Their version alone, for the query that inserts an order. */
export const currentVersion = (db: Database) => newestFirst(db).select("version");

export const findTerms = (db: Database, version: string) =>
  db.selectFrom("terms").selectAll().where("version", "=", version).executeTakeFirst();
