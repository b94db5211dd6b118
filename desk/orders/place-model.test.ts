import { afterEach, expect, test, vi } from "vitest";
import { randomFrom } from "../../server/testing/random.ts";
import { day, hour, minute } from "../shop/time.ts";
import { type Database, openDatabase, transact } from "../storage/database.ts";
import { limits } from "../storage/desk.ts";
import {
  change,
  databases,
  enter,
  newKey,
  pause,
  placeRequest,
  setFact,
  setStock,
  testDesk,
} from "../testing/desk.ts";
import { withinLimits } from "./network-limits.ts";
import { close } from "./order-steps.ts";
import { type Placed, place } from "./place.ts";
import { takeOff } from "./removals.ts";
import { stockOf } from "./stock.ts";
import { withdraw } from "./withdrawals.ts";

/*
 * What a desk answers to random requests, compared with sums of its own over what it has answered before. Its numbers
 * are those of docs/selling.md.
 */

/** How many forms in an hour, and how many unpaid bottles, a network may have. */
const most = { few: [20, 24], many: [100, 48] } as const;
/** Two addresses of one /64, another /64 of the same /48, and one of IPv4. */
const addressesOf = (run: number) => [
  { address: `2001:db8:${run}:1::1`, networks: { [`${run}:1`]: most.few, [`${run}`]: most.many } },
  { address: `2001:db8:${run}:1::2`, networks: { [`${run}:1`]: most.few, [`${run}`]: most.many } },
  { address: `2001:db8:${run}:2::1`, networks: { [`${run}:2`]: most.few, [`${run}`]: most.many } },
  { address: `203.0.113.${run}`, networks: { [`v4 ${run}`]: most.many } },
];
/** The addresses of shoppers, with their mailboxes. */
const emails: [email: string, mailbox: string][] = [
  ["ana@correo.example", "ana"],
  ["Ana+1@correo.example", "ana"],
  ["eva.gil@gmail.com", "eva"],
  ["evagil+2@googlemail.com", "eva"],
  ...Array.from({ length: 8 }, (_, index): [string, string] => [
    `m${index}@correo.example`,
    `${index}`,
  ]),
];

interface Request {
  key: string;
  from: ReturnType<typeof addressesOf>[number];
  email: string;
  mailbox: string;
  firstName: string;
  quantity: number;
  total: number;
  acknowledgedOrder?: string | undefined;
}

/** An order that the desk has acknowledged. */
interface Stored extends Request {
  id: string;
  placedAt: number;
  kept: number;
  status: "unpaid" | "partially paid" | "paid" | "expired" | "cancelled";
}

/** A request that has begun and waits before its work. */
interface Running extends Request {
  end: (error?: Error) => Promise<string>;
}

// The limits forget by one timer, whatever test has started it.
vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
afterEach(() => vi.restoreAllMocks());

/** How many steps are taken, and how many kinds of answers there are at least. A lock takes PostgreSQL two seconds. */
const counts = { SQLite: [2_000, 13], PostgreSQL: [500, 10] } as const;

