import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { completeOrder as order } from "../../app/shop/testing/complete-order.ts";

const unanswered = {
  refused: {
    message:
      "No hemos podido confirmar tu pedido. Tus datos siguen aquí. Vuelve a pulsar: no se hará dos veces.",
  },
};

const desk = vi.fn<typeof fetch>();
const storage = new Map<string, string>();

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  desk.mockReset();
  storage.clear();
  vi.stubGlobal("fetch", desk);
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
    removeItem: (name: string) => storage.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Imports the module again, as a page load does. */
const load = async () => (await import("./send-order.ts")).sendOrder;

const answer = (status: number, body: unknown) =>
  desk.mockImplementationOnce(async () => Response.json(body, { status }));
const created = { number: "AU-7KQ2M9", address: "/pedido/0f0f" };

/** The request bodies, in the order sent. */
const sent = () => desk.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));
const keys = () => sent().map(({ key }) => key);

test("sends the order as JSON, with its own key and the displayed total", async () => {
  answer(201, created);
  const sendOrder = await load();
  expect(await sendOrder(order, 8999)).toEqual({ placed: created });
  expect(desk).toHaveBeenCalledExactlyOnceWith(
    "/pedidos",
    expect.objectContaining({
      method: "POST",
      headers: { "Content-Type": "application/json" },
    }),
  );
  expect(sent()).toEqual([{ key: expect.stringMatching(/^[\da-f]{32}$/), total: 8999, order }]);
});

test("returns the payment page", async () => {
  answer(201, { ...created, pay: "https://pay.example/1" });
  const sendOrder = await load();
  expect(await sendOrder(order, 8999)).toEqual({
    placed: { ...created, pay: "https://pay.example/1" },
  });
});

test("uses another key after an order is placed", async () => {
  const sendOrder = await load();
  for (const _ of "12") {
    answer(201, created);
    await sendOrder(order, 8999);
    expect(storage.size).toBe(0);
  }
  expect(new Set(keys()).size).toBe(2);
});

test.each([
  ["a message", 400, { message: "No enviamos a ese código postal." }],
  ["too many orders", 429, { message: "Demasiados pedidos." }],
  ["a desk that is busy", 503, { message: "Espera un minuto." }],
])("shows %s, and the next press repeats the request", async (_, status, body) => {
  const sendOrder = await load();
  answer(status, body);
  expect(await sendOrder(order, 8999)).toEqual({ refused: body });
  answer(201, created);
  await sendOrder(order, 8999);
  expect(new Set(keys()).size).toBe(1);
});

test.each([
  ["no connection", () => Promise.reject(new TypeError("fetch failed"))],
  ["a page in its place", async () => new Response("<h1>502</h1>", { status: 502 })],
  ["a refusal without words", async () => Response.json({}, { status: 403 })],
  ["a page that says it is well", async () => Response.json({ message: "OK" }, { status: 200 })],
  ["an order without an address", async () => Response.json({ number: "1" }, { status: 201 })],
  ["nothing at all", async () => Response.json(null, { status: 201 })],
])("after %s the next press repeats the request", async (_, fail) => {
  const sendOrder = await load();
  desk.mockImplementationOnce(fail);
  expect(await sendOrder(order, 8999)).toEqual(unanswered);
  answer(201, created);
  expect(await sendOrder(order, 8999)).toEqual({ placed: created });
  expect(new Set(keys()).size).toBe(1);
});

test("gives up after 15 seconds without a response", async () => {
  const sendOrder = await load();
  desk.mockImplementationOnce(
    (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
      }),
  );
  const answered = vi.fn();
  sendOrder(order, 8999).then(answered);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toHaveBeenCalledExactlyOnceWith(unanswered);
});

test("a response in time clears the timer", async () => {
  const sendOrder = await load();
  answer(201, created);
  await sendOrder(order, 8999);
  expect(vi.getTimerCount()).toBe(0);
});

test("keeps the key after a reload", async () => {
  answer(503, { message: "Espera un minuto." });
  await (await load())(order, 8999);
  vi.resetModules();
  answer(201, created);
  await (await load())(order, 8999);
  expect(new Set(keys()).size).toBe(1);
});

test("after a new total the next press sends it under the same key", async () => {
  const sendOrder = await load();
  answer(409, { total: 9499 });
  expect(await sendOrder(order, 8999)).toEqual({ newTotal: 9499 });
  answer(201, created);
  await sendOrder(order, 9499);
  expect(sent().map(({ total }) => total)).toEqual([8999, 9499]);
  expect(new Set(keys()).size).toBe(1);
});

test("shows an earlier order that did arrive, and uses a new key afterwards", async () => {
  const sendOrder = await load();
  const arrived = { message: "Ya tenemos un pedido tuyo.", address: "/pedido/0f0f" };
  answer(422, arrived);
  expect(await sendOrder(order, 8999)).toEqual({ refused: arrived });
  expect(storage.size).toBe(0);
  answer(201, created);
  await sendOrder(order, 8999);
  expect(new Set(keys()).size).toBe(2);
});

test("shows a similar order, and the next press acknowledges it", async () => {
  const sendOrder = await load();
  const question = { message: "Ya tienes el pedido AU7KQ2M9.", address: "/pedido/0f0f" };
  answer(409, { ...question, number: "AU7KQ2M9" });
  expect(await sendOrder(order, 8999)).toEqual({
    refused: question,
    acknowledgedOrder: "AU7KQ2M9",
  });
  answer(201, created);
  await sendOrder(order, 8999, "AU7KQ2M9");
  expect(sent().map(({ acknowledgedOrder }) => acknowledgedOrder)).toEqual([undefined, "AU7KQ2M9"]);
  expect(new Set(keys()).size).toBe(1);
});

test("places an order without sessionStorage", async () => {
  vi.stubGlobal("sessionStorage", {
    getItem: () => null,
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
    removeItem() {},
  });
  const sendOrder = await load();
  answer(503, { message: "Espera un minuto." });
  await sendOrder(order, 8999);
  answer(201, created);
  expect(await sendOrder(order, 8999)).toEqual({ placed: created });
  expect(new Set(keys()).size).toBe(1);
});
