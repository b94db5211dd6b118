import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { day, hour, minute } from "../shop/time.ts";
import { type Desk, limits } from "../storage/desk.ts";
import {
  change,
  databases,
  enter,
  newKey,
  placeRequest,
  setStock,
  settings,
  testDesk,
  times,
} from "../testing/desk.ts";
import { unlimited } from "../testing/limits.ts";
import { readJson, testShop } from "../testing/test-shop.ts";
import { remembered, withinLimits } from "./network-limits.ts";
import { isOwnNetwork, networksOf } from "./networks.ts";
import { close } from "./order-steps.ts";
import { changeOrder } from "./orders.ts";
import { place } from "./place.ts";
import { takeOff } from "./removals.ts";
import { stockOf } from "./stock.ts";

const log = vi.spyOn(console, "error").mockImplementation(() => {});
afterEach(() => void log.mockClear());

const networksLimited = { ...unlimited, networks: limits.networks };

test("an IPv4 address is a network; an IPv6 address is in a /64 of few and a /48 of many people", () => {
  expect(networksOf("203.0.113.7")).toEqual([{ name: "203.0.113.7", kind: "many people" }]);
  expect(networksOf("")).toEqual([{ name: "", kind: "many people" }]);
  for (const [address, few, many] of [
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2", "2001:db8:1"],
    ["2001:DB8:1:2::", "2001:db8:1:2", "2001:db8:1"],
    ["2001:db8::6", "2001:db8:0:0", "2001:db8:0"],
    ["2001:db8:0:1::", "2001:db8:0:1", "2001:db8:0"],
    ["2001:db8::5:6:7:8:9", "2001:db8:0:5", "2001:db8:0"],
    ["fe80::1%eth0", "fe80:0:0:0", "fe80:0:0"],
  ] as const)
    expect(networksOf(address)).toEqual([
      { name: few, kind: "few people" },
      { name: many, kind: "many people" },
    ]);
});

