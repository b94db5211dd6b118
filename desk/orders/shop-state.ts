import type { Desk } from "../context.ts";
import { transact } from "../storage/database.ts";

/** When sales resume, in the owner's words; undefined while the shop sells. */
export async function pausedUntil({ db }: Desk): Promise<string | undefined> {
  const state = db.selectFrom("shopState").select("value").where("name", "=", "paused");
  return (await state.executeTakeFirst())?.value;
}

/** Pauses sales until the owner resumes them with an empty `until`. */
export async function pause({ db }: Desk, until: string): Promise<void> {
  await transact(db, async (trx) => {
    await trx.deleteFrom("shopState").where("name", "=", "paused").execute();
    if (until) {
      await trx.insertInto("shopState").values({ name: "paused", value: until }).execute();
    }
  });
}
