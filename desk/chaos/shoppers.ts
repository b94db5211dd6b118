/** The shoppers of chaos.ts: they press twice, in two tabs, retry, hang up, read their orders and withdraw. */
import { setTimeout as pause } from "node:timers/promises";
import { completeOrder } from "../../app/shop/testing/complete-order.ts";
import { payByCard } from "./card-payments.ts";
import { judgeRefusal, mailboxOf, type Open } from "./judge-limits.ts";
import { headingOf, removalsOf } from "./model.ts";
import { readOrderRows } from "./rows.ts";
import { ask, insist, isUnknown, keyOf, type Run } from "./run.ts";

/** Places an order, reads it, pays and sometimes withdraws. @param attend what the owner does with it meanwhile */
export async function shop(run: Run, index: number, attend: (number: string) => Promise<void>) {
  const { seed, random, record } = run;
  const { below, chance } = random;
  const quantity = random.one([1, 1, 2, 3, 6]);
  const mailbox = below(10 + run.orders / 10);
  // Stripe rejects addresses of the first domain.
  const domain = mailbox % 5 === 0 ? "no.no-vale.example" : "correo.example";
  const email = `a${mailbox}${random.one(["", "", "+perfume"])}@${domain}`;
  const key = keyOf(seed, "a", index);
  record.attempts.set(key, { email, quantity, acknowledged: new Set() });
  const address = await order(run, key);
  run.counts.placed++;
  const number = record.attempts.get(key)?.number;
  if (!address || !number) return;
  await Promise.all([
    attend(number),
    readOrder(run, address, number),
    chance(0.7) && payByCard(run, address, number),
    chance(0.2) && withdraw(run, index, number, email),
  ]);
}

/** Presses the order button until there is an answer. @returns the path of the order's page */
async function order(run: Run, key: string): Promise<string | undefined> {
  const { random, record, counts, violations } = run;
  const { below, chance } = random;
  const attempt = record.attempts.get(key);
  if (!attempt) throw new Error(`Nobody orders under ${key}.`);
  const { email, quantity } = attempt;
  const body: { [name: string]: unknown; total: number } = {
    key,
    total: 8999 * quantity,
    order: { ...completeOrder, lastName: "Gómez", email, quantity },
  };
  const tabs = chance(0.2) ? 2 : 1;
  let address: string | undefined;
  let hasChanged = false;
  let isSure = true;
  let isRefused = false;
  /** When each total was sent first, in real ms. */
  const sentAt = new Map<number, number>();
  async function tab() {
    for (let presses = 0; ; presses++) {
      if (presses > 0) {
        counts.retried++;
        await pause(10 + below(50));
      }
      const { total } = body;
      if (!sentAt.has(total)) sentAt.set(total, Date.now());
      const before = await insist(() => openOrders(run, email));
      const answer = await ask(run, "/pedidos", body);
      if (isUnknown(answer)) isSure = false;
      if (answer === undefined || answer.status === 503) continue;
      const asked = answer.status === 409 && answer.text.startsWith("{") && JSON.parse(answer.text);
      if (asked?.total) {
        // The price has changed, and the shopper agrees.
        body.total = asked.total;
        hasChanged = true;
        continue;
      }
      if (answer.status === 429 || asked?.number) {
        counts[asked ? "repeated" : "tooMany"]++;
        const after = await insist(() => openOrders(run, email));
        violations.push(...judgeRefusal({ email, quantity }, asked?.number, before, after));
        if (asked && chance(0.8)) {
          attempt?.acknowledged.add(asked.number);
          body.acknowledgedOrder = asked.number;
          continue;
        }
        isRefused = true;
        return;
      }
      // An earlier press, or the other tab, has placed the order at another price.
      if (answer.status === 422 && (tabs > 1 || hasChanged)) return;
      if (answer.status === 409 && isAboutStock(answer.text)) {
        counts.soldOut++;
        isRefused = true;
        return;
      }
      if (answer.status !== 201) {
        violations.push(`An order was answered ${answer.status}: ${answer.text}`);
        return;
      }
      const stored = JSON.parse(answer.text);
      if (attempt?.number && attempt.number !== stored.number)
        violations.push(`One key became ${attempt.number} and ${stored.number}.`);
      Object.assign(attempt ?? {}, { number: stored.number, total });
      if (attempt && attempt.to === undefined)
        Object.assign(attempt, { from: sentAt.get(total), to: Date.now() });
      address = stored.address;
      if (chance(0.8)) return;
    }
  }
  await Promise.all(Array.from({ length: tabs }, tab));
  if (isRefused && !address) attempt.isRefused = isSure;
  return address;
}