test("recognizes addresses of the server's own network", () => {
  const own = ["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "::1", "fd00::1"];
  const others = ["203.0.113.7", "172.32.0.1", "11.0.0.1", "2001:db8::1"];
  expect(own.map(isOwnNetwork)).toEqual(own.map(() => true));
  expect(others.map(isOwnNetwork)).toEqual(others.map(() => false));
});

/** Sends orders of ten bottles as the shop's page does, without its server. */
const sender = (desk: Desk, address: string) => {
  let count = 0;
  return async (quantity = 10, key = newKey()) => {
    const { order } = placeRequest({ email: `a${count++}@correo.example`, quantity });
    const answer = await withinLimits(
      desk,
      address,
      { form: "order", key, bottles: quantity },
      () => place(desk, { key, order, total: 8999 * quantity }),
    );
    return "refused" in answer ? answer.refused : answer.result.outcome;
  };
};

let networkCount = 0;
/** An IPv4 address that no other test uses. */
const newNetwork = () => `198.51.${100 + (++networkCount >> 8)}.${networkCount & 255}`;

describe.each(databases)("on %s", (database) => {
  const counted = async () => {
    const desk = await testDesk(database, { limits: networksLimited });
    await setStock(desk, 1_000);
    return desk;
  };

  test("an order that is sent again with other data still counts", async () => {
    const desk = await counted();
    const send = sender(desk, newNetwork());
    const outcomes: string[] = [];
    for (let index = 0; index < 12; index++) {
      const key = newKey();
      outcomes.push(await send(10, key));
      // Another name and total under the same key.
      await send(index % 2 ? 9 : 10, key);
    }
    expect(outcomes.filter((outcome) => outcome === "placed")).toHaveLength(4);
    expect(await stockOf(desk.db)).toBe(960);
    // A key whose order is stored is never refused.
    const key = newKey();
    expect(await send(8, key)).toBe("placed");
    expect(await send(1)).toBe("bottles");
    expect(await send(8, key)).toBe("other body");
  });

  test.each(["paid", "partially paid", "expired", "cancelled"])(
    "an order that is %s holds nothing any more",
    async (state) => {
      const desk = await counted();
      const address = newNetwork();
      const send = sender(desk, address);
      const key = newKey();
      expect(await send(10, key)).toBe("placed");
      for (let index = 0; index < 3; index++) expect(await send()).toBe("placed");
      expect(await send()).toBe("bottles");
      const order = await desk.db
        .selectFrom("orders")
        .select(["id", "total"])
        .where("requestKey", "=", key)
        .executeTakeFirstOrThrow();
      if (state === "paid") await enter(desk, order, order.total);
      else if (state === "partially paid") await enter(desk, order, 1);
      else
        await change(desk, order, (trx, locked) =>
          close(desk, trx, locked, state as "expired" | "cancelled", { who: "shop" }),
        );
      expect(await send()).toBe("placed");
      expect(await send()).toBe("bottles");
    },
  );

  test("a network holds nothing of another one's keys, and a withdrawal's key is none of an order", async () => {
    const desk = await counted();
    const [here, there] = [newNetwork(), newNetwork()];
    const keys = Array.from({ length: 4 }, newKey);
    for (const key of keys) expect(await sender(desk, there)(10, key)).toBe("placed");
    const send = sender(desk, here);
    for (const key of keys) expect(await send(10, key)).toMatch(/placed|other body/);
    for (let index = 0; index < 4; index++) {
      const key = newKey();
      await withinLimits(desk, here, { form: "withdrawal", key, bottles: 0 }, async () => {
        await desk.db
          .insertInto("withdrawals")
          .values({ id: key, requestKey: key, name: "", contract: "", email: "", at: 0 })
          .execute();
      });
      expect(await send(10, key)).toBe("placed");
    }
    expect(await send(10)).toBe("bottles");
  });

  test("requests that run count with their own quantities, and what failed counts no longer", async () => {
    const desk = await counted();
    const address = newNetwork();
    const blocked = Promise.withResolvers<void>();
    const key = newKey();
    const run = (bottles: number, id: string) =>
      withinLimits(desk, address, { form: "order", key: id, bottles }, () => blocked.promise);
    // The same key with 1 and with 10 bottles at once, and 30 more.
    const runs = [run(1, key), run(10, key), run(10, newKey()), run(20, newKey())];
    await times(20, () => stockOf(desk.db));
    const send = sender(desk, address);
    expect(await send(8)).toBe("bottles");
    expect(await send(7)).toBe("placed");
    blocked.reject(new Error("database is locked"));
    expect((await Promise.allSettled(runs)).map(({ status }) => status)).toEqual(
      Array(4).fill("rejected"),
    );
    for (let index = 0; index < 4; index++) expect(await send()).toBe("placed");
    expect(await send(2)).toBe("bottles");
  });

  test("50 requests while the database is locked refuse nobody afterwards", async () => {
    const desk = await counted();
    const address = "2001:db8:50::1";
    const locked = async () => {
      throw new Error("database is locked");
    };
    for (let index = 0; index < 50; index++) {
      const request = { form: "order", key: newKey(), bottles: 10 } as const;
      await expect(withinLimits(desk, address, request, locked)).rejects.toThrow("locked");
    }
    expect(await sender(desk, address)(10)).toBe("placed");
    // Forgotten when somebody asked again.
    expect(remembered(address)).toEqual([1, 1]);
  });

  test("what a network has sent is forgotten after an hour for forms, and after a day for bottles", async () => {
    const desk = await counted();
    const clock = vi.spyOn(performance, "now");
    onTestFinished(() => clock.mockRestore());
    let time = performance.now();
    clock.mockImplementation(() => time);
    const send = sender(desk, "2001:db8:51::1");
    for (let index = 0; index < 20; index++) expect(await send(1)).toBe("placed");
    expect(await send(1)).toBe("forms");
    time += hour;
    expect(await send(4)).toBe("placed");
    expect(await send(1)).toBe("bottles");
  });

  test("a /48 holds what an IPv4 address may", async () => {
    const desk = await counted();
    const outcomes: string[] = [];
    for (let index = 0; index < 6; index++)
      outcomes.push(await sender(desk, `2001:db8:52:${index}::1`)(10));
    expect(outcomes).toEqual([...Array(4).fill("placed"), "bottles", "bottles"]);
  });
});

const behindProxy = () =>
  testShop("SQLite", {
    settings: { ...settings, TRUSTED_PROXY: "1" },
    limits: networksLimited,
  });
const from = (address: string) => ({ "X-Forwarded-For": `198.51.100.1, ${address}` });

describe("unpaid bottles of a counted stock", () => {
  const removeBottles = (desk: Desk, id: string, bottles: number) =>
    changeOrder(desk, id, undefined, (trx, order) =>
      takeOff(desk, trx, order, { bottles, who: "owner" }),
    );
  const tens = (index: number, quantity = 10) => ({
    ...placeRequest({ email: `a${index}@correo.example`, quantity }),
    total: 8999 * quantity,
  });
  const message = "Desde tu conexión ya se han pedido muchos frascos que están sin pagar.";

  test.each([
    ["203.0.113.30", 48],
    ["2001:db8:0:30::1", 24],
  ])("the network of %s holds %i, and more once some are paid", async (network, most) => {
    const { desk, order } = await behindProxy();
    await setStock(desk, 120);
    const whole = Math.floor(most / 10);
    const send = (index: number, quantity?: number) => order(tens(index, quantity), from(network));
    for (let index = 0; index < whole; index++) expect((await send(index)).status).toBe(201);
    const refused = await send(90);
    expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining(message)]);
    expect((await send(91, most % 10)).status).toBe(201);
    expect((await send(92, 1)).status).toBe(429);
    // Somebody else buys what is left.
    expect((await order(tens(93), from("198.51.100.77"))).status).toBe(201);
    const [first, second] = await desk.db
      .selectFrom("orders")
      .select(["id", "total"])
      .where("email", "in", ["a0@correo.example", "a1@correo.example"])
      .orderBy("email")
      .execute();
    if (!first || !second) throw new Error("There is no order.");
    await enter(desk, first, first.total);
    expect((await send(94)).status).toBe(201);
    expect((await send(95, 1)).status).toBe(429);
    await removeBottles(desk, second.id, 3);
    expect((await send(96, 4)).status).toBe(429);
    expect((await send(97, 3)).status).toBe(201);
    expect(await stockOf(desk.db)).toBe(120 - most - 20);
  });

  test("20 concurrent orders hold no more, and refused orders hold none", async () => {
    const { desk, order } = await behindProxy();
    await setStock(desk, 1_000);
    const network = from("203.0.113.31");
    for (let index = 0; index < 10; index++)
      expect((await order({ ...tens(index), total: 1 }, network)).status).toBe(409);
    const answers = await times(20, (index) => order(tens(index), network));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(await stockOf(desk.db)).toBe(960);
  });

  test("have no limit while the owner does not count them", async () => {
    const { order } = await behindProxy();
    const network = from("203.0.113.32");
    for (let index = 0; index < 6; index++)
      expect((await order(tens(index), network)).status).toBe(201);
  });

  test.each(databases)(
    "a mailbox holds ten beyond its first order, whatever the tags of its addresses, on %s",
    async (database) => {
      const desk = await testDesk(database, { limits });
      await setStock(desk, 100);
      const send = async (email: string, quantity: number) => {
        desk.pass(minute);
        const asked = placeRequest({
          email,
          quantity,
          address: `Calle Mayor ${quantity}, ${email}`,
        });
        return (await place(desk, { ...asked, total: 8999 * quantity })).outcome;
      };
      expect(await send("ana@correo.example", 10)).toBe("placed");
      expect(await send("Ana+1@correo.example", 7)).toBe("placed");
      expect(await send("ana+2@Correo.example", 4)).toBe("too many");
      const second = await desk.db
        .selectFrom("orders")
        .select("id")
        .where("quantity", "=", 7)
        .executeTakeFirstOrThrow();
      await removeBottles(desk, second.id, 1);
      expect(await send("ana+2@correo.example", 5)).toBe("too many");
      expect(await send("ana+2@correo.example", 4)).toBe("placed");
      // Three unpaid orders a day are the limit.
      expect(await send("ana+3@correo.example", 1)).toBe("too many");
      expect(await send("mariana@correo.example", 10)).toBe("placed");
      desk.pass(day);
      expect(await send("ana@correo.example", 1)).toBe("too many");
    },
  );
});

