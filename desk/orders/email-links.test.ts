import { describe, expect, test } from "vitest";
import { MailServerDown, sendDue } from "../mail/outbox.ts";
import type { RenderedMail } from "../mail/render.ts";
import { day, minute } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import { databases, type TestDesk, testDesk, times } from "../testing/desk.ts";
import { consumeLink, findLink, makeLink, sendLink } from "./email-links.ts";

const iban = "ES7921000813610123456789";

const ask = (desk: TestDesk) => sendLink(desk, "owner sign-in", null);
const consume = (desk: TestDesk, secret: string) =>
  transact(desk.db, (trx) => consumeLink(trx, desk, secret));

/** A mail server that keeps the accepted emails with their times. */
function mailbox(desk: TestDesk) {
  const mails: (RenderedMail & { at: number; secret: string })[] = [];
  const send = async (mail: RenderedMail) => {
    const [, secret = ""] = /\/(?:entrar|cuenta)\/([\w-]+)/.exec(mail.text) ?? [];
    mails.push({ ...mail, at: desk.now(), secret });
  };
  return { mails, deliver: () => sendDue(desk, send) };
}

describe.each(databases)("a link on %s", (database) => {
  test("is valid for half an hour, and once", async () => {
    const desk = await testDesk(database);
    const [first, second, third] = await Promise.all([
      makeLink(desk),
      makeLink(desk),
      makeLink(desk),
    ]);
    expect(first).toMatch(/^[\w-]{22}$/);
    expect(await findLink(desk, first)).toBeNull();
    expect(await consume(desk, first)).toBeNull();
    expect(await consume(desk, first)).toBeUndefined();
    desk.pass(30 * minute - 1);
    // A new link does not invalidate the others.
    await makeLink(desk);
    expect(await consume(desk, second)).toBeNull();
    desk.pass(1);
    expect(await findLink(desk, third)).toBeUndefined();
    expect(await consume(desk, third)).toBeUndefined();
  });

  test("works once for concurrent uses", async () => {
    const desk = await testDesk(database);
    const secret = await makeLink(desk, iban);
    const used = await times(5, () => consume(desk, secret));
    expect(used.filter((found) => found === iban)).toHaveLength(1);
    expect(used.filter((found) => found === undefined)).toHaveLength(4);
  });

  test("is nowhere in the database", async () => {
    const desk = await testDesk(database);
    await ask(desk);
    const { mails, deliver } = mailbox(desk);
    await deliver();
    const [sent] = mails;
    expect(await findLink(desk, sent?.secret ?? "")).toBeNull();
    const stored = await Promise.all(
      (["mails", "emailLinks", "settings", "events"] as const).map((table) =>
        desk.db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify(stored)).not.toContain(sent?.secret);
  });

  test("goes to the owner's address in the settings, whatever the shop's is", async () => {
    const desk = await testDesk(database);
    await desk.db
      .updateTable("settings")
      .set({ value: "ladron@correo.example" })
      .where("name", "=", "SHOP_EMAIL")
      .execute();
    await ask(desk);
    await sendLink(desk, "owner account confirmation", { iban });
    const { mails, deliver } = mailbox(desk);
    await deliver();
    expect(mails.map(({ recipient }) => recipient)).toEqual(Array(2).fill("duena@aurelia.example"));
    expect(await Promise.all(mails.map(({ secret }) => findLink(desk, secret)))).toEqual(
      expect.arrayContaining([null, iban]),
    );
  });

  test("is sent at most once in ten minutes, however often it is requested", async () => {
    const desk = await testDesk(database);
    const asked = await times(20, () => ask(desk));
    expect(asked.filter(Boolean)).toHaveLength(1);
    const { mails, deliver } = mailbox(desk);
    await deliver();
    desk.pass(10 * minute - 1);
    expect(await ask(desk)).toBe(false);
    // The account has a limit of its own.
    expect(await sendLink(desk, "owner account confirmation", { iban })).toBe(true);
    expect(await sendLink(desk, "owner account confirmation", { iban })).toBe(false);
    desk.pass(1);
    expect(await ask(desk)).toBe(true);
    await deliver();
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Tu enlace para entrar en el mostrador",
      "Confirma la cuenta para las transferencias",
      "Tu enlace para entrar en el mostrador",
    ]);
  });

  test("is replaced by the next one if it could not be sent", async () => {
    const desk = await testDesk(database);
    const down = async () => {
      throw new MailServerDown("el servidor de correo no funciona");
    };
    for (let asked = 0; asked < 6; asked++) {
      expect(await ask(desk)).toBe(true);
      await sendDue(desk, down);
      desk.pass(10 * minute);
    }
    const { mails, deliver } = mailbox(desk);
    await deliver();
    expect(mails).toHaveLength(1);
  });
});

test("while links are requested all day, the owner always has a valid one, and six emails an hour", async () => {
  const desk = await testDesk("SQLite");
  const { mails, deliver } = mailbox(desk);
  for (let passed = 0; passed < day; passed += minute) {
    await times(3, () => ask(desk));
    await deliver();
    const good = await Promise.all(mails.slice(-4).map(({ secret }) => findLink(desk, secret)));
    expect(good.filter((found) => found === null).length).toBeGreaterThanOrEqual(
      passed < 20 * minute ? 1 : 3,
    );
    desk.pass(minute);
  }
  expect(mails).toHaveLength(6 * 24);
});
