import { setTimeout as wait } from "node:timers/promises";
import type { Desk } from "../context.ts";

/** How long, in ms, the database has to answer, and how long the answer is cached. */
const timeout = 2_000;
const believed = 5_000;

/**
 * Returns whether the desk's database can be read. The answer is cached, however often this is
 * called.
 */
export function health({ db }: Desk): () => Promise<boolean> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(true);
  async function ask() {
    const late = wait(timeout, false, { ref: false });
    try {
      const read = db.selectFrom("orders").select("id").limit(1).execute();
      return await Promise.race([read.then(() => true), late]);
    } catch {
      return false;
    }
  }
  return () => {
    if (performance.now() - askedAt > believed) {
      askedAt = performance.now();
      answer = ask();
    }
    return answer;
  };
}
