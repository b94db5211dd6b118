import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { APIRequestContext, APIResponse, BrowserContext, Page } from "@playwright/test";
import { completeOrder } from "../../app/shop/testing/complete-order.ts";
import { axeViolations, test as base, expect } from "../../e2e/fixtures.ts";
import { seller } from "../demo/demo-shop.ts";
import { makeLink } from "../orders/email-links.ts";
import { exampleSettings } from "../shop/example-settings.ts";
import { openDatabase } from "../storage/database.ts";
import { untilAvailable } from "../testing/until-available.ts";

/** The tests of this folder. `ownerPage`: a page with the owner signed in, in a shop of the test's own. */
export const test = base.extend<{ ownerPage: Page }>({
  ownerPage: async ({ browser, viewport }, use) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), "aurelia-"));
    const database = join(folder.path, "orders.db");
    const shop = spawn(
      process.execPath,
      [join(import.meta.dirname, "../build-demo/server/main.js")],
      {
        env: {
          ...process.env,
          ...seller,
          SITE_URL: "https://aurelia.example",
          SELLER_IBAN: exampleSettings.SELLER_IBAN,
          DATABASE_URL: database,
          SMTP_URL: "smtp://127.0.0.1:1",
          DEMO: "yes",
          PORT: "0",
        },
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    const ended = once(shop, "exit");
    try {
      const baseURL = await addressOf(shop);
      await using context = await browser.newContext({ baseURL, viewport, locale: "es-ES" });
      await signIn(context, database);
      await use(await context.newPage());
    } finally {
      shop.kill("SIGTERM");
      await ended;
    }
  },
});

/** The address that a shop prints once it is ready. */
async function addressOf({ stdout }: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  for await (const line of createInterface(stdout)) {
    const [address] = /http:\/\/localhost:\d+$/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error("The shop did not start.");
}

/**
 * Signs in as the owner, without a page and an email.
 * @param database that of the demo, or of a shop of the test's own
 */
export async function signIn({ request }: BrowserContext, database = ofDemo): Promise<void> {
  const secret = await linkTo(database);
  const answer = await request.post(`/mostrador/entrar/${secret}`);
  expect([answer.status(), new URL(answer.url()).pathname]).toEqual([200, "/mostrador"]);
}

const ofDemo = process.env.TEST_DATABASE ?? "";

/** The secret of a link that signs in, or confirms this account. */
export async function linkTo(database = ofDemo, iban?: string): Promise<string> {
  const db = await openDatabase(database, "read");
  const secret = await untilAvailable(() => makeLink({ db, now: Date.now }, iban));
  await db.destroy();
  return secret;
}

/** Places an order as the checkout's script does. @returns its number and its page's path */
export async function placeOrder(
  { request }: Page,
  changes: Partial<typeof completeOrder>,
): Promise<{ number: string; address: string }> {
  const key = crypto.randomUUID().replaceAll("-", "");
  const order = { ...completeOrder, ...changes };
  const data = { key, total: 8999 * order.quantity, order };
  return (await untilDone(() => request.post("/pedidos", { data }))).json();
}

/** Sends the emails about an order now: those about the owner's steps wait for two minutes. */
export async function sendNow(request: APIRequestContext, number: string): Promise<void> {
  const db = await openDatabase(ofDemo, "read");
  const waiting = await db
    .selectFrom("mails")
    .select("id")
    .where("orderId", "=", number)
    .where("sentAt", "is", null)
    .execute();
  await db.destroy();
  for (const { id } of waiting) await untilDone(() => request.post(`/mostrador/correos/${id}`));
}

/** Repeats a request while the shop answers that its database is busy. */
async function untilDone(ask: () => Promise<APIResponse>, left = 100): Promise<APIResponse> {
  const answer = await ask();
  return left > 0 && answer.status() === 503 ? untilDone(ask, left - 1) : answer;
}

/** Expects no axe violations, and no horizontal scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  // axe's rules are about the document, so one engine suffices.
  const engine = page.context().browser()?.browserType().name();
  if (engine !== "firefox") expect(await axeViolations(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}

const mailPage = `http://localhost:${process.env.TEST_MAIL_PORT}/mails.json`;

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Waits for the demo's first email to this address whose subject matches. */
export async function mailTo(address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const mails: Mail[] = await (await fetch(mailPage)).json();
        found = mails.find((mail) => mail.to === address && subject.test(mail.subject));
        return found;
      },
      { intervals: [50] },
    )
    .toBeDefined();
  return found as Mail;
}
