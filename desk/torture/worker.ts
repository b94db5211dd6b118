/**
 * One of the shops that share a database while it is tortured (torture.ts): its addresses on a port of
 * its own, and its mails. It tells its port, and dies whenever it is killed.
 */
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { DeskSettings } from "../../app/shop/settings-schema.ts";
import { type RenderedPages, renderedPages } from "../../server/rendered.ts";
import { readSite } from "../../server/site.ts";
import { createSiteServer } from "../../server/site-server.ts";
import { type Desk, day } from "../context.ts";
import { openDatabase, transact } from "../database.ts";
import { mailer } from "../mailer.ts";
import { sendDue } from "../outbox.ts";
import { expire } from "../retention.ts";
import { type OpenService, serviceOf } from "../service.ts";
import { unlimited } from "../testing/limits.ts";

const [url = "", smtp = "", shop = "", password = "", clock = ""] = process.argv.slice(2);

const db = await openDatabase(url);
const send = mailer(smtp);
/** A minute in 150 ms, from the moment at which all of them began, so that refused mails are tried again. */
const now = () => Math.round(Number(clock) + (Date.now() - Number(clock)) * 400);
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
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Makes unpaid orders old, and has them expire. */
async function grow() {
  await transact(db, (trx) =>
    trx
      .updateTable("orders")
      .set((is) => ({ placedAt: is("placedAt", "-", 8 * day) }))
      .where("state", "=", "pending")
      .execute(),
  );
  await expire(desk);
}

const { pagesOf }: { pagesOf: (desk: OpenService) => RenderedPages } = await import(
  join(shop, "../server/index.js")
);
const site = readSite(shop);
const pages = pagesOf(serviceOf(desk, () => {}));
const server = createSiteServer(site, renderedPages(pages, site, {}));
server.listen(0, "127.0.0.1", () => {
  console.log((server.address() as AddressInfo).port);
  void always(20, () => sendDue(desk, send));
  void always(1_500, grow);
});
