import { setTimeout as pause } from "node:timers/promises";
import type { randomFrom } from "../../server/testing/random.ts";
import type { Database } from "../storage/database.ts";
import type { stripeServer } from "../testing/stripe-server.ts";
import type { mailServer } from "./mail-server.ts";
import type { Record } from "./record.ts";
import type { Shops } from "./shops.ts";

/** What the parts of a run share. */
export interface Run {
  seed: number;
  random: ReturnType<typeof randomFrom>;
  /** How many orders shoppers place. */
  orders: number;
  /** The test's own connection, through which it reads rows. */
  db: Database;
  isPostgres: boolean;
  shops: Shops;
  mails: ReturnType<typeof mailServer>;
  stripe: Awaited<ReturnType<typeof stripeServer>>;
  /** What the shops have acknowledged. */
  record: Record;
  /** The shops' time, in ms. */
  now: () => number;
  /** Whether the last order is placed. */
  isOver: () => boolean;
  counts: { [Name in (typeof counted)[number]]: number };
  violations: string[];
}

const counted = [
  "placed",
  "retried",
  "soldOut",
  "tooMany",
  "repeated",
  "unavailable",
  "unanswered",
  "steps",
  "questions",
  "settings",
  "entered",
  "signIns",
  "cardPayments",
  "webhooks",
  "pagesRead",
  "kills",
  "stops",
  "locks",
  "jumps",
] as const;

export const noCounts = () => Object.fromEntries(counted.map((name) => [name, 0])) as Run["counts"];

interface Answer {
  status: number;
  text: string;
  location: string;
  /** What it sets, for the headers of the next requests. */
  cookie: string;
}

/**
 * Sends a request to one of the shops. Some clients hang up at once, while the shop continues to work.
 * @param body an object is sent as JSON
 * @returns undefined without a response: the request may have been carried out or not
 */
export async function ask(
  { random: { one, chance, below }, shops, counts }: Run,
  path: string,
  body?: object | URLSearchParams | string,
  headers: { [name: string]: string } = {},
  hangsUp = chance(0.05),
): Promise<Answer | undefined> {
  const isJson =
    body !== undefined && !(body instanceof URLSearchParams) && typeof body === "object";
  try {
    const answer = await fetch(`http://127.0.0.1:${one([...shops.running]).port}${path}`, {
      method: body === undefined ? "GET" : "POST",
      signal: AbortSignal.timeout(hangsUp ? 1 + below(10) : 10_000),
      redirect: "manual",
      headers: { ...(isJson && { "Content-Type": "application/json" }), ...headers },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as string) }),
    });
    const text = await answer.text();
    // On a busy machine the request arrived too slowly. Nothing was done.
    if (answer.status === 408) throw new Error(text);
    if (answer.status === 503) counts.unavailable++;
    const [location = "", cookie = ""] = ["Location", "Set-Cookie"].map(
      (name) => answer.headers.get(name) ?? undefined,
    );
    return { status: answer.status, text, location, cookie: cookie.replace(/;.*/s, "") };
  } catch {
    counts.unanswered++;
    return undefined;
  }
}

/** Whether a request may have been carried out or not, because its answer or the answer to its commit was lost. */
export const isUnknown = (answer: Answer | undefined) =>
  answer === undefined || answer.status === 503;

/** An idempotency key of 32 hexadecimal digits, unique for each kind and index of a run. @param kind one such digit */
export const keyOf = (seed: number, kind: string, index: number) =>
  (seed * 2 ** 20 + index).toString(16).padStart(31, "0").slice(-31) + kind;

/** Repeats the work until it succeeds: the database may be locked. */
export async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch {
      await pause(20);
    }
  }
}
