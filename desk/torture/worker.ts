/**
 * One of the shops that share a database while it is tortured (torture.ts): its addresses on a port of
 * its own, and its mails. It tells its port, and dies whenever it is killed.
 */
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { RenderedPages } from "../../app/desk/pages/context.ts";
import type { DeskSettings } from "../../app/desk/shop/settings-schema.ts";
import { readSite } from "../../server/site.ts";
import { createSiteServer } from "../../server/site-server.ts";
import { type Desk, day } from "../context.ts";
import { mailer } from "../mail/mailer.ts";
import { sendDue } from "../mail/outbox.ts";
import { renderedPages } from "../rendered.ts";
import { type OpenService, serviceOf } from "../service.ts";
import { openDatabase, transact } from "../storage/database.ts";
import { unlimited } from "../testing/limits.ts";
import { cleaning } from "../upkeep/cleaning.ts";
import { steadiness } from "../upkeep/clock.ts";
import { expire } from "../upkeep/retention.ts";

const [url = "", smtp = "", shop = "", password = "", clock = ""] = process.argv.slice(2);

const db = await openDatabase(url);
/** A server that greets for ever is left after a second. */
const send = mailer(smtp, 1_000);
/** A minute takes 150 ms, so that refused mails are tried again. */
const pace = 400;
/** How far this clock is ahead just now, in ms. */
let ahead = 0;
/** The time, from the moment at which all of them began. */
const now = () => Math.round(Number(clock) + (Date.now() - Number(clock)) * pace) + ahead;
const desk: Desk = {
  db,
  settings: {
    DESK_PASSWORD: password,
    SELLER_NAME: "Tortura, S. L.",
    SELLER_IBAN: "ES9121000418450200051332",
  } as DeskSettings,
  now,
  terms: { version: "2026-11-22", text: "" },
  limits: unlimited,
};

/** Does this for ever, whatever becomes of it. */
async function always(pause: number, work: () => Promise<unknown>) {
  for (;;) {
    await work().catch(() => {});
    await wait(pause);
  }
}

/** Makes some unpaid orders old, and has them expire. */
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

/** For a moment the clock is ahead, by enough to forget what is not paid. */
async function jump() {
  ahead = 40 * day;
  await wait(100);
  ahead = 0;
}

/** The clock that runs on by itself is as fast as the other one. */
const clean = cleaning(
  desk,
  Number(clock) - day,
  steadiness(now, () => performance.now() * pace),
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
  void always(1_500, grow);
  void always(200, clean);
  void always(2_000, jump);
});
