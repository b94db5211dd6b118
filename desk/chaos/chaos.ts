/**
 * `npm run chaos -- [--seed n] [--orders n] [--database url] [--fault name]`: runs random clients, retries, kills and
 * faults against four shops that share a database, then lets judge.ts compare what they have stored and sent with
 * an independent model. It prints the seed. The same seed repeats the same choices, but not their timing.
 */
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { randomFrom } from "../../server/testing/random.ts";
import { day } from "../shop/time.ts";
import { isPostgres, openDatabase } from "../storage/database.ts";
import { testShop } from "../testing/build.ts";
import { startPostgres, urlOf } from "../testing/postgres.ts";
import { findPostgres } from "../testing/programs.ts";
import { stripeServer } from "../testing/stripe-server.ts";
import { pace } from "./constants.ts";
import { judge } from "./judge.ts";
import { withoutReceipt } from "./judge-mails.ts";
import { judgeStripe } from "./judge-stripe.ts";
import { mailServer } from "./mail-server.ts";
import { attend } from "./owner.ts";
import { runTheShop } from "./owner-at-settings.ts";
import { type Fault, faults, isFault, plantInDatabase } from "./planted.ts";
import { Record } from "./record.ts";
import { type Rows, readRows, watchLeases, watchPlacing } from "./rows.ts";
import { insist, noCounts, type Run } from "./run.ts";
import { shelfOf } from "./shelf.ts";
import { checkPage, contents, shop } from "./shoppers.ts";
import { openShops } from "./shops.ts";
import { type Cookie, keepSigningIn, signIn } from "./sign-in.ts";
import { makeTrouble } from "./trouble.ts";

export interface Chaos {
  seed: number;
  orders: number;
  /** How many shops share the database. */
  processes?: number;
  /** An empty database. */
  database: string;
  fault?: Fault | undefined;
}

/**
 * How long orders are placed at most, in ms: 5 days of the shops' clocks. After 10 days, a clock that is 20 days ahead
 * could erase the first unpaid orders.
 */
const maxTime = 120 * 60_000;
const clients = 16;
/** How many order pages are read at the end. */
const maxPages = 100;

/** Runs the chaos, then the judge. @returns the counts, and the violations that the judge has found */
export async function chaos({ seed, orders, processes = 4, database, fault }: Chaos) {
  const begun = performance.now();
  const random = randomFrom(seed);
  const folder = testShop();
  const name = isPostgres(database) ? "postgres" : "sqlite";
  /** What the shops log, which helps to explain a violation. */
  const logFile = join(tmpdir(), `aurelia-chaos-${process.pid}-${name}.log`);
  const log = createWriteStream(logFile);
  const violations: string[] = [];
  const db = await openDatabase(database);
  // Orders have one to three bottles each, so the stock runs out.
  const stockAtStart = orders;
  await db.updateTable("stock").set({ bottles: stockAtStart }).execute();
  await watchPlacing(db);
  await watchLeases(db);
  await plantInDatabase(db, fault);
  const mails = mailServer(random);
  const clock = Date.now();
  const stripe = await stripeServer(clock);
  const options = { url: database, folder, clock, stripe: stripe.options, fault };
  const shops = await openShops(processes, options, mails.open, log, violations);
  let over = false;
  const run: Run = {
    seed,
    orders,
    random,
    db,
    isPostgres: isPostgres(database),
    shops,
    mails,
    stripe,
    record: new Record(),
    now: () => clock + (Date.now() - clock) * pace,
    isOver: () => over,
    counts: noCounts(),
    violations,
  };
  const clockOfStripe = setInterval(() => stripe.pass(1_000 * pace), 1_000);

  const cookie = await signIn(run);
  const shelf = shelfOf(run, cookie);
  const attendTo = (number: string) => attend(run, cookie, shelf, number);
  let next = 0;
  async function client() {
    while (next < orders && performance.now() - begun < maxTime) await shop(run, next++, attendTo);
  }
  const trouble = makeTrouble(run);
  const owner = [runTheShop(run, cookie, shelf, attendTo), keepSigningIn(run, cookie)];
  await Promise.all(Array.from({ length: clients }, client));
  over = true;
  if (next < orders) violations.push(`There was time for ${next} orders only.`);
  await Promise.all([trouble, ...owner]);
  mails.calm();
  const missing = (rows: Pick<Rows, "withdrawals" | "mails">) =>
    withoutReceipt(rows, { record: run.record, clock }).length;
  await settle(run, () => 0);
  // The receipts of withdrawals that have none of their own leave on the next day.
  await shops.skip(day);
  await settle(run, missing);
  await readPages(run, cookie);
  await shops.end();
  clearInterval(clockOfStripe);

  const { record } = run;
  const { deliveries } = mails;
  const rows = await readRows(db);
  violations.push(
    ...judge(rows, { record, deliveries, shops: shops.history, stripe, clock, stockAtStart }),
  );
  if (!(await areFree(run))) violations.push("Orders are still locked.");
  await db.destroy();
  stripe.close();
  log.end();
  if (violations.length > 0) violations.push(`The errors of the shops are in ${logFile}.`);
  else rmSync(logFile);
  const seconds = Math.round((performance.now() - begun) / 1000);
  return { ...run.counts, mails: deliveries.length, seconds, violations };
}

