/**
 * One of the shops that torture.ts runs on a shared database: a server on its own port, and its mailers.
 * It prints its port and runs until it is killed.
 */
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { RenderedPages } from "../../app/desk/pages/context.ts";
import type { DeskSettings } from "../../app/desk/shop/settings-schema.ts";
import { day } from "../../app/desk/shop/time.ts";
import { toCents } from "../../app/shop/product.ts";
import { readSite } from "../../server/site.ts";
import { createSiteServer } from "../../server/site-server.ts";
import type { Desk } from "../context.ts";
import { mailer } from "../mail/mailer.ts";
import { sendDue } from "../mail/outbox.ts";
import { applyLive, type LiveSettings, liveSettings } from "../orders/live-settings.ts";
import { renderedPages } from "../rendered.ts";
import { type OpenService, serviceOf } from "../service.ts";
import { openDatabase, transact } from "../storage/database.ts";
import { unlimited } from "../testing/limits.ts";
import { cleaning } from "../upkeep/cleaning.ts";
import { timeSinceClockSet } from "../upkeep/clock.ts";
import { expire } from "../upkeep/retention.ts";

const [url = "", smtp = "", shop = "", password = "", clock = ""] = process.argv.slice(2);

const db = await openDatabase(url);
/** Gives up after a second on a mail server that never ends its greeting. */
const send = mailer(smtp, 1_000);
/** A minute takes 150 ms, so that refused emails are retried soon. */
const pace = 400;
/** How far this clock is currently ahead, in ms. */
let ahead = 0;
/** The accelerated time, counted from the start that all shops share. */
const now = () => Math.round(Number(clock) + (Date.now() - Number(clock)) * pace) + ahead;
const settings = {
  DESK_PASSWORD: password,
  SELLER_NAME: "Tortura, S. L.",
  SELLER_IBAN: "DE89370400440532013000",
  SHOP_NOTICE: "",
} as DeskSettings;
const { SELLER_IBAN, PRODUCT_PRICE } = await startSettings();
const desk: Desk = {
  db,
  settings,
  iban: SELLER_IBAN,
  price: toCents(PRODUCT_PRICE),
  publication: { state: "current" },
  now,
  terms: { version: "2026-11-22", text: "" },
  limits: unlimited,
};

/** The settings at the start. The database may be locked meanwhile. */
async function startSettings(): Promise<LiveSettings> {
  return liveSettings({ db, settings }).catch(async () => {
    await wait(50);
    return startSettings();
  });
}

/** Repeats the work forever, ignoring errors. */
async function always(pause: number, work: () => Promise<unknown>) {
  for (;;) {
    await work().catch(() => {});
    await wait(pause);
  }
}

/** Takes over changed settings, as if publishing took no time. */
async function follow() {
  desk.price = toCents((await applyLive(desk)).PRODUCT_PRICE);
}

/** Backdates unpaid orders and expires them. */
async function grow() {
  const pending = db.selectFrom("orders").select("id").where("state", "=", "pending");
  await transact(db, (trx) =>
    trx
      .updateTable("events")
      .set((is) => ({ at: is("at", "-", 9 * day) }))
      .where("what", "=", "pending")
      .where("orderId", "in", pending)
      .execute(),
  );
  await expire(desk);
}

/** Sets the clock ahead for a moment, far enough for unpaid orders to be forgotten. */
async function jump() {
  ahead = 40 * day;
  await wait(100);
  ahead = 0;
}

/** The monotonic clock and the wall clock advance at the same rate. */
const clean = cleaning(
  desk,
  Number(clock) - day,
  timeSinceClockSet(now, () => performance.now() * pace),
);

const { pagesOf }: { pagesOf: (desk: OpenService) => RenderedPages } = await import(
  join(shop, "../server/index.js")
);
const site = readSite(shop);
const pages = pagesOf(serviceOf(desk, () => {}));
const server = createSiteServer(site, renderedPages(pages, site, {}));
server.listen(0, "127.0.0.1", () => {
  console.log((server.address() as AddressInfo).port);
  for (let mailers = 0; mailers < 4; mailers++) void always(20, () => sendDue(desk, send));
  void always(100, follow);
  void always(1_500, grow);
  void always(200, clean);
  void always(2_000, jump);
});
