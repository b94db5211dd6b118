/**
 * One of the shops that chaos.ts runs on a shared database: a server on its own port, its mailers and its
 * jobs. It prints its port and runs until it is killed.
 */
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { DeskSettings } from "../../app/desk/shop/settings-schema.ts";
import { day } from "../../app/desk/shop/time.ts";
import { readSite } from "../../server/site.ts";
import { createSiteServer } from "../../server/site-server.ts";
import type { Desk } from "../context.ts";
import { cleanUp } from "../jobs/clean-up.ts";
import { mailer } from "../mail/mailer.ts";
import { sendDue } from "../mail/outbox.ts";
import type { ServerBuild } from "../publish/live-pages.ts";
import { renderedPages } from "../rendered.ts";
import { openDatabase, transact } from "../storage/database.ts";
import { unlimited } from "../testing/limits.ts";

const [url = "", smtp = "", shop = "", password = "", clock = ""] = process.argv.slice(2);

const db = await openDatabase(url);
/** Gives up after a second on a mail server that never ends its greeting. */
const send = mailer(smtp, { answer: 1_000, delivery: 1_000 });
/** A minute takes 150 ms, so that refused emails are retried soon. */
const pace = 400;
/** How far this clock is currently ahead, in ms, or back. */
let ahead = 0;
const desk: Desk = {
  db,
  settings: {
    DESK_PASSWORD: password,
    SELLER_NAME: "Caos, S. L.",
    SELLER_IBAN: "DE89370400440532013000",
    SHOP_NOTICE: "",
  } as DeskSettings,
  /** The accelerated time, counted from the start that all shops share. */
  now: () => Math.round(Number(clock) + (Date.now() - Number(clock)) * pace) + ahead,
  limits: unlimited,
  wake() {},
};

/** Repeats the work forever, ignoring errors. */
async function always(pause: number, work: () => Promise<unknown>) {
  for (;;) {
    await work().catch(() => {});
    await wait(pause);
  }
}

/** Moves the deadlines of unpaid orders back, so that the jobs expire them. */
const passDeadlines = () =>
  transact(db, (trx) =>
    trx
      .updateTable("orders")
      .set((is) => ({ payUntil: is("payUntil", "-", 9 * day) }))
      .where("status", "=", "unpaid")
      .execute(),
  );

/** Sets the clock wrong for a moment: ahead, far enough for emails to be given up, or back. */
async function jump() {
  for (const days of [20, -2]) {
    ahead = days * day;
    await wait(100);
    ahead = 0;
    await wait(1_000);
  }
}

const { pagesOf }: ServerBuild = await import(join(shop, "../server/index.js"));
const site = readSite(shop);
const server = createSiteServer(site, renderedPages(pagesOf(desk), site, {}));
server.listen(0, "127.0.0.1", () => {
  console.log((server.address() as AddressInfo).port);
  for (let mailers = 0; mailers < 4; mailers++) void always(20, () => sendDue(desk, send));
  void always(1_500, passDeadlines);
  void always(200, () => cleanUp(desk));
  void always(1_000, jump);
});
