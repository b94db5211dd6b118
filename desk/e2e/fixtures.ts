import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { axeViolations, expect, test } from "../../e2e/fixtures.ts";
import { makeLink } from "../orders/email-links.ts";
import { openDatabase } from "../storage/database.ts";

export { test };

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
  const secret = await makeLink({ db, now: Date.now }, iban);
  await db.destroy();
  return secret;
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
  for (const { id } of waiting) await request.post(`/mostrador/correos/${id}`);
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
