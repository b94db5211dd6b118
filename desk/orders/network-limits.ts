import { sql } from "kysely";
import { day, hour, minute } from "../shop/time.ts";
import type { Desk } from "../storage/desk.ts";
import { networksOf } from "./networks.ts";
import { stockOf } from "./stock.ts";

/*
 * How many orders and withdrawals a network may send in an hour, and how many unpaid bottles it may hold. Both are
 * questions about stored rows, and about requests that still run: nothing is taken and given back, so no answer can
 * switch a limit off, and what was refused or failed counts no longer.
 */

/** The requests of each network by form and key («order 5f…»), with the time in ms of their last request, for a day, as the privacy policy says. */
const networks = new Map<string, Map<string, number>>();

/** More networks than use a shop's forms in a day. Beyond it, the oldest one is dropped. */
const maxNetworks = 10_000;

interface Request {
  /** «order 5f…»: a withdrawal's key says nothing about an order. */
  id: string;
  /** The bottles that it asks for: 0 for a withdrawal. */
  bottles: number;
}

/** The requests that run now. */
const running = new Set<Request & { names: string[] }>();

/** The result of the work, or the limit that is exceeded, with the time to wait in ms if that is known. */
type Answer<Result> = { result: Result } | { refused: "forms" | "bottles"; wait: number };

/**
 * Does the work of an order or a withdrawal, unless its network has sent or holds too much. A key that is stored is
 * never refused, because a shopper repeats a request whose answer was lost.
 */
export async function withinLimits<Result>(
  desk: Desk,
  address: string,
  { form, key, bottles }: { form: "order" | "withdrawal"; key: string; bottles: number },
  work: () => Promise<Result>,
): Promise<Answer<Result>> {
  const own = networksOf(address);
  const names = own.map(({ name }) => name);
  const earlier = [...running].filter(({ names: theirs }) =>
    theirs.some((name) => names.includes(name)),
  );
  const current = { id: `${form} ${key}`, bottles, names };
  running.add(current);
  try {
    const known = names.map((name) => new Map(networks.get(name)));
    const ids = known.flatMap((requests) => [...requests.keys()]);
    // One that runs may repeat an order of another network.
    const inFlight = [...earlier, current].map(({ id }) => id);
    const stored = await storedAs(desk, new Set([...ids, ...inFlight]));
    forget(names, known, (id) => stored.has(id) || earlier.some((other) => other.id === id));
    if (!stored.has(current.id)) {
      for (const { name, kind } of own) {
        const others = earlier.filter((one) => one.names.includes(name) && !stored.has(one.id));
        const sent = new Map([...(networks.get(name) ?? [])].filter(([id]) => stored.has(id)));
        const held = [...sent.keys()].reduce((sum, id) => sum + (stored.get(id) ?? 0), 0);
        const most = desk.limits.networks[kind];
        const wait = waitOf(most.forms, [...sent.values()], others);
        if (wait > 0) return { refused: "forms", wait };
        const asked = others.reduce((sum, one) => sum + one.bottles, bottles);
        // Bottles are limited only if the owner counts them.
        if (bottles > 0 && held + asked > most.bottles && (await stockOf(desk.db)) !== undefined)
          return { refused: "bottles", wait: 0 };
      }
      remember(names, current.id);
    }
    return { result: await work() };
  } finally {
    running.delete(current);
  }
}

/** Which of these requests have an order or a withdrawal, with the unpaid bottles of the order. */
async function storedAs({ db }: Desk, ids: Set<string>): Promise<Map<string, number>> {
  // An empty list is no SQL.
  const keysOf = (form: string) => [
    "",
    ...[...ids].filter((id) => id.startsWith(form)).map((id) => id.slice(form.length)),
  ];
  const rows = await db
    .selectFrom("orders")
    .select([
      sql<string>`'order ' || request_key`.as("id"),
      sql<number>`case when status = 'unpaid' then quantity - removed else 0 end`.as("bottles"),
    ])
    .where("requestKey", "in", keysOf("order "))
    .unionAll(
      db
        .selectFrom("withdrawals")
        .select([sql<string>`'withdrawal ' || request_key`.as("id"), sql<number>`0`.as("bottles")])
        .where("requestKey", "in", keysOf("withdrawal ")),
    )
    .execute();
  return new Map(rows.map(({ id, bottles }) => [id, bottles]));
}

/** Forgets the known requests that are not to keep. One that was sent again meanwhile stays. */
function forget(
  names: string[],
  known: Map<string, number>[],
  isToKeep: (id: string) => boolean,
): void {
  for (const [index, name] of names.entries()) {
    const requests = networks.get(name);
    for (const [id, time] of known[index] ?? []) {
      if (requests?.get(id) === time && !isToKeep(id)) requests.delete(id);
    }
  }
}

/** How long, in ms, a network that sent these forms has to wait. Some of them still run. */
function waitOf(most: number, sent: number[], others: Request[]): number {
  const now = performance.now();
  const run = new Set(others.map(({ id }) => id));
  const times = [...sent.filter((time) => time > now - hour), ...[...run].map(() => now)];
  const oldest = times.sort((a, b) => a - b).at(-most);
  return times.length < most || oldest === undefined ? 0 : oldest + hour - now;
}

/** How many requests are remembered of this address's networks. */
export const remembered = (address: string): number[] =>
  networksOf(address).map(({ name }) => networks.get(name)?.size ?? 0);

function remember(names: string[], id: string): void {
  if (networks.size === 0) startForgetting();
  for (const name of names) {
    const requests = networks.get(name) ?? new Map<string, number>();
    networks.set(name, requests.set(id, performance.now()));
    const [first] = networks.keys();
    if (networks.size > maxNetworks && first !== undefined) networks.delete(first);
  }
}

/** Drops what is older than a day, each minute until nothing is left. */
function startForgetting(): void {
  const timer = setInterval(() => {
    for (const [name, requests] of networks) {
      for (const [id, time] of requests) if (time <= performance.now() - day) requests.delete(id);
      if (requests.size === 0) networks.delete(name);
    }
    if (networks.size === 0) clearInterval(timer);
  }, minute).unref();
}
