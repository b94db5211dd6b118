import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { randomFrom } from "../../server/testing/random.ts";
import { openDatabase } from "../storage/database.ts";
import {
  change,
  databases,
  paid,
  placeRequest,
  setStock,
  type TestDesk,
  testDesk,
  times,
} from "../testing/desk.ts";
import {
  close,
  deliver,
  reopen,
  restock,
  ship,
  shipAgain,
  undeliver,
  unship,
} from "./order-steps.ts";
import { place } from "./place.ts";
import { countStock, stockMoves, stockOf, stopCountingStock } from "./stock.ts";

describe.each(databases)("the stock on %s", (database) => {
  test("20 concurrent buyers of the last 12 bottles get 12, on two servers", async () => {
    const desk = await testDesk(database);
    const db = await openDatabase(desk.url);
    onTestFinished(() => db.destroy());
    const other = { ...desk, db };
    await setStock(desk, 12);
    const outcomes = await times(20, (index) =>
      place(index % 2 ? desk : other, placeRequest({ email: `a${index}@correo.example` })),
    );
    const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
    expect([count("placed"), count("sold out")]).toEqual([12, 8]);
    expect(await stockOf(desk.db)).toBe(0);
  });

  test("concurrent requests with one key take one bottle", async () => {
    const desk = await testDesk(database);
    await setStock(desk, 5);
    const request = placeRequest();
    await Promise.all(Array.from({ length: 8 }, () => place(desk, request)));
    expect(await stockOf(desk.db)).toBe(4);
  });

  test("says how many are left, and does not count if the owner does not", async () => {
    const desk = await testDesk(database);
    await setStock(desk, 2);
    expect(await place(desk, placeRequest({ quantity: 3 }))).toEqual({
      outcome: "sold out",
      left: 2,
    });
    expect(await stockOf(desk.db)).toBe(2);
    await setStock(desk, undefined);
    expect(await place(desk, placeRequest({ quantity: 3 }))).toMatchObject({ outcome: "placed" });
    expect(await stockOf(desk.db)).toBeUndefined();
  });
});

/** Pays an order and marks it as sent. */
async function sent(desk: TestDesk, email: string) {
  const order = await paid(desk, { email });
  await change(desk, order, (trx, before) => ship(desk, trx, before, ""));
  return order;
}

describe.each(databases)("what an order holds follows from its state, on %s", (database) => {
  test("a parcel that was not sent needs its bottle again, also after it was put back", async () => {
    const desk = await testDesk(database);
    await setStock(desk, 1);
    const order = await sent(desk, "a@correo.example");
    await change(desk, order, (trx, before) => restock(desk, trx, before, 1));
    expect(await stockOf(desk.db)).toBe(1);
    await change(desk, order, (trx, before) => unship(desk, trx, before));
    expect(await stockOf(desk.db)).toBe(0);
    expect(await place(desk, placeRequest({ email: "b@correo.example" }))).toEqual({
      outcome: "sold out",
      left: 0,
    });
  });

  test("counting begins with the bottles on the shelf, minus those of unsent orders", async () => {
    const desk = await testDesk(database);
    const order = await paid(desk);
    await sent(desk, "b@correo.example");
    expect(await countStock(desk, 1, null, 0)).toBe(true);
    expect(await stockOf(desk.db)).toBe(0);
    const other = placeRequest({ email: "c@correo.example" });
    expect(await place(desk, other)).toEqual({ outcome: "sold out", left: 0 });
    await change(desk, order, (trx, o) => close(desk, trx, o, "cancelled", { who: "owner" }));
    expect(await stockOf(desk.db)).toBe(1);
  });

  test.each([
    ["among those counted", true, 1],
    ["elsewhere", false, 2],
  ])("bottles of a parcel that never left were %s", async (_, wereCounted, left) => {
    const desk = await testDesk(database);
    const order = await sent(desk, "b@correo.example");
    expect(await countStock(desk, 2, null, 0)).toBe(true);
    await change(desk, order, (trx, before) => unship(desk, trx, before, wereCounted));
    expect(await stockOf(desk.db)).toBe(left);
  });

  test("counting beside concurrent orders counts each bottle once", async () => {
    const desk = await testDesk(database);
    const emails = Array.from({ length: 6 }, (_, index) => `a${index}@correo.example`);
    const [moved, ...outcomes] = await Promise.all([
      countStock(desk, 10, null, 0),
      ...emails.map((email) => place(desk, placeRequest({ email }))),
    ]);
    expect(moved).toBe(true);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(6).fill("placed"));
    expect(await stockOf(desk.db)).toBe(4);
  });
});

