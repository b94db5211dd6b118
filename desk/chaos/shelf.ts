/** The owner's shelf in chaos.ts: she counts her bottles, or stops counting them for a while, while shoppers order. */
import { setTimeout as pause } from "node:timers/promises";
import { standingOf } from "./model.ts";
import { ask, insist, isUnknown, type Run } from "./run.ts";
import type { Cookie } from "./sign-in.ts";

export type Shelf = ReturnType<typeof shelfOf>;

export function shelfOf(run: Run, cookie: Cookie) {
  const { random, record, db } = run;
  let typed = 0;
  /** The steps in progress that move bottles. A count waits for them, and new ones wait for the count. */
  const moving = new Set<Promise<unknown>>();
  let counting: Promise<unknown> = Promise.resolve();

  async function move(work: () => Promise<unknown>) {
    await counting;
    const moved = work().finally(() => moving.delete(moved));
    moving.add(moved);
    await moved;
  }

  /** Enters how many bottles are on the shelf, until it is stored or refused. @returns the row's id, if it is stored */
  async function send(bottles: number): Promise<number | undefined> {
    const nota = `Estante ${++typed}`;
    const count = { bottles, isDone: false };
    record.counts.set(nota, count);
    const antes = await insist(() => lastMove(run));
    let isAnswered = false;
    while (!isAnswered) {
      const answer = await post({ ajuste: "existencias", valor: String(bottles), nota, antes });
      count.isDone ||= answer?.status === 303;
      isAnswered = !isUnknown(answer);
      if (isAnswered && ![303, 409].includes(answer?.status ?? 0))
        run.violations.push(`The stock was answered ${answer?.status}.`);
    }
    const row = await insist(() =>
      db.selectFrom("stockMoves").select("id").where("note", "=", nota).executeTakeFirst(),
    );
    return row?.id;
  }

  const post = (fields: { [name: string]: string }, hangsUp?: boolean) =>
    ask(run, "/mostrador/ajustes", new URLSearchParams(fields), cookie, hangsUp);

  /** Counts the shelf: what waits to be sent, and some more. Before half of the counts she briefly stops counting. */
  function count() {
    counting = (async () => {
      await Promise.all(moving);
      for (let isRight = false; !isRight; ) {
        const stops = random.chance(0.5);
        // Without hanging up: after that, the request could take effect during the count.
        while (stops && (await insist(() => bottlesLeft(run))) !== null)
          await post({ ajuste: "sin-contar", antes: "0" }, false);
        await pause(random.below(200));
        const before = await insist(() => sentNow(run));
        // Enough for some of the next orders, but not for all.
        const more = Math.floor(run.orders / 2) + random.below(run.orders);
        const id = await send((await insist(() => waiting(run))) + more);
        const { bottles: sent, events } = await insist(() => sentNow(run));
        // A step whose answer was lost may still have moved a parcel meanwhile.
        isRight = id !== undefined && events === before.events;
        if (isRight && id !== undefined) record.counting = { id, sent };
      }
    })();
    return counting;
  }

  return { move, count };
}

/** The id of the last stock move, which the form sends as the state that its page showed. */
async function lastMove({ db }: Run): Promise<string> {
  const row = await db
    .selectFrom("stockMoves")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return String(row?.id ?? 0);
}

async function bottlesLeft({ db }: Run) {
  return (await db.selectFrom("stock").select("bottles").executeTakeFirstOrThrow()).bottles;
}

/** How many bottles on the shelf belong to orders that wait to be sent. */
async function waiting({ db }: Run): Promise<number> {
  const orders = await db
    .selectFrom("orders")
    .select(["quantity", "removed"])
    .where("closed", "is", null)
    .where("fulfilment", "=", "unfulfilled")
    .execute();
  return orders.reduce((sum, { quantity, removed }) => sum + quantity - removed, 0);
}

/** The bottles that are away, by order, and how many events have moved bottles. */
async function sentNow({ db }: Run) {
  const orders = await db.selectFrom("orders").select(["id", "quantity"]).execute();
  const events = await db
    .selectFrom("events")
    .selectAll()
    .where("kind", "in", [
      "shipped",
      "shipped again",
      "unshipped",
      "delivered",
      "undelivered",
      "restocked",
      "removed",
      "put back",
    ])
    .orderBy("id")
    .execute();
  const byOrder = Map.groupBy(events, ({ orderId }) => orderId);
  const bottles = new Map<string, number>();
  for (const { id, quantity } of orders) {
    const { fulfilment, away } = standingOf(quantity, byOrder.get(id) ?? []);
    if (fulfilment !== "unfulfilled") bottles.set(id, away);
  }
  return { bottles, events: events.length };
}