describe("orders from one address", () => {
  const asked = (index: number) => placeRequest({ email: `a${index}@correo.example` });

  test("are limited to twenty an hour, and repeated requests are answered", async () => {
    const { order } = await behindProxy();
    const all = Array.from({ length: 21 }, (_, index) => asked(index));
    const send = (body: unknown, address = "2001:db8::7") => order(body, from(address));
    for (const body of all.slice(0, 20)) expect((await send(body)).status).toBe(201);
    const answer = await send(all[20]);
    const wait = Number(answer.headers.get("Retry-After")) * 1000;
    expect(wait).toBeGreaterThan(hour - 5 * minute);
    expect(wait).toBeLessThanOrEqual(hour);
    expect(await readJson(answer)).toEqual({
      status: 429,
      body: {
        message:
          "Han llegado muchos pedidos desde tu conexión. Inténtalo dentro de una hora o escríbenos a hola@aurelia.example.",
      },
    });
    expect((await send(all[0])).status).toBe(201);
    expect((await send(all[20], "203.0.113.8")).status).toBe(201);
  });

  test("count as those of one IPv4 address behind a proxy that forwards none", async () => {
    const { order } = await behindProxy();
    for (let index = 0; index < 100; index++)
      expect((await order(asked(index), from("unknown"))).status).toBe(201);
    expect((await order(asked(100))).status).toBe(429);
    expect((await order(asked(100), from("203.0.113.9"))).status).toBe(201);
  });
});