test.each(databases.filter((database) => database === "PostgreSQL"))(
  "an order that is being stored when counting begins is counted once, on %s",
  async (database) => {
    const desk = await testDesk(database);
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`select cast(count(*) as integer) as count
        from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        desk.db,
      );
      return rows[0]?.count;
    };
    let order: ReturnType<typeof place> | undefined;
    let counted: Promise<boolean> | undefined;
    await desk.db.transaction().execute(async (trx) => {
      // The order waits here, after it has taken its bottles.
      await sql`lock table orders in share mode`.execute(trx);
      order = place(desk, placeRequest({ quantity: 2 }));
      // Waiting for a lock times out after two seconds.
      await expect.poll(waiting, { interval: 5 }).toBe(1);
      counted = countStock(desk, 10, null, 0);
      await expect.poll(waiting, { interval: 5 }).toBe(2);
    });
    expect([(await order)?.outcome, await counted]).toEqual(["placed", true]);
    expect(await stockOf(desk.db)).toBe(8);
  },
);

/** An order as somebody who watches the shelf sees it. */
interface Seen {
  order: { id: string };
  quantity: number;
  isOpen: boolean;
  /** The bottles that left in parcels, and those that came back; undefined while it was not sent. */
  parcels?: { left: number; back: number; count: number } | undefined;
  /** The parcel is marked as sent, but is still on the shelf, and was counted there or not. */
  stays?: "uncounted" | "counted" | undefined;
  isDelivered: boolean;
}

test.each(databases)(
  "a random walk agrees with a shelf that somebody watches, on %s",
  async (database) => {
    const desk = await testDesk(database);
    const { below, chance } = randomFrom(20261127);
    let shelf = 40;
    let isCounted = false;
    const seen: Seen[] = [];
    const free = () =>
      shelf -
      seen
        .filter(({ isOpen, parcels, stays }) => (isOpen && !parcels) || stays === "uncounted")
        .reduce((sum, o) => sum + o.quantity, 0);
    const step = (order: Seen, work: Parameters<typeof change<unknown>>[2]) =>
      change(desk, order.order, work);

    const moves: (() => Promise<unknown> | undefined)[] = [
      async () => {
        const quantity = 1 + below(3);
        const email = `n${seen.length}@correo.example`;
        const expected = !isCounted || free() >= quantity ? "placed" : "sold out";
        const answer = await place(desk, placeRequest({ quantity, email }));
        expect(answer.outcome).toBe(expected);
        if (answer.outcome === "placed")
          seen.push({ order: answer.order, quantity, isOpen: true, isDelivered: false });
      },
      () => {
        const one = any(({ isOpen, parcels }) => isOpen && !parcels);
        if (!one) return;
        one.parcels = { left: one.quantity, back: 0, count: 1 };
        if (chance(0.3)) one.stays = "uncounted";
        else shelf -= one.quantity;
        return step(one, (trx, o) => ship(desk, trx, o, ""));
      },
      () => {
        const one = any(({ isOpen, stays }) => isOpen && stays !== undefined);
        if (!one?.parcels) return;
        const wereCounted = one.stays === "counted";
        one.parcels = one.stays = undefined;
        return step(one, (trx, o) => unship(desk, trx, o, wereCounted));
      },
      () => {
        const one = any(({ isOpen, parcels, stays }) => isOpen && !!parcels && !stays);
        if (!one?.parcels) return;
        one.parcels.left += one.quantity;
        one.parcels.count++;
        one.isDelivered = false;
        shelf -= one.quantity;
        return step(one, (trx, o) => shipAgain(desk, trx, o, ""));
      },
      () => {
        const one = any(({ parcels, stays }) => !!parcels && !stays && parcels.left > parcels.back);
        if (!one?.parcels) return;
        one.parcels.back++;
        shelf++;
        return step(one, (trx, o) => restock(desk, trx, o, 1));
      },
      () => {
        const one = any(
          ({ isOpen, isDelivered, parcels, stays }) =>
            isOpen && !isDelivered && !!parcels && !stays,
        );
        if (!one) return;
        one.isDelivered = true;
        return step(one, (trx, o) => deliver(desk, trx, o));
      },
      () => {
        const one = any(({ isOpen, isDelivered }) => isOpen && isDelivered);
        if (!one) return;
        one.isDelivered = false;
        return step(one, (trx, o) => undeliver(desk, trx, o));
      },
      () => {
        const one = any(({ isOpen }) => isOpen);
        if (!one) return;
        one.isOpen = false;
        return step(one, (trx, o) => close(desk, trx, o, "cancelled", { who: "owner" }));
      },
      () => {
        const one = any(({ isOpen }) => !isOpen);
        if (!one) return;
        one.isOpen = true;
        return step(one, (trx, o) => reopen(desk, trx, o));
      },
      async () => {
        if (!chance(0.3)) return;
        if (isCounted) await stopCountingStock(desk);
        else {
          const [last] = await stockMoves(desk.db);
          expect(await countStock(desk, shelf, null, last?.id ?? 0)).toBe(true);
          for (const one of seen) if (one.stays) one.stays = "counted";
        }
        isCounted = !isCounted;
      },
    ];
    const any = (isWanted: (order: Seen) => boolean) => {
      const wanted = seen.filter(isWanted);
      return wanted[below(wanted.length)];
    };

    for (let turn = 0; turn < 400; turn++) {
      await moves[below(moves.length)]?.();
      expect(await stockOf(desk.db), `after ${turn} turns`).toBe(isCounted ? free() : undefined);
    }
    expect(seen.length).toBeGreaterThan(20);
  },
);
