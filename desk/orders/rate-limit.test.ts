import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { day, hour, minute } from "../shop/time.ts";
import { limits } from "../storage/desk.ts";
import {
  databases,
  enter,
  placeRequest,
  setStock,
  settings,
  testDesk,
  times,
} from "../testing/desk.ts";
import { readJson, testShop } from "../testing/test-shop.ts";
import { place } from "./place.ts";
import { isOwnNetwork, networkLimit } from "./rate-limit.ts";
import { stockOf } from "./stock.ts";

const log = vi.spyOn(console, "error").mockImplementation(() => {});
afterEach(() => void log.mockClear());

describe("a limit for networks", () => {
  const counted = (addresses: string[], maxByIPv4?: number) => {
    const limit = networkLimit(2, minute, maxByIPv4);
    for (const address of addresses) limit.count(address);
    return limit;
  };

  test("refuses after too many calls until its window ends, and forgets the address then", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { waitOf, count } = networkLimit(2, minute);
    const [address, other] = ["203.0.113.7", "203.0.113.8"];
    for (const times of [1, 2]) {
      expect(waitOf(address)).toBe(0);
      expect(count(address)).toBe(times);
      vi.advanceTimersByTime(1_000);
    }
    expect(waitOf(address)).toBe(58_000);
    expect(waitOf(other)).toBe(0);
    count(other);
    vi.advanceTimersByTime(57_999);
    expect(waitOf(address)).toBe(1);
    vi.advanceTimersByTime(1);
    expect(waitOf(address)).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    expect([count(other), count(address)]).toEqual([1, 1]);
    vi.advanceTimersByTime(minute);
    expect(count(address)).toBe(1);
  });

  test("counts the same key once, and never refuses it", () => {
    const { waitOf, count } = networkLimit(2, minute);
    expect(["x", "x", "y"].map((key) => count("203.0.113.7", key))).toEqual([1, 1, 2]);
    expect(waitOf("203.0.113.7", "x")).toBe(0);
    expect(waitOf("203.0.113.7", "w")).toBeGreaterThan(0);
  });

  test("limits its memory", () => {
    const { waitOf, count } = networkLimit(1, minute);
    for (let index = 0; index < 10_002; index++) count(`2001:db8:0:${index.toString(16)}::1`);
    expect(waitOf("2001:db8:0:1::")).toBe(0);
    expect(waitOf("2001:db8:0:2::")).toBeGreaterThan(0);
  });

  test.each([
    ["203.0.113.7", "203.0.113.7", "203.0.113.8"],
    ["2001:db8:1:2:3:4:5:6", "2001:DB8:1:2::", "2001:db8:1:3::"],
    ["2001:db8::6", "2001:db8:0:0:1::", "2001:db8:0:1::"],
    ["2001:db8::5:6:7:8:9", "2001:db8:0:5::", "2001:db8:1:5::"],
    ["fe80::1%eth0", "fe80::2", "fe80:1::"],
  ])("counts %s like %s, and not like %s", (address, same, other) => {
    const { waitOf } = counted([address, address]);
    expect(waitOf(same)).toBeGreaterThan(0);
    expect(waitOf(other)).toBe(0);
  });

  test("has its own limit for an IPv4 address, which mobile networks share", () => {
    const address = "203.0.113.7";
    expect(counted(Array(9).fill(address), 10).waitOf(address)).toBe(0);
    expect(counted(Array(10).fill(address), 10).waitOf(address)).toBeGreaterThan(0);
  });
});

test("recognizes addresses of the server's own network", () => {
  const own = ["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "::1", "fd00::1"];
  const others = ["203.0.113.7", "172.32.0.1", "11.0.0.1", "2001:db8::1"];
  expect(own.map(isOwnNetwork)).toEqual(own.map(() => true));
  expect(others.map(isOwnNetwork)).toEqual(others.map(() => false));
});

const behindProxy = () => testShop("SQLite", { settings: { ...settings, TRUSTED_PROXY: "1" } });
const from = (address: string) => ({ "X-Forwarded-For": `198.51.100.1, ${address}` });

describe("unpaid bottles of a counted stock", () => {
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
    const [first] = await desk.db
      .selectFrom("orders")
      .select(["id", "total"])
      .where("email", "=", "a0@correo.example")
      .execute();
    if (!first) throw new Error("There is no order.");
    await enter(desk, first, first.total);
    expect((await send(94)).status).toBe(201);
    expect((await send(95, 1)).status).toBe(429);
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

  test("have no limit while the owner does not count them, and none for the shop's own network", async () => {
    const { desk, order } = await behindProxy();
    const network = from("203.0.113.32");
    for (let index = 0; index < 6; index++)
      expect((await order(tens(index), network)).status).toBe(201);
    await setStock(desk, 200);
    for (let index = 10; index < 16; index++)
      expect((await order(tens(index), from("10.0.0.7"))).status).toBe(201);
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
      expect(await send("ana+2@correo.example", 3)).toBe("placed");
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

  test("are not limited behind a proxy that forwards no address", async () => {
    const { order } = await testShop("SQLite");
    for (let index = 0; index < 25; index++) expect((await order(asked(index))).status).toBe(201);
  });
});
