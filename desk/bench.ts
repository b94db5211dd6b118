/**
 * `npm run bench [-- --orders 100000]`: measures the desk on a shop as years would have left it, on
 * SQLite and on PostgreSQL, and writes the figures into docs/performance.md.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { completeOrder } from "../app/shop/testing/complete-order.ts";
import { endPages, reconcilePages } from "./cards/payment-page.ts";
import { fill } from "./demo/fill.ts";
import { eraseOld } from "./jobs/erase.ts";
import { expire, presumeDelivered, remindDue } from "./jobs/expiry.ts";
import { sendDue, stuckMails } from "./mail/outbox.ts";
import { exportPayments } from "./orders/accounting.ts";
import { countByStatus, listOrders, ordersToPack, ordersToSettle } from "./orders/order-list.ts";
import { place } from "./orders/place.ts";
import { storeMissingFacts } from "./orders/stored-facts.ts";
import { openWithdrawals, withdraw } from "./orders/withdrawals.ts";
import { day, dayOf } from "./shop/time.ts";
import { isPostgres, openDatabase } from "./storage/database.ts";
import type { Desk } from "./storage/desk.ts";
import { unlimited } from "./testing/limits.ts";
import { startPostgres } from "./testing/postgres.ts";
import { findPostgres } from "./testing/programs.ts";

/** The longest that each may take, in ms. */
const goals = {
  "placing an order": 10,
  "the admin's home": 50,
  "a search": 100,
  "a search without a match": 50,
  "a withdrawal": 20,
  "mail workers, nothing due": 5,
  "jobs of a minute, nothing due": 20,
  "an order while a quarter is exported": 50,
} as const;
type Measure = keyof typeof goals;

interface Figures {
  database: string;
  times: Record<Measure, number[]>;
  /** The longest stall of the event loop during the export, in ms. */
  stall: number;
  /** The size of the export in bytes, and how long it took, in ms. */
  exportSize: number;
  exportTime: number;
  megabytes: number;
}

const runs = 20;

async function measure(url: string, orders: number): Promise<Figures> {
  const db = await openDatabase(url, "create");
  const now = Date.now();
  console.error(`Filling ${isPostgres(url) ? "PostgreSQL" : "SQLite"}…`);
  await fill(db, { orders, until: now, days: 5 * 365 });
  const first = {
    PRODUCT_PRICE: "89,99",
    SELLER_IBAN: "",
    PRODUCT_NOTES: "{}",
    paused: "",
    claims: "",
  };
  await storeMissingFacts(db, { ...first, SHOP_EMAIL: "", SHOP_PHONE: "", SHOP_NOTICE: "" });
  const desk: Desk = {
    db,
    settings: {} as Desk["settings"],
    now: Date.now,
    limits: unlimited,
    build: "bench",
    renderTerms: async () => "Los términos de servicio.",
    wake() {},
    failing: () => [],
  };

  const times = Object.fromEntries(
    Object.keys(goals).map((name) => [name, []]),
  ) as unknown as Record<Measure, number[]>;
  const time = async (name: Measure, work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    times[name].push(performance.now() - begun);
  };
  let index = 0;
  const order = () => {
    index++;
    return place(desk, {
      key: `bench ${index}`,
      total: 8999,
      order: {
        ...completeOrder,
        lastName: "Gómez",
        email: `bench${index}@correo.example`,
      },
    });
  };

  console.error("Measuring…");
  const searches = [
    "lucía gómez",
    "madrid",
    "calle mayor",
    "600 12",
    "89,99",
    "bench1@correo.example",
  ];
  const jobs = async () => {
    await expire(desk);
    await remindDue(desk);
    await presumeDelivered(desk);
    const erased = await eraseOld(desk);
    await endPages(desk);
    await reconcilePages(desk);
    return erased;
  };
  // Finish what is due: the filled shop has years of orders to erase.
  while ((await jobs()) > 0);
  await sendDue(desk, async () => {});
  // Finish writing the filled shop to disk, or the orders would be measured beside it.
  if (isPostgres(url)) await sql`checkpoint`.execute(db);
  for (let run = 0; run < runs; run++) {
    await time("placing an order", order);
    await time("the admin's home", () =>
      Promise.all([
        countByStatus(desk),
        openWithdrawals(db),
        stuckMails(db),
        ordersToSettle(desk, 50),
        ordersToPack(desk, 5),
        listOrders(desk),
      ]),
    );
    for (const text of searches) await time("a search", () => listOrders(desk, { text }));
    for (const text of ["gómez nadie", "12,34"])
      await time("a search without a match", () => listOrders(desk, { text }));
    await time("a withdrawal", () =>
      withdraw(desk, `bench ${run}`, {
        name: "Lucía Gómez",
        contract: "no lo encuentro",
        email: `bench${run}@correo.example`,
      }),
    );
    await sendDue(desk, async () => {});
    await time("mail workers, nothing due", () => sendDue(desk, async () => {}));
    await time("jobs of a minute, nothing due", jobs);
  }

  // Orders are placed while a quarter is exported.
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begun = performance.now();
  let isExporting = true;
  const exporting = exportPayments(desk, { from: dayOf(now - 92 * day), to: dayOf(now) });
  void exporting.finally(() => {
    isExporting = false;
  });
  do {
    await time("an order while a quarter is exported", order);
    // As between two requests. SQLite never waits, so otherwise nothing else would run.
    await nextTurn();
  } while (isExporting);
  const { length: exportSize } = await exporting;
  const exportTime = performance.now() - begun;
  delay.disable();

  const { rows } = isPostgres(url)
    ? await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db)
    : { rows: [{ size: statSync(url).size }] };
  await db.destroy();
  return {
    database: isPostgres(url) ? "PostgreSQL" : "SQLite",
    times,
    stall: delay.max / 1e6,
    exportSize,
    exportTime,
    megabytes: Number(rows[0]?.size) / 1e6,
  };
}