/** The open orders of the mailbox that this address belongs to. */
async function openOrders({ db }: Run, email: string): Promise<Open[]> {
  const [name] = email.split(/[+@]/);
  const orders = await db
    .selectFrom("orders")
    .select(["id", "email", "status", "quantity as kept", "placedAt"])
    .where("email", "like", `${name}%`)
    .where("status", "in", ["unpaid", "partially paid", "paid"])
    .execute();
  return orders
    .map((order) => ({ ...order, email: order.email ?? "" }))
    .filter((order) => mailboxOf(order.email) === mailboxOf(email));
}

const isAboutStock = (text: string) => /se acaba de agotar|[Ss]olo quedan? /.test(text);

/** Declares a withdrawal and retries until it is acknowledged. Some don't know the order's number. */
async function withdraw(run: Run, index: number, number: string, email: string) {
  const { random, record, seed, violations } = run;
  await pause(random.below(100));
  const contract = random.chance(0.6) ? number : "Un frasco de perfume";
  const bottles = random.chance(0.5) ? 1 + random.below(3) : null;
  // Some send the same form once more, later.
  for (let times = random.one([1, 1, 1, 2, 4]); times > 0; times--) {
    const key = keyOf(seed, "f", 5 * index + times);
    record.withdrawals.set(key, { contract, email, bottles });
    const declared = { name: "Lucía Gómez", contract, email, bottles: String(bottles ?? "") };
    const form = new URLSearchParams({ ...declared, key, step: "confirm" });
    for (;;) {
      const answer = await ask(run, "/desistimiento", form);
      if (answer?.status === 200) break;
      if (!isUnknown(answer))
        return violations.push(`A withdrawal was answered ${answer?.status}.`);
      await pause(10 + random.below(50));
    }
  }
  return undefined;
}

/** Reads an order's page a few times. */
async function readOrder(run: Run, address: string, number: string) {
  for (let times = run.random.below(4); times > 0; times--) {
    await pause(run.random.below(400));
    await checkPage(run, address, number);
  }
}

/** What a page has to show of an order. */
type Shows = (standing: Awaited<ReturnType<typeof readStanding>>) => string;

const heading: Shows = ({ heading }) => `>${heading}<`;

/** What its packing slip says is in the parcel. */
export const contents: Shows = ({ kept }) => `>${kept} × Perfume signature<`;

/**
 * Reads a page of an order, which must show the current state of this order, and no other order.
 * @returns whether it was read while the order did not change
 */
export async function checkPage(
  run: Run,
  address: string,
  number: string,
  shows = heading,
  headers = {},
): Promise<boolean> {
  const before = await insist(() => readStanding(run, number));
  const answer = await ask(run, address, undefined, headers);
  if (isUnknown(answer) || !answer) return false;
  const after = await insist(() => readStanding(run, number));
  const wasErased = before.isErased || after.isErased;
  if (wasErased && answer.status === 404) return true;
  const fail = (failure: string) => run.violations.push(`The page of ${number} ${failure}.`);
  if (answer.status !== 200) return fail(`was answered ${answer.status}`) > 0;
  run.counts.pagesRead++;
  // Without addresses and drawings: their letters and digits could look like an order number.
  const text = answer.text.replace(/(href|content|src|d|viewBox)="[^"]*"|<!-- -->/g, "");
  if (!text.includes(number)) fail("does not name it");
  for (const { number: other } of run.record.attempts.values())
    if (other && other !== number && text.includes(other)) fail(`names ${other}`);
  if (before.version !== after.version || shows(before) !== shows(after)) return false;
  if (!text.includes(shows(after))) fail(`does not say «${shows(after)}»`);
  return true;
}

/** The order's version, and the heading that its page has to show. */
async function readStanding({ db }: Run, id: string) {
  const { order, events, money, standing } = await readOrderRows(db, id);
  const withdrawals = await db
    .selectFrom("withdrawals")
    .select(["id", "closedAt"])
    .where("orderId", "=", id)
    .execute();
  const taken = removalsOf(events).map(({ withdrawal }) => withdrawal);
  const isUndecided = withdrawals.some(
    ({ id, closedAt }) => closedAt === null && !taken.includes(id),
  );
  return {
    version: order.version,
    isErased: order.erasedAt !== null,
    kept: standing.kept,
    heading: headingOf(order, isUndecided, money, standing),
  };
}
