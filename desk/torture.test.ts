import { expect, test } from "vitest";
import { databases, freshDatabase } from "./testing/desk.ts";
import { torture } from "./torture.ts";

test.concurrent.each(databases)(
  "on %s every promise holds, whatever is killed, locked or lost",
  { timeout: 120_000 },
  async (database) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const { broken, ...counts } = await torture({
      seed,
      orders: 30,
      database: await freshDatabase(database),
    });
    console.log(`Torture on ${database}, seed ${seed}: ${JSON.stringify(counts)}`);
    expect(broken).toEqual([]);
    expect(counts.placed).toBe(30);
  },
);
