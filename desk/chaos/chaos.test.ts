import { expect, test } from "vitest";
import { databases, freshDatabase } from "../testing/desk.ts";
import { torture } from "./torture.ts";

test.concurrent.each(databases)(
  "on %s every promise holds, whatever is killed, locked or lost",
  { timeout: 600_000 },
  async (database) => {
    const { broken, ...counts } = await torture({
      // Constant, for reproducible runs; `npm run desk:torture` draws one.
      seed: 20_261_122,
      orders: 30,
      database: await freshDatabase(database),
    });
    console.log(`Torture on ${database}: ${JSON.stringify(counts)}`);
    expect(broken).toEqual([]);
    expect(counts.placed).toBe(30);
  },
);