const heading = "# The desk at 100,000 orders";

function report(figures: Figures[], orders: number, load: number): string {
  const cell = (times: number[]) => {
    const sorted = times.toSorted((a, b) => a - b);
    return `${(sorted[sorted.length >> 1] ?? 0).toFixed(1)} / ${(sorted.at(-1) ?? 0).toFixed(1)}`;
  };
  const rows = (Object.keys(goals) as Measure[]).map(
    (name) =>
      `| ${name} | ${goals[name]} | ${figures.map(({ times }) => cell(times[name])).join(" | ")} |`,
  );
  return `${heading}
Written by \`npm run bench\`: ${orders.toLocaleString("en")} orders of five years (\`demo/fill.ts\`), load
${load.toFixed(1)} at the start. Times are in ms, the median and the longest of ${runs} runs or more; PostgreSQL syncs each commit.

| | goal | ${figures.map(({ database }) => database).join(" | ")} |
| --- | --: | ${figures.map(() => "--:").join(" | ")} |
${rows.join("\n")}
| longest stall of the event loop meanwhile | 50 | ${figures.map(({ stall }) => stall.toFixed(1)).join(" | ")} |
| the export itself, kB | | ${figures.map(({ exportTime, exportSize }) => `${Math.round(exportTime)}, ${Math.round(exportSize / 1000)}`).join(" | ")} |
| size of the database, MB | 500 | ${figures.map(({ megabytes }) => Math.round(megabytes)).join(" | ")} |
`;
}

const { values } = parseArgs({ options: { orders: { type: "string", default: "100000" } } });
const orders = Number(values.orders);
const [load = 0] = loadavg();
const folder = mkdtempSync(join(tmpdir(), "aurelia-bench-"));
const programs = findPostgres();
const figures = [await measure(join(folder, "orders.db"), orders)];
rmSync(folder, { recursive: true });
if (programs) {
  const { folder: socket, stop } = await startPostgres(programs, "durable");
  figures.push(await measure(`postgres://postgres@localhost/postgres?host=${socket}`, orders));
  await stop();
}
const text = report(figures, orders, load);
console.log(text);
if (orders >= 100_000) {
  writeFileSync(join(import.meta.dirname, "docs/performance.md"), text);
}
