import { beforeEach, describe, expect, test, vi } from "vitest";
import { MailRefused, MailServerDown, MailUncertain, sendDue, stuckMails } from "../mail/outbox.ts";
import type { RenderedMail } from "../mail/render.ts";
import { day, hour, minute } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import { databases, type TestDesk, testDesk, times } from "../testing/desk.ts";
import { consumeLink, findLink, makeLink, sendLink } from "./email-links.ts";

const iban = "ES7921000813610123456789";

const ask = (desk: TestDesk) => sendLink(desk, "owner sign-in", null);
const consume = (desk: TestDesk, secret: string, use: "sign in" | "confirm" = "sign in") =>
  transact(desk.db, (trx) => consumeLink(trx, desk, secret, use));

/** A mail server that keeps the accepted emails with their times. */
function mailbox(desk: TestDesk) {
  const mails: (RenderedMail & { at: number; secret: string })[] = [];
  const send = async (mail: RenderedMail) => {
    const [, secret = ""] = /\/(?:entrar|cuenta)\/([\w-]+)/.exec(mail.text) ?? [];
    mails.push({ ...mail, at: desk.now(), secret });
  };
  return { mails, deliver: () => sendDue(desk, send, "links") };
}

beforeEach(() => {
  for (const kind of ["error", "log"] as const)
    vi.spyOn(console, kind).mockImplementation(() => {});
});

const failing = (error: Error) => async () => {
  throw error;
};

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
    const used = await times(5, () => consume(desk, secret, "confirm"));
    expect(used.filter((found) => found === iban)).toHaveLength(1);
    expect(used.filter((found) => found === undefined)).toHaveLength(4);
  });

  test("is not used up where another kind is wanted", async () => {
    const desk = await testDesk(database);
    const [entry, account] = [await makeLink(desk), await makeLink(desk, iban)];
    expect(await consume(desk, entry, "confirm")).toBeUndefined();
    expect(await consume(desk, account, "sign in")).toBeUndefined();
    expect(await consume(desk, entry, "sign in")).toBeNull();
    expect(await consume(desk, account, "confirm")).toBe(iban);
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
    await times(20, () => ask(desk));
    const { mails, deliver } = mailbox(desk);
    await deliver();
    desk.pass(9 * minute - 1);
    expect(await ask(desk)).toBe(false);
    // The account has a limit of its own.
    expect(await sendLink(desk, "owner account confirmation", { iban })).toBe(true);
    await deliver();
    expect(await sendLink(desk, "owner account confirmation", { iban })).toBe(false);
    // In the last minute of the ten, the next one is queued for their end.
    desk.pass(1);
    expect(await ask(desk)).toBe(true);
    desk.pass(minute - 1);
    await deliver();
    expect(mails).toHaveLength(2);
    desk.pass(1);
    await deliver();
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Tu enlace para entrar en el mostrador",
      "Confirma la cuenta para las transferencias",
      "Tu enlace para entrar en el mostrador",
    ]);
  });

  test("counts the ten minutes from when one left", async () => {
    const desk = await testDesk(database);
    const { mails, deliver } = mailbox(desk);
    await ask(desk);
    desk.pass(9 * minute);
    await deliver();
    desk.pass(8 * minute);
    expect(await ask(desk)).toBe(false);
    desk.pass(2 * minute);
    expect(await ask(desk)).toBe(true);
    await deliver();
    expect(mails).toHaveLength(2);
  });

  test("that waits is the one that the next request asks for, with its account", async () => {
    const desk = await testDesk(database);
    const confirm = (iban: string) => sendLink(desk, "owner account confirmation", { iban });
    expect(await confirm("ES9121000418450200051332")).toBe(true);
    for (let asked = 0; asked < 6; asked++) {
      expect(await ask(desk)).toBe(true);
      await sendDue(desk, failing(new MailServerDown("no funciona")), "links");
      desk.pass(10 * minute);
    }
    expect(await confirm(iban)).toBe(true);
    const { mails, deliver } = mailbox(desk);
    await deliver();
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      "Confirma la cuenta para las transferencias",
      "Tu enlace para entrar en el mostrador",
    ]);
    const texts = mails.map(({ text }) => text).join();
    expect(texts).toContain("ES79 2100 0813 6101 2345 6789");
    expect(texts).not.toContain("ES91");
  });

  test("that the mail server puts off is tried at each request, once a minute, and never given up", async () => {
    const desk = await testDesk(database);
    const tried: number[] = [];
    const begun = desk.now();
    for (let passed = 0; passed < 3 * hour; passed += 30_000) {
      await ask(desk);
      await sendDue(
        desk,
        async () => {
          tried.push((desk.now() - begun) / minute);
          throw new Error("451 Try again later");
        },
        "links",
      );
      desk.pass(30_000);
    }
    expect(tried).toEqual(Array.from({ length: 3 * 60 }, (_, index) => index));
    const { mails, deliver } = mailbox(desk);
    await ask(desk);
    await deliver();
    expect(mails).toHaveLength(1);
    expect(await desk.db.selectFrom("mails").selectAll().execute()).toHaveLength(1);
  });

  test("that the mail server refuses for good is replaced at a request, once a minute", async () => {
    const desk = await testDesk(database);
    let tries = 0;
    const refuse = async () => {
      tries++;
      throw new MailRefused("550 no such user");
    };
    for (let passed = 0; passed < 10 * minute; passed += 20_000) {
      await ask(desk);
      await sendDue(desk, refuse, "links");
      desk.pass(20_000);
    }
    expect(tries).toBe(10);
    await sendDue(desk, refuse, "links");
    // The owner sees the last one only.
    expect(await stuckMails(desk.db)).toHaveLength(1);
  });

  test("that may have left counts as one that has left", async () => {
    const desk = await testDesk(database);
    const tried: number[] = [];
    const begun = desk.now();
    for (let passed = 0; passed < 30 * minute; passed += minute) {
      await ask(desk);
      await sendDue(
        desk,
        async () => {
          tried.push((desk.now() - begun) / minute);
          throw new MailUncertain("421 Closing");
        },
        "links",
      );
      desk.pass(minute);
    }
    // Three copies, as of any email, and the next one ten minutes later.
    expect(tried).toEqual([0, 1, 3, 13, 14, 16, 26, 27, 29]);
  });

  test("that is being sent stays as it is", async () => {
    const desk = await testDesk(database);
    const confirm = (iban: string) => sendLink(desk, "owner account confirmation", { iban });
    await confirm(iban);
    const during = async () => {
      desk.pass(5 * minute);
      expect(await confirm("ES9121000418450200051332")).toBe(false);
    };
    expect(await sendDue(desk, during, "links")).toBe(1);
    expect(await sendDue(desk, during, "links")).toBe(0);
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
