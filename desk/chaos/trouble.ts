/** What goes wrong around the shops of chaos.ts: kills, stops, locks, lost connections, wrong clocks, a failing Stripe. */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { day } from "../shop/time.ts";
import { type Database, transact } from "../storage/database.ts";
import type { Run } from "./run.ts";

export const makeTrouble = (run: Run) =>
  Promise.all([endShops(run), lock(run), confuseClocks(run), failStripe(run), passDeadlines(run)]);

/** Kills shops at random moments and restarts them, or stops them as an update does. */
async function endShops({ shops, mails, random: { below, chance }, counts, isOver }: Run) {
  while (!isOver()) {
    await pause(500 + below(1_500));
    const index = below(shops.all.length);
    if (chance(0.5)) {
      await shops.kill(index);
      counts.kills++;
    } else {
      // Slow answers, so that it is stopped while it sends an email.
      mails.slowDown(true);
      await pause(700);
      await shops.stop(index);
      mails.slowDown(false);
      counts.stops++;
    }
  }
}

/** Locks the database for a while, sometimes for longer than the others wait, and breaks connections. */
async function lock({ db, isPostgres, random: { below }, counts, isOver }: Run) {
  while (!isOver()) {
    await pause(500 + below(1500));
    const time = below(500);
    await transact(db, async (trx) => {
      await trx.updateTable("orders").set({ quantity: 1 }).where("id", "=", "").execute();
      if (isPostgres) await trx.selectFrom("orders").select("id").limit(5).forUpdate().execute();
      await pause(time);
    }).catch(() => {});
    counts.locks++;
    if (isPostgres) await endConnections(db).catch(() => {});
  }
}

/** Terminates some connections to this database, whatever they are doing. */
const endConnections = (db: Database) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and random() < 0.3`.execute(db);

/** Sets a clock wrong for a moment: so far ahead that the shop gives up on unsent emails, or back. */
async function confuseClocks({ shops, random: { one, below }, counts, isOver }: Run) {
  while (!isOver()) {
    await pause(1_000 + below(2_000));
    await shops.confuse(one(shops.all), one([20, -2]) * day);
    counts.jumps++;
  }
}

/** Stripe fails now and then, for a request or two. */
async function failStripe({ stripe, random: { one, below }, isOver }: Run) {
  while (!isOver()) {
    await pause(below(600));
    if (stripe.faults.length < 2)
      stripe.faults.push(one(["refused", "answer lost", "failed", "too many", "in use"]));
  }
  stripe.faults.length = 0;
}

/** Lets a third of the orders that nobody has paid expire. */
async function passDeadlines({ db, isOver }: Run) {
  while (!isOver()) {
    await pause(1_500);
    await transact(db, (trx) =>
      trx
        .updateTable("orders")
        .set((is) => ({ payUntil: is("payUntil", "-", 9 * day) }))
        .where("status", "=", "unpaid")
        .where(sql<boolean>`placed_at % 3 = 0`)
        .execute(),
    ).catch(() => {});
  }
}