test.each(databases)(
  "each answer to random requests is a right one, on %s",
  async (database) => {
    const desk = await testDesk(database, { limits });
    const { one, chance, below } = randomFrom(20_261_129);
    const addresses = addressesOf(databases.indexOf(database) + 1);
    const real = performance.now.bind(performance);
    let ahead = 0;
    vi.spyOn(performance, "now").mockImplementation(() => real() + ahead);
    const pass = (time: number) => {
      ahead += time;
      desk.pass(time);
      vi.advanceTimersByTime(time);
    };

    /** By key. */
    const orders = new Map<string, Stored>();
    const withdrawals = new Set<string>();
    /** The keys that each network has sent, with their times. */
    const sent = new Map<string, Map<string, number>>();
    const running = new Set<Running>();
    let price = 8999;
    let isPaused = false;
    let stock: number | undefined = 150;
    await setStock(desk, stock);

    const isStored = (key: string) => orders.has(key) || withdrawals.has(key);
    const unpaidOf = (key: string) => {
      const order = orders.get(key);
      return order?.status === "unpaid" ? order.kept : 0;
    };
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

    /** Why the networks of a request may refuse it. @param more copies of it that began before and still run */
    function reasonsOfNetworks(
      { key, from, quantity }: Pick<Request, "key" | "from" | "quantity">,
      more: Request[] = [],
    ): string[] {
      if (isStored(key)) return [];
      return Object.entries(from.networks).flatMap(([network, [forms, bottles]]) => {
        const keys = sent.get(network) ?? new Map<string, number>();
        const here = [...running, ...more].filter(({ from }) => network in from.networks);
        for (const [key, at] of keys) {
          const isKnown = isStored(key) || here.some((other) => other.key === key);
          if (!isKnown || at <= performance.now() - day) keys.delete(key);
        }
        const waiting = here.filter(({ key }) => !isStored(key));
        const inHour = [...keys].filter(
          ([key, at]) => isStored(key) && at > performance.now() - hour,
        );
        const held = sum([...keys.keys()].map(unpaidOf)) + sum(waiting.map((one) => one.quantity));
        return [
          ...(inHour.length + new Set(waiting.map(({ key }) => key)).size >= forms
            ? ["forms"]
            : []),
          ...(quantity > 0 && stock !== undefined && held + quantity > bottles ? ["bottles"] : []),
        ];
      });
    }

    /** Why the shop may refuse an order. */
    function reasons({ email, mailbox, firstName, quantity, total, acknowledgedOrder }: Request) {
      const now = desk.now();
      const all = [...orders.values()].sort((one, other) => one.placedAt - other.placedAt);
      const [first, ...others] = all.filter(
        (order) => order.mailbox === mailbox && order.status === "unpaid",
      );
      const ofDay = [first, ...others].filter((order) => order && order.placedAt > now - day);
      const beyond = sum(others.map(({ kept }) => kept)) + quantity;
      const isTooMany = ofDay.length >= 3 || (first && stock !== undefined && beyond > 10);
      const last = all.findLast(
        (order) =>
          order.email === email &&
          order.firstName === firstName &&
          order.placedAt > now - 30 * minute &&
          !["expired", "cancelled"].includes(order.status),
      );
      return [
        ...(total === price * quantity ? [] : [`other total ${price * quantity}`]),
        ...(isPaused ? ["paused"] : []),
        ...(last && last.id !== acknowledgedOrder ? [`repeated ${last.id}`] : []),
        ...(isTooMany ? ["too many"] : []),
        ...(stock !== undefined && stock < quantity ? [`sold out ${Math.max(0, stock)}`] : []),
      ];
    }

    /** The right answers to a request. */
    function rightAnswers(request: Request, ofNetworks: string[]): string[] {
      const stored = orders.get(request.key);
      if (stored) {
        const isSame = (["email", "firstName", "quantity", "total"] as const).every(
          (name) => stored[name] === request[name],
        );
        return [`${isSame ? "placed" : "other body"} ${stored.id}`];
      }
      const all = [...ofNetworks, ...reasons(request)];
      return all.length > 0 ? all : ["placed"];
    }

    function answerOf(request: Request, placed: Placed): string {
      switch (placed.outcome) {
        case "placed": {
          const { id } = placed.order;
          if (orders.has(request.key)) return `placed ${id}`;
          const status = "unpaid";
          orders.set(request.key, {
            ...request,
            id,
            placedAt: desk.now(),
            kept: request.quantity,
            status,
          });
          if (stock !== undefined) stock -= request.quantity;
          return "placed";
        }
        case "other total":
          return `other total ${placed.total}`;
        case "sold out":
          return `sold out ${placed.left}`;
        case "repeated":
        case "other body":
          return `${placed.outcome} ${placed.order.id}`;
        default:
          return placed.outcome;
      }
    }

    function send(request: Request, before: () => Promise<unknown> = async () => {}) {
      const { key, from, email, firstName, quantity, total, acknowledgedOrder } = request;
      const { order } = placeRequest({ email, firstName, quantity });
      return withinLimits(
        desk,
        from.address,
        { form: "order", key, bottles: quantity },
        async () => {
          await before();
          return place(desk, { key, order, total, acknowledgedOrder });
        },
      );
    }

    const remember = ({ key, from }: Pick<Request, "key" | "from">) => {
      for (const network of Object.keys(from.networks))
        sent.set(network, (sent.get(network) ?? new Map()).set(key, performance.now()));
    };

    const seen = new Map<string, number>();
    function expectRight(step: string, answer: string, right: string[]) {
      expect([step, answer, right]).toEqual([step, expect.toBeOneOf(right), right]);
      const [kind = ""] = /^\D+?(?= [\dA-Z]+$|$)/.exec(answer) ?? [];
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }

    async function press(step: string, request: Request): Promise<void> {
      const ofNetworks = reasonsOfNetworks(request);
      const right = rightAnswers(request, ofNetworks);
      if (ofNetworks.length === 0 && !isStored(request.key)) remember(request);
      const answer = await send(request);
      expectRight(
        step,
        "refused" in answer ? answer.refused : answerOf(request, answer.result),
        right,
      );
    }

    const newRequest = (): Request => {
      const quantity = 1 + below(10);
      const [email, mailbox] = one(emails);
      const firstName = one(["Lucía", "Eva", "Ana"]);
      const from = one(addresses);
      const last = [...orders.values()].findLast(
        (order) => order.email === email && order.firstName === firstName,
      );
      const acknowledgedOrder = chance(0.6) ? last?.id : undefined;
      const total = price * quantity;
      return { key: newKey(), from, email, mailbox, firstName, quantity, total, acknowledgedOrder };
    };
    const requests = [newRequest()];
    const earlier = () => one(requests.slice(-40));
    const another = () => requests[requests.push(newRequest()) - 1] as Request;
    const withStatus = (...statuses: Stored["status"][]) => {
      const some = [...orders.values()].filter(({ status }) => statuses.includes(status));
      return some.length > 0 ? one(some) : undefined;
    };

    async function end(order: Stored | undefined, status: "expired" | "cancelled") {
      if (!order) return;
      await change(desk, order, (trx, locked) => close(desk, trx, locked, status, { who: "shop" }));
      order.status = status;
      if (stock !== undefined) stock += order.kept;
    }

    let other: Database | undefined;
    const steps: { [step: string]: (name: string) => unknown } = {
      "a new key": (name) => press(name, another()),
      "another new key": (name) => press(name, another()),
      "the same key": (name) => press(name, earlier()),
      "the same key from elsewhere": (name) => press(name, { ...earlier(), from: one(addresses) }),
      "another name": (name) => press(name, { ...earlier(), firstName: "Otra" }),
      "another quantity": (name) => press(name, { ...earlier(), quantity: 1 + below(10) }),
      "another total": (name) => press(name, { ...another(), total: 1 }),
      async "the same key at once, perhaps with another quantity"(name) {
        const first = chance(0.5) ? another() : earlier();
        const both = [first, chance(0.5) ? { ...first, quantity: 1, total: price } : first];
        // Either may be the first.
        const right = both.flatMap((request, index) => [
          ...rightAnswers(request, []),
          ...reasonsOfNetworks(request, both.slice(1 - index, 2 - index)),
        ]);
        const answers = await Promise.all(
          both.map(async (request) => ({ request, answer: await send(request) })),
        );
        if (!isStored(first.key) && answers.some(({ answer }) => !("refused" in answer)))
          remember(first);
        const isPlaced = ({ answer }: (typeof answers)[number]) =>
          "result" in answer && answer.result.outcome === "placed";
        for (const { request, answer } of answers.sort(
          (one, other) => +isPlaced(other) - +isPlaced(one),
        )) {
          const ofStored = isStored(first.key) ? rightAnswers(request, []) : [];
          const text = "refused" in answer ? answer.refused : answerOf(request, answer.result);
          expectRight(name, text, [...ofStored, ...right]);
        }
      },
      async "a request that takes long"(name) {
        const request = chance(0.7) ? another() : earlier();
        if (running.size > 5) return;
        const ofNetworks = reasonsOfNetworks(request);
        const gate = Promise.withResolvers<void>();
        const begun = Promise.withResolvers<"begun">();
        const answer = send(request, () => {
          begun.resolve("begun");
          return gate.promise;
        });
        const first = await Promise.race([answer, begun.promise]);
        expectRight(
          name,
          first === "begun" ? "begun" : "refused" in first ? first.refused : "not begun",
          ofNetworks.length > 0 ? ofNetworks : ["begun"],
        );
        if (first !== "begun") return;
        if (!isStored(request.key)) remember(request);
        const end = async (error?: Error) => {
          if (error) gate.reject(error);
          else gate.resolve();
          const result = await answer.catch(() => undefined);
          if (!result) return "failed";
          return "refused" in result ? result.refused : answerOf(request, result.result);
        };
        running.add({ ...request, end });
      },
      async "its end"(name) {
        const request = [...running][below(running.size)];
        if (!request) return;
        const fails = chance(0.4);
        const right = fails ? ["failed"] : rightAnswers(request, []);
        const answer = await request.end(fails ? new Error("database is locked") : undefined);
        running.delete(request);
        expectRight(name, answer, right);
      },
      async "a locked database"(name) {
        if (chance(0.7)) return;
        other ??= await openDatabase(desk.url);
        await transact(other, async (trx) => {
          await trx
            .updateTable("stock")
            .set({ bottles: stock ?? null })
            .execute();
          const request = another();
          const ofNetworks = reasonsOfNetworks(request);
          const right = rightAnswers(request, ofNetworks).filter((answer) => answer !== "placed");
          if (ofNetworks.length === 0) remember(request);
          const answer = await send(request).catch(() => undefined);
          expectRight(
            name,
            answer
              ? "refused" in answer
                ? answer.refused
                : answerOf(request, answer.result)
              : "locked",
            [...right, "locked"],
          );
        });
      },
      async "some withdrawals"(name) {
        const from = one(addresses);
        for (let times = chance(0.2) ? 10 : 1; times > 0; times--) {
          const key = newKey();
          const ofNetworks = reasonsOfNetworks({ key, from, quantity: 0 });
          if (ofNetworks.length === 0) remember({ key, from });
          const asked = { form: "withdrawal", key, bottles: 0 } as const;
          const details = { name: "Ana Gil", contract: "Un frasco", email: one(emails)[0] };
          const answer = await withinLimits(desk, from.address, asked, () =>
            withdraw(desk, key, details),
          );
          if (!("refused" in answer)) withdrawals.add(key);
          expectRight(
            name,
            "refused" in answer ? answer.refused : "withdrawn",
            ofNetworks.length > 0 ? ofNetworks : ["withdrawn"],
          );
        }
      },
      async "a payment"() {
        const order = withStatus("unpaid", "partially paid");
        if (!order) return;
        await enter(desk, order, order.total);
        order.status = "paid";
      },
      async "a part of one"() {
        const order = withStatus("unpaid");
        if (!order) return;
        await enter(desk, order, 1);
        order.status = "partially paid";
      },
      expiry: () => end(withStatus("unpaid"), "expired"),
      cancelling: () => end(withStatus("unpaid", "partially paid", "paid"), "cancelled"),
      async "a bottle less"() {
        const order = withStatus("unpaid");
        if (!order || order.kept < 2) return;
        await change(desk, order, (trx, locked) =>
          takeOff(desk, trx, locked, { bottles: 1, who: "owner" }),
        );
        order.kept--;
        if (stock !== undefined) stock++;
      },
      async "another price"() {
        price = one([8999, 9500, 7950]);
        await setFact(desk, "PRODUCT_PRICE", (price / 100).toFixed(2).replace(".", ","));
      },
      async "a pause, or its end"() {
        isPaused = !isPaused && chance(0.3);
        await pause(desk, isPaused ? "pronto" : "");
      },
      async "a count"() {
        stock = chance(0.2) ? undefined : below(120);
        await setStock(desk, stock);
      },
      "some time": () => pass(below(10) * minute),
      "a long time": () => chance(0.3) && pass(one([hour, 5 * hour, day])),
    };

    const [length, kinds] = counts[database];
    for (let index = 0; index < length; index++) {
      const name = one(Object.keys(steps));
      pass(1 + below(1000));
      await steps[name]?.(`${index}: ${name}`);
      expect([index, name, await stockOf(desk.db)]).toEqual([index, name, stock]);
    }

    const all = await desk.db
      .selectFrom("orders")
      .select(["requestKey", "id", "quantity", "removed", "total", "email", "status"])
      .execute();
    const stored = all.map(({ requestKey: key, removed, quantity, ...order }) => ({
      key,
      quantity,
      kept: quantity - removed,
      ...order,
    }));
    const expected = [...orders.values()].map(
      ({ key, quantity, kept, id, total, email, status }) => ({
        key,
        quantity,
        kept,
        id,
        total,
        email,
        status,
      }),
    );
    const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1);
    expect(stored.sort(byKey)).toEqual(expected.sort(byKey));
    const { length: emailsOfOrders } = await desk.db
      .selectFrom("mails")
      .select("id")
      .where("template", "in", ["placed", "owner order placed"])
      .execute();
    expect(emailsOfOrders).toBe(2 * orders.size);
    expect((await desk.db.selectFrom("withdrawals").select("id").execute()).length).toBe(
      withdrawals.size,
    );
    await other?.destroy();
    expect(seen.size).toBeGreaterThanOrEqual(kinds);
  },
  300_000,
);
