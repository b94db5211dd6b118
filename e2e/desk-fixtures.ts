import type { BrowserContext, Page } from "@playwright/test";
import { axeViolations, test as base, expect } from "./fixtures.ts";

/** The demo of the shop with real orders takes the place of the boutique. */
export const test = base.extend({ baseURL: `http://localhost:${process.env.TEST_DESK_PORT}` });

/** The password of the demo's admin. */
export const ownersPassword = "mostrador-de-prueba";

/** Signs in as the owner, without a page. */
export async function signIn({ request }: BrowserContext): Promise<void> {
  const answer = await request.post("/mostrador/entrar", { form: { contrasena: ownersPassword } });
  expect([answer.status(), new URL(answer.url()).pathname]).toEqual([200, "/mostrador"]);
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
