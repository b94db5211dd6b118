import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { hour, minute } from "../app/desk/shop/time.ts";
import { isOwnNetwork, networkLimit } from "./rate-limit.ts";
import { attempt, settings } from "./testing/desk.ts";
import { read, readJson, testShop } from "./testing/shop.ts";

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

test("recognizes addresses of the own network", () => {
  const own = ["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "::1", "fd00::1"];
  const others = ["203.0.113.7", "172.32.0.1", "11.0.0.1", "2001:db8::1"];
  expect(own.map(isOwnNetwork)).toEqual(own.map(() => true));
  expect(others.map(isOwnNetwork)).toEqual(others.map(() => false));
});

const behindProxy = () => testShop("SQLite", { settings: { ...settings, TRUSTED_PROXY: "1" } });
const from = (address: string) => ({ "X-Forwarded-For": `198.51.100.1, ${address}` });

describe("the owner's password", () => {
  const path = "/mostrador/entrar";
  const right = "una contraseña larga";

  test("locks an address after five wrong ones, for a minute, and no other", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    onTestFinished(() => {
      // Ends the window on this clock, so that the next test's begins on the real one.
      vi.advanceTimersByTime(minute);
      vi.useRealTimers();
    });
    const { post } = await behindProxy();
    const tried = (contrasena: string, address: string) =>
      post(path, { contrasena }, from(address));
    for (let times = 0; times < 5; times++) {
      expect((await tried("una contraseña corta", "203.0.113.7")).status).toBe(400);
    }
    const answer = await tried(right, "203.0.113.7");
    expect(answer.headers.get("Retry-After")).toBe("60");
    expect(await read(answer)).toMatchObject({
      status: 429,
      title: "Entrar en el mostrador · Aurelia",
      text: expect.stringContaining(
        "Ha habido varios intentos con una contraseña equivocada. Espera un minuto",
      ),
    });
    expect((await tried(right, "203.0.113.8")).status).toBe(303);
    vi.advanceTimersByTime(minute - 1);
    expect((await tried(right, "203.0.113.7")).status).toBe(429);
    vi.advanceTimersByTime(1);
    expect((await tried(right, "203.0.113.7")).status).toBe(303);
    expect(log.mock.calls).toEqual([
      ["Mostrador: 5 contraseñas equivocadas en un minuto desde 203.0.113.7."],
    ]);
  });

  test("checks five of many concurrent ones, and never limits the owner", async () => {
    const { post, ask } = await behindProxy();
    const network = from("203.0.113.9");
    const tried = (contrasena: string) => post(path, { contrasena }, network);
    for (let times = 0; times < 12; times++) expect((await tried(right)).status).toBe(303);
    // A page without a session is no attempt.
    for (let times = 0; times < 12; times++)
      expect((await ask("/mostrador", { headers: network })).status).toBe(401);
    const answers = await Promise.all(Array.from({ length: 30 }, () => tried("falsa")));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
    expect((await tried(right)).status).toBe(429);
    expect(log.mock.calls).toHaveLength(1);
  });

  test("has its own limit in a browser that has given the right one, also after signing out", async () => {
    const { post, ask, owner } = await behindProxy();
    const network = from("203.0.113.10");
    const session = await owner.session();
    const out = await post(path, { salir: "si" }, { ...session, ...network });
    const Cookie = (out.headers.get("Set-Cookie") ?? "").replace(/;.*/s, "");
    expect((await ask("/mostrador", { headers: { Cookie } })).status).toBe(401);
    for (let times = 0; times < 6; times++) await post(path, { contrasena: "falsa" }, network);
    const tried = async (contrasena: string, cookie: string) =>
      (await post(path, { contrasena }, { Cookie: cookie, ...network })).status;
    expect(await tried(right, "")).toBe(429);
    expect(await tried(right, Cookie)).toBe(303);
    for (let times = 0; times < 5; times++) expect(await tried("falsa", Cookie)).toBe(400);
    expect(await tried(right, Cookie)).toBe(429);
    // Signed in, the owner notices nothing of it.
    expect((await ask("/mostrador", { headers: { ...session, ...network } })).status).toBe(200);
  });

  test("gives no browser its own limit that has never signed in", async () => {
    const { post } = await behindProxy();
    const out = await post(path, { salir: "si" });
    expect(out.headers.get("Set-Cookie")).toMatch(/^__Host-session=;.* Max-Age=0;/);
  });
});

describe("orders from one address", () => {
  const asked = (index: number) => attempt({ email: `a${index}@correo.example` });

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
