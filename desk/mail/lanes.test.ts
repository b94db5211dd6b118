import { setImmediate as giveWay } from "node:timers/promises";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { health } from "../jobs/health.ts";
import { sendLink } from "../orders/email-links.ts";
import { withdraw } from "../orders/withdrawals.ts";
import { day, hour, minute } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import { enqueue } from "../storage/queue.ts";
import { databases, placed, type TestDesk, testDesk } from "../testing/desk.ts";
import {
  countToStrangers,
  MailUncertain,
  mailLanes,
  type OutgoingMail,
  type Send,
  sendDue,
} from "./outbox.ts";

beforeEach(() => {
  for (const kind of ["error", "log"] as const)
    vi.spyOn(console, kind).mockImplementation(() => {});
});

interface Received {
  subject: string;
  text: string;
  handedOverAt: number;
  arrivedAt: number;
}

/** A mail server on the desk's clock, and mailers that reach it by as many connections as they have. */
function mailServer(
  desk: TestDesk,
  answer: (mail: OutgoingMail, at: number) => { after: number; accepts: boolean },
) {
  const received: Received[] = [];
  const underWay: { until: number; end: () => void }[] = [];
  let calls = 0;
  const connect = (connections: number): Send => {
    const waiting: (() => void)[] = [];
    let free = connections;
    return async (mail) => {
      calls++;
      const handedOverAt = desk.now();
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      else free--;
      const { after, accepts } = answer(mail, desk.now());
      await new Promise<void>((end) => underWay.push({ until: desk.now() + after, end }));
      calls--;
      if (waiting.length > 0) waiting.shift()?.();
      else free++;
      if (!accepts) throw new MailUncertain("no ha terminado en 600 s");
      const { subject, text } = mail;
      received.push({ subject, text, handedOverAt, arrivedAt: desk.now() });
    };
  };
  return {
    received,
    connect,
    /** Emails that mailers have in their hands. */
    calls: () => calls,
    endWhatIsDue() {
      const due = underWay.filter(({ until }) => until <= desk.now());
      for (const delivery of due) underWay.splice(underWay.indexOf(delivery), 1);
      for (const { end } of due) end();
      return due.length;
    },
  };
}

/** Lets workers run until each has ended, or waits for the mail server. */
function shift(desk: TestDesk, server: ReturnType<typeof mailServer>) {
  const workers = mailLanes(server.connect).flatMap(({ lane, workers, send }) =>
    Array.from({ length: workers }, () => ({ lane, send, isBusy: false })),
  );
  const areIdle = () => workers.filter(({ isBusy }) => isBusy).length === server.calls();
  return async () => {
    do {
      for (const worker of workers.filter(({ isBusy }) => !isBusy)) {
        worker.isBusy = true;
        void sendDue(desk, worker.send, worker.lane).finally(() => {
          worker.isBusy = false;
        });
      }
      do await giveWay();
      while (!areIdle());
    } while (server.endWhatIsDue() > 0);
  };
}

test("two good links at every minute of a day on which everybody else's emails fill queue and mail server", async () => {
  const desk = await testDesk("SQLite");
  const begun = desk.now();
  // Every email but the owner's hangs for twelve minutes, and half of them are accepted then.
  const server = mailServer(desk, ({ recipient }, at) =>
    recipient === "duena@aurelia.example"
      ? { after: 0, accepts: true }
      : { after: 12 * minute, accepts: Math.floor((at - begun) / (12 * minute)) % 2 === 0 },
  );
  const work = shift(desk, server);
  let queued = 0;
  /** Others have 800 emails waiting, whatever leaves. */
  const refill = () =>
    transact(desk.db, async (trx) => {
      const { left } = await trx
        .selectFrom("mails")
        .select(({ fn }) => fn.countAll<number>().as("left"))
        .where("sentAt", "is", null)
        .where("refusedAt", "is", null)
        .executeTakeFirstOrThrow();
      for (let missing = 800 - left; missing > 0; missing--) {
        const data = { name: "SHOP_EMAIL", before: "", after: "", to: "nadie@correo.example" };
        await enqueue(desk, trx, { template: "owner setting changed", key: `${queued++}`, data });
      }
    });
  const below: number[] = [];
  const linksAt = (time: number) =>
    server.received.filter(
      ({ subject, handedOverAt, arrivedAt }) =>
        subject === "Tu enlace para entrar en el mostrador" &&
        arrivedAt <= time &&
        time < handedOverAt + 30 * minute,
    );
  for (let passed = 0; passed < day; passed += minute) {
    await refill();
    if (passed % (10 * minute) === 0) await sendLink(desk, "owner sign-in", null);
    await work();
    if (passed >= hour && linksAt(desk.now()).length < 2) below.push(passed / minute);
    desk.pass(minute);
  }
  expect(below).toEqual([]);
  expect(server.received.length).toBeGreaterThan(300);
});

describe.each(databases)("receipts of withdrawals on %s", (database) => {
  /** Withdraws this many times, each from a mailbox of its own. */
  async function withdrawals(desk: TestDesk, count: number) {
    for (let index = 0; index < count; index++) {
      const email = `nadie${index}@correo.example`;
      desk.pass(1);
      await withdraw(desk, `key ${index}`, { name: `Ana ${index}`, contract: "mi pedido", email });
    }
  }

  test("to addresses of no order leave one by one, each two minutes, and hold back no others", async () => {
    const desk = await testDesk(database);
    const { email } = await placed(desk, { email: "Lucia@correo.example" });
    await withdrawals(desk, 5);
    // The address belongs to an order, whatever its number.
    const typed = { name: "Lucía", contract: "no lo encuentro", email: "lucia@correo.example" };
    await withdraw(desk, "hers", typed);
    const begun = desk.now();
    const left: [minutes: number, recipient: string, text: string][] = [];
    const lanes = mailLanes(() => async ({ recipient, text }) => {
      left.push([(desk.now() - begun) / minute, recipient, text]);
    });
    for (let passed = 0; passed <= 15 * minute; passed += 20_000) {
      expect(await countToStrangers(desk)).toBe(5 - left.filter(isToStranger).length);
      for (const { lane, send } of lanes) await sendDue(desk, send, lane);
      desk.pass(20_000);
    }
    expect(left.filter(([minutes]) => minutes === 0).map(([, to]) => to)).toEqual(
      expect.arrayContaining([email, "lucia@correo.example", "nadie0@correo.example"]),
    );
    const toStrangers = left.filter(isToStranger);
    expect(toStrangers.map(([minutes, to]) => [minutes, to])).toEqual([
      [0, "nadie0@correo.example"],
      [2, "nadie1@correo.example"],
      [4, "nadie2@correo.example"],
      [6, "nadie3@correo.example"],
      [8, "nadie4@correo.example"],
    ]);
    for (const [index, [, , text]] of toStrangers.entries()) expect(text).toContain(`Ana ${index}`);
  });

  test("to addresses of no order do not count as old", async () => {
    const desk = await testDesk(database);
    await withdrawals(desk, 5);
    const lanes = mailLanes(() => async () => {});
    for (const { lane, send } of lanes) await sendDue(desk, send, lane);
    desk.pass(3 * hour);
    expect(await health(desk)()).toEqual({ works: true, text: "ok" });
    expect(await countToStrangers(desk)).toBe(4);
  });
});

const isToStranger = ([, recipient]: [number, string, string]) => recipient.startsWith("nadie");