/**
 * Waits until every email is sent and the ledgers agree with Stripe. The shops' clocks run fast, so it takes little
 * time. Gives up after 90 s without progress, longer than an email waits for its next attempt; the judge then reports
 * what is missing.
 */
async function settle(
  { db, stripe }: Run,
  missing: (rows: Pick<Rows, "withdrawals" | "mails">) => number,
): Promise<void> {
  let [left, progress] = [Number.POSITIVE_INFINITY, performance.now()];
  while (left > 0 && performance.now() - progress < 90_000) {
    await pause(200);
    const mails = await insist(() => db.selectFrom("mails").selectAll().execute());
    const withdrawals = await insist(() => db.selectFrom("withdrawals").selectAll().execute());
    const payments = await insist(() => db.selectFrom("payments").selectAll().execute());
    const remaining =
      mails.filter(({ sentAt, dismissedAt }) => sentAt === null && dismissedAt === null).length +
      missing({ withdrawals, mails }) +
      judgeStripe({ payments }, stripe).length;
    if (remaining < left) progress = performance.now();
    left = Math.min(left, remaining);
  }
}

/** Checks the pages and the packing slips of some orders, which no longer change. */
async function readPages(run: Run, cookie: Cookie): Promise<void> {
  const orders = await run.db
    .selectFrom("orders")
    .select(["id", "token", "firstName", "quantity", "removed"])
    .limit(maxPages)
    .execute();
  const read = async (...page: Parameters<typeof checkPage>) => {
    for (let times = 0; times < 5; times++) if (await checkPage(...page)) break;
  };
  for (const { id, token, firstName, quantity, removed } of orders) {
    await read(run, `/pedido/${token}`, id);
    if (firstName !== null && removed < quantity)
      await read(run, `/mostrador/albaranes?pedido=${id}`, id, contents, cookie);
  }
}

/** Whether every order can be locked: no killed shop has left a lock. */
const areFree = ({ db }: Run) =>
  db
    .updateTable("orders")
    .set((is) => ({ version: is.ref("version") }))
    .execute()
    .then(
      () => true,
      () => false,
    );

/** Runs the chaos on a given database, or on a new one: an SQLite file, or a PostgreSQL that is started for it. */
async function main() {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: String(Date.now() % 2 ** 31) },
      orders: { type: "string", default: "1000" },
      database: { type: "string" },
      postgres: { type: "boolean", default: false },
      fault: { type: "string" },
    },
  });
  const { fault } = values;
  if (fault !== undefined && !isFault(fault)) {
    console.error("--fault is one of these:");
    for (const [name, { description }] of Object.entries(faults))
      console.error(`  ${name}: ${description}`);
    process.exitCode = 1;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "aurelia-chaos-"));
  const postgres = values.postgres ? await startPostgres(findPostgres() ?? "") : undefined;
  const database =
    values.database ?? (postgres ? urlOf(postgres.folder, "postgres") : join(folder, "orders.db"));
  console.log(`Seed ${values.seed}, ${values.orders} orders${fault ? `, with «${fault}»` : ""}.`);
  const { violations, ...counts } = await chaos({
    seed: Number(values.seed),
    orders: Number(values.orders),
    database,
    fault,
  });
  await postgres?.stop();
  rmSync(folder, { recursive: true });
  console.log(counts);
  for (const violation of violations) console.error(violation);
  const isFound = violations.some((violation) => fault && faults[fault].report.test(violation));
  if (fault) console.log(isFound ? `«${fault}» was found.` : `«${fault}» was not found.`);
  else if (violations.length === 0) console.log("Everything held.");
  if (fault ? !isFound : violations.length > 0) process.exitCode = 1;
}

if (import.meta.main) await main();
