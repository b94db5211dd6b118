/**
 * One of the shops that chaos.ts runs on a shared database: a server on its own port, its mailers and its
 * jobs. It tells its port, and runs until it is killed or told to stop.
 */
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import {
  type ShopSettings,
  shopSettings,
  validateSettings,
} from "../../app/shop/settings-schema.ts";
import { readSite } from "../../server/site.ts";
import { createSiteServer } from "../../server/site-server.ts";
import { stoppable } from "../../server/stop.ts";
import { endPages, reconcilePages } from "../cards/payment-page.ts";
import { reconcileRefunds } from "../cards/refunds.ts";
import { stripePayment } from "../cards/stripe.ts";
import { cleanUpJobs } from "../jobs/clean-up.ts";
import { mailer } from "../mail/mailer.ts";
import { mailLanes, type Send, sendDue } from "../mail/outbox.ts";
import { firstValues, storeMissingFacts } from "../orders/stored-facts.ts";
import { type PersonalPages, personalPages } from "../server/personal-pages.ts";
import { readPublishedDesk } from "../server/published-desk.ts";
import { renderingOf } from "../server/rendering.ts";
import type { ServerBuild } from "../server/server-build.ts";
import type { DeskSettings } from "../shop/settings-schema.ts";
import { type Desk, limits } from "../storage/desk.ts";
import { isSqlite } from "../storage/dialect.ts";
import type { Lane } from "../storage/mail-data.ts";
import { unlimited } from "../testing/limits.ts";
import { webhookSecret } from "../testing/stripe-server.ts";
import { cutOff, ownerEmail, pace, shopEmail } from "./constants.ts";
import type { Fault } from "./planted.ts";

export interface ShopOptions {
  /** The address of the database. */
  url: string;
  smtp: string;
  /** The folder of the shop's site. */
  folder: string;
  /** The start of the accelerated time that all shops share, in ms. */
  clock: number;
  stripe: { host: string; port: number; protocol: "http" };
  /** A fault that this shop has. */
  fault: Fault | undefined;
}

/** The first message of a shop. */
export interface Started {
  port: number;
  /** How SQLite waits for the disk on the connection that all orders are stored by. */
  synchronous: number | undefined;
}

/** The message of a shop that has told its mailers to stop. */
export type Stopping = "stopping";

const options: ShopOptions = JSON.parse(process.argv[2] ?? "");
const { url, smtp, folder, clock, stripe, fault } = options;
const { builtFacts, openDatabase, pagesOf }: ServerBuild = await import(
  join(folder, "../server/index.js")
);

const db = await openDatabase(url);
if (fault === "sync" && isSqlite(db)) await sql`pragma synchronous = off`.execute(db);
const settings = {
  ...validateSettings(shopSettings, {}).settings,
  SHOP_EMAIL: shopEmail,
  OWNER_EMAIL: ownerEmail,
  SELLER_NAME: "Caos, S. L.",
  SELLER_IBAN: "DE89370400440532013000",
  SHOP_NOTICE: "",
} as Partial<DeskSettings & ShopSettings> as DeskSettings & ShopSettings;
await storeMissingFacts(db, firstValues(settings));
/** How far this clock is currently ahead, in ms, or back. */
let ahead = 0;
/** The accelerated time, counted from the start that all shops share. */
const time = () => Math.round(clock + (Date.now() - clock) * pace);
const desk: Desk = {
  db,
  settings,
  card: stripePayment("sk_test_chaos", webhookSecret, stripe),
  now: () => time() + ahead,
  limits: {
    ...unlimited,
    unpaidPerEmail: limits.unpaidPerEmail,
    bottlesBeyondFirst: limits.bottlesBeyondFirst,
    duplicateWindow: limits.duplicateWindow,
  },
  build: readPublishedDesk(folder).build,
  renderTerms: renderingOf(join(folder, "../server/render-thread.js"), folder).terms,
  wake() {},
  failing: () => [],
};
/** Give up soon on a mail server that never greets or answers, but not on a busy machine. */
const lanes = mailLanes((connections) =>
  withFault(mailer(smtp, shopEmail, { answer: 3_000, delivery: 3_000, connections })),
);
const stopped = new AbortController();

/**
 * Sends the due emails by one clock, right or wrong: a mailer that found an email due by a wrong clock, and took it
 * by a right one, would leave no trace for the judge (`watchLeases`).
 */
function sendByOneClock(send: Send, lane: Lane) {
  const wrongBy = ahead;
  return sendDue({ ...desk, now: () => time() + wrongBy }, send, lane, mailers);
}

/** Repeats the work until the shop is stopped, whatever fails. */
async function always(pause: number, work: () => Promise<unknown>) {
  while (!stopped.signal.aborted) {
    await work().catch(({ message }: Error) => console.error(`${work}: ${message}`));
    await wait(pause);
  }
}

/** The mailer with the fault of this shop. */
function withFault(send: Send): Send {
  let before: string | undefined;
  return async (mail) => {
    const recipient =
      fault === "address" && Math.random() < 0.02 && before ? before : mail.recipient;
    before = mail.recipient;
    await send({ ...mail, recipient });
    if (fault === "twice" && Math.random() < 0.02) await send(mail);
  };
}

/** The pages with the fault of this shop. */
function pagesWithFault(pages: PersonalPages): PersonalPages {
  if (fault !== "step") return pages;
  return {
    ...pages,
    async answer(request, caller) {
      const [, order] = /\/mostrador\/([\dA-Z]{8})\/\w/.exec(request.url) ?? [];
      if (!order || request.method !== "POST" || Math.random() > 0.05)
        return pages.answer(request, caller);
      return new Response(null, { status: 303, headers: { Location: `/mostrador/${order}` } });
    },
  };
}

const site = readSite(folder);
const pages = pagesWithFault(pagesOf(desk, () => builtFacts));
const server = createSiteServer(
  site,
  personalPages(pages, () => site, {}),
);
const stopServer = stoppable(server);
const mailers = fault === "stop" ? undefined : stopped.signal;
server.listen(0, "127.0.0.1", async () => {
  const [row] = isSqlite(db)
    ? (await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows
    : [];
  const { port } = server.address() as AddressInfo;
  process.send?.({ port, synchronous: row?.synchronous } satisfies Started);
  const work = [
    ...lanes.flatMap(({ lane, workers, send }) =>
      Array.from({ length: workers }, () =>
        always(lane === "normal" ? 20 : 200, () => sendByOneClock(send, lane)),
      ),
    ),
    ...cleanUpJobs(desk).map(({ work }) => always(500, () => work(() => {}))),
    always(200, () => endPages(desk)),
    always(500, () => reconcilePages(desk)),
    always(500, () => reconcileRefunds(desk)),
  ];
  // As server/serve.ts and server/open-desk.ts stop.
  process.once("SIGTERM", () => {
    if (fault === "stop") return setTimeout(() => process.exit(0), 300);
    setTimeout(() => process.exit(cutOff), 10_000).unref();
    stopServer(async () => {
      stopped.abort();
      process.send?.("stopping" satisfies Stopping);
      await Promise.all(work);
      await db.destroy();
      process.exit(0);
    });
    return undefined;
  });
});

process.on("message", (message: { ahead: number }) => {
  ahead = message.ahead;
});
// Ends with the test, whatever ended it.
process.on("disconnect", () => process.exit(0));
