import { beforeEach, describe, expect, test, vi } from "vitest";
import { day, hour, minute } from "../../app/desk/shop/time.ts";
import { receive } from "../orders/money.ts";
import { transact } from "../storage/database.ts";
import type { Mail } from "../storage/tables.ts";
import { databases, placed, type TestDesk, testDesk } from "../testing/desk.ts";
import { unlimited } from "../testing/limits.ts";
import { forgetOrder } from "../upkeep/retention.ts";
import {
  dismiss,
  enqueue,
  MailRefused,
  MailServerDown,
  MailUncertain,
  reportUndelivered,
  sendAgain,
  sendDue,
  stuckMails,
} from "./outbox.ts";

const log: string[] = [];
beforeEach(() => void log.splice(0));
for (const kind of ["error", "log"] as const) {
  vi.spyOn(console, kind).mockImplementation((line) => void log.push(line));
}

const letter = {
  about: "7KQ2M9XA",
  kind: "pending",
  recipient: "lucia@correo.example",
  subject: "Asunto",
  text: "Texto",
};

const write = (desk: TestDesk, changes: Partial<typeof letter> = {}) =>
  transact(desk.db, (trx) => enqueue(desk, trx, { ...letter, ...changes }));

const refused = async () => Promise.reject(new Error("451 Try again later"));
const refusedForGood = async () =>
  Promise.reject(new MailRefused("550 <lucia@correo.example>: no such user"));

/** Accepts every email and remembers it. */
function taker() {
  const taken: Mail[] = [];
  const send = async (mail: Mail) => {
    taken.push(mail);
  };
  return { taken, send };
}

/** Deletes the email to the owner, which each order queues as well. */
const leaveOwnerOut = ({ db }: TestDesk) =>
  db.deleteFrom("mails").where("recipient", "=", "hola@aurelia.example").execute();

/** Sends due emails every minute for this long. Returns the minutes at which an email was tried. */
async function triedAt(desk: TestDesk, time: number): Promise<number[]> {
  const tried: number[] = [];
  const begun = desk.now();
  const send = async () => {
    tried.push((desk.now() - begun) / minute);
    return refused();
  };
  for (;;) {
    await sendDue(desk, send);
    if (desk.now() - begun >= time) return tried;
    desk.pass(minute);
  }
}

describe.each(databases)("%s", (database) => {
  const open = () => testDesk(database);

  test("sends each email once, oldest first", async () => {
    const desk = await open();
    await write(desk, { kind: "paid" });
    desk.pass(-minute);
    await write(desk);
    desk.pass(minute);
    const { taken, send } = taker();
    expect(await sendDue(desk, send)).toBe(2);
    expect(await sendDue(desk, send)).toBe(0);
    desk.pass(day);
    expect(await sendDue(desk, send)).toBe(0);
    expect(taken.map(({ kind }) => kind)).toEqual(["pending", "paid"]);
  });

  test("queues one email of each kind for an order", async () => {
    const desk = await open();
    await write(desk);
    await write(desk, { text: "Otro texto" });
    await write(desk, { kind: "paid" });
    await write(desk, { about: "8KQ2M9XA" });
    const { taken, send } = taker();
    await sendDue(desk, send);
    expect(taken.map(({ about, kind, text }) => [about, kind, text])).toEqual(
      expect.arrayContaining([
        ["7KQ2M9XA", "pending", "Texto"],
        ["7KQ2M9XA", "paid", "Texto"],
        ["8KQ2M9XA", "pending", "Texto"],
      ]),
    );
    expect(new Set(taken.map(({ id }) => id)).size).toBe(3);
    expect(taken).toHaveLength(3);
  });

  test("each email is taken by one of four concurrent workers", async () => {
    const desk = await open();
    for (let index = 0; index < 20; index++) await write(desk, { about: String(index) });
    const { taken, send } = taker();
    const counts = await Promise.all(Array.from({ length: 4 }, () => sendDue(desk, send)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(20);
    expect(new Set(taken.map(({ about }) => about)).size).toBe(20);
    expect(taken).toHaveLength(20);
  });

  test("a worker does not take an email that another is sending", async () => {
    const desk = await open();
    await write(desk);
    const { taken, send } = taker();
    await sendDue(desk, async () => {
      desk.pass(minute - 1);
      expect(await sendDue(desk, send)).toBe(0);
    });
    expect(taken).toEqual([]);
  });

  test("after a worker dies, another sends its email after a minute, under the same id", async () => {
    const desk = await open();
    await write(desk);
    const { taken, send } = taker();
    const dying = sendDue(desk, async (mail) => {
      taken.push(mail);
      return new Promise(() => {});
    });
    await Promise.race([dying, expect.poll(() => taken.length).toBe(1)]);
    expect(await sendDue(desk, send)).toBe(0);
    desk.pass(minute);
    expect(await sendDue(desk, send)).toBe(1);
    expect(taken[1]?.id).toBe(taken[0]?.id);
  });

  test("retries after 1, 2, 4 … minutes, then every hour", async () => {
    const desk = await open();
    await write(desk);
    expect(await triedAt(desk, 5 * hour)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
  });

  test("sends each email once within an hour after a day without a mail server", async () => {
    const desk = await open();
    await write(desk);
    await write(desk, { kind: "paid" });
    expect(await triedAt(desk, day)).toHaveLength(2 * 29);
    expect((await stuckMails(desk)).map(({ attempts, error }) => [attempts, error])).toEqual([
      [29, "451 Try again later"],
      [29, "451 Try again later"],
    ]);
    desk.pass(hour);
    const { taken, send } = taker();
    expect(await sendDue(desk, send)).toBe(2);
    expect(taken.map(({ kind }) => kind).sort()).toEqual(["paid", "pending"]);
    expect(await stuckMails(desk)).toEqual([]);
  });

  test("shows an email to the owner after its third failure, with the reason", async () => {
    const desk = await open();
    await write(desk);
    await triedAt(desk, 2 * minute);
    expect(await stuckMails(desk)).toEqual([]);
    await triedAt(desk, minute);
    expect(await stuckMails(desk)).toMatchObject([{ attempts: 3, error: "451 Try again later" }]);
  });

  test("gives up after seven days, and the owner can retry", async () => {
    const desk = await open();
    await write(desk);
    desk.pass(7 * day - 1);
    await sendDue(desk, refused);
    expect(await stuckMails(desk)).toEqual([]);
    desk.pass(1);
    const { taken, send } = taker();
    desk.pass(hour);
    expect(await sendDue(desk, send)).toBe(0);
    const [stuck] = await stuckMails(desk);
    expect(stuck).toMatchObject({ attempts: 1, error: "451 Try again later" });
    await sendAgain(desk, stuck?.id ?? "");
    expect(await sendDue(desk, send)).toBe(1);
    expect(taken[0]?.id).toBe(stuck?.id);
    expect(await stuckMails(desk)).toEqual([]);
  });

  test("a refused address delays no other email", async () => {
    const desk = await open();
    await write(desk, { recipient: "nadie@correo.example" });
    await write(desk, { about: "8KQ2M9XA" });
    const { taken, send } = taker();
    const refusing = async (mail: Mail) =>
      mail.recipient === "nadie@correo.example" ? refused() : send(mail);
    expect(await sendDue(desk, refusing)).toBe(1);
    expect(taken.map(({ recipient }) => recipient)).toEqual(["lucia@correo.example"]);
  });

  test("does not retry a permanent refusal, and shows it at once", async () => {
    const desk = await open();
    await write(desk);
    await sendDue(desk, refusedForGood);
    expect(await triedAt(desk, day)).toEqual([]);
    expect(await stuckMails(desk)).toMatchObject([
      { attempts: 1, error: "550 <lucia@correo.example>: no such user" },
    ]);
  });

  test("resends an undelivered email to the order's current address", async () => {
    const desk = await open();
    const order = await placed(desk);
    await leaveOwnerOut(desk);
    await sendDue(desk, refusedForGood);
    await desk.db.updateTable("orders").set({ email: "nueva@correo.example" }).execute();
    const [stuck] = await stuckMails(desk);
    expect(await sendAgain(desk, stuck?.id ?? "")).toBe(true);
    expect(await stuckMails(desk)).toEqual([]);
    const { taken, send } = taker();
    expect(await sendDue(desk, send)).toBe(1);
    expect(taken).toMatchObject([
      { id: stuck?.id, about: order.id, kind: "pending", recipient: "nueva@correo.example" },
    ]);
    expect(await sendAgain(desk, "0")).toBe(false);
  });

  test("resends a delivered email as a new one, each time it is asked for", async () => {
    const desk = await open();
    await placed(desk);
    await leaveOwnerOut(desk);
    const { taken, send } = taker();
    await sendDue(desk, send);
    await desk.db.updateTable("orders").set({ email: "nueva@correo.example" }).execute();
    await Promise.all([1, 2, 3].map(() => sendAgain(desk, taken[0]?.id ?? "")));
    expect(await sendDue(desk, send)).toBe(1);
    await sendAgain(desk, taken[1]?.id ?? "");
    expect(await sendDue(desk, send)).toBe(1);
    expect(taken.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["pending", "lucia@correo.example"],
      ["pending again 1", "nueva@correo.example"],
      ["pending again 2", "nueva@correo.example"],
    ]);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(3);
    expect(new Set(taken.map(({ text }) => text)).size).toBe(1);
  });

  test("hides a dismissed email, which can still be sent", async () => {
    const desk = await open();
    await write(desk);
    await triedAt(desk, 10 * minute);
    const [stuck] = await stuckMails(desk);
    await dismiss(desk, stuck?.id ?? "");
    expect(await stuckMails(desk)).toEqual([]);
    expect(await triedAt(desk, day)).toEqual([]);
    await sendAgain(desk, stuck?.id ?? "");
    expect(await sendDue(desk, taker().send)).toBe(1);
  });

  test("sends emails about one order in their order, even if the first is delayed", async () => {
    const desk = await open();
    await write(desk);
    await triedAt(desk, 8 * minute);
    await write(desk, { kind: "paid" });
    await write(desk, { kind: "owner paid", recipient: "hola@aurelia.example" });
    const { taken, send } = taker();
    expect(await sendDue(desk, send)).toBe(1);
    desk.pass(hour);
    expect(await sendDue(desk, send)).toBe(2);
    expect(taken.map(({ kind }) => kind)).toEqual(["owner paid", "pending", "paid"]);
  });

  test("an email that is put off holds back a later one for a quarter of an hour only", async () => {
    const desk = await open();
    await write(desk);
    const { taken, send } = taker();
    const putOff = async (mail: Mail) => (mail.kind === "pending" ? refused() : send(mail));
    await sendDue(desk, putOff);
    desk.pass(minute);
    await write(desk, { kind: "shipped" });
    desk.pass(14 * minute - 1);
    expect(await sendDue(desk, putOff)).toBe(0);
    desk.pass(1);
    expect(await sendDue(desk, putOff)).toBe(1);
    expect(taken.map(({ kind }) => kind)).toEqual(["shipped"]);
  });

  test("sends at most three copies to a server that never says that it accepted one", async () => {
    const desk = await open();
    await write(desk);
    let copies = 0;
    const uncertain = async () => {
      copies++;
      throw new MailUncertain("421 Closing");
    };
    for (let hours = 0; hours < 7 * 24; hours++) {
      await sendDue(desk, uncertain);
      desk.pass(hour);
    }
    expect(copies).toBe(3);
    expect(await stuckMails(desk)).toMatchObject([{ error: "421 Closing" }]);
  });

  test("failures before the server has an email do not count as copies", async () => {
    const desk = await open();
    await write(desk);
    let tries = 0;
    const send = async () => {
      tries++;
      if (tries <= 2) throw new MailServerDown("connect ECONNREFUSED");
      if (tries === 4) return refused();
      throw new MailUncertain("421 Closing");
    };
    for (let hours = 0; hours < 12; hours++) {
      await sendDue(desk, send);
      desk.pass(hour);
    }
    expect(tries).toBe(6);
    const [stuck] = await stuckMails(desk);
    expect(stuck).toMatchObject({ attempts: 6, copies: 3, error: "421 Closing" });
    // The owner's press allows three more.
    await sendAgain(desk, stuck?.id ?? "");
    for (let hours = 0; hours < 12; hours++) {
      await sendDue(desk, send);
      desk.pass(hour);
    }
    expect(tries).toBe(9);
  });

  test("keeps an email dismissed that fails while it is dismissed", async () => {
    const desk = await open();
    await write(desk);
    await sendDue(desk, async ({ id }) => {
      await dismiss(desk, id);
      return refused();
    });
    expect(await triedAt(desk, day)).toEqual([]);
  });

  test("does not send again what another worker is sending when the server is back", async () => {
    const desk = await open();
    for (const about of ["1", "2"]) await write(desk, { about });
    await sendDue(desk, async () => Promise.reject(new MailServerDown("connect ECONNREFUSED")));
    desk.pass(minute);
    const sent: string[] = [];
    const send = async ({ about }: Mail) => {
      sent.push(about);
      if (about === "1") await sendDue(desk, send);
    };
    await sendDue(desk, send);
    expect(log).toContain("El servidor de correo vuelve a funcionar.");
    expect(sent).toEqual(["1", "2"]);
  });

  test("sends what waited a minute after the mail server works again, and logs that", async () => {
    const desk = await open();
    for (const about of ["1", "2", "3"]) await write(desk, { about });
    const down = async () => Promise.reject(new MailServerDown("connect ECONNREFUSED"));
    for (let tries = 0; tries < 6; tries++) {
      await sendDue(desk, down);
      desk.pass(20 * minute);
    }
    await write(desk, { about: "4" });
    const { taken, send } = taker();
    expect(await sendDue(desk, send)).toBe(1);
    desk.pass(minute - 1);
    expect(await sendDue(desk, send)).toBe(0);
    desk.pass(1);
    expect(await sendDue(desk, send)).toBe(3);
    expect(taken).toHaveLength(4);
    expect(log.filter((line) => line === "El servidor de correo vuelve a funcionar.")).toHaveLength(
      1,
    );
  });

  test("limits the emails to addresses that nobody has proved", async () => {
    const desk = await testDesk(database, { limits: { ...unlimited, unprovenMails: 3 } });
    const customer = await placed(desk, { email: "clienta@correo.example" });
    await receive(desk, customer.id, 8999, 0);
    await desk.db.deleteFrom("mails").execute();
    for (let index = 0; index < 5; index++) await placed(desk, { email: `a${index}@b.example` });
    await placed(desk, { email: "Clienta@correo.example" });
    await leaveOwnerOut(desk);
    const { taken, send } = taker();
    await sendDue(desk, send);
    expect(taken.map(({ recipient }) => recipient).sort()).toEqual([
      "Clienta@correo.example",
      "a0@b.example",
      "a1@b.example",
      "a2@b.example",
    ]);
    desk.pass(hour - 1);
    expect(await sendDue(desk, send)).toBe(0);
    desk.pass(1);
    expect(await sendDue(desk, send)).toBe(2);
  });

  test("a payment proves the address, and its emails overtake the limited ones", async () => {
    const desk = await testDesk(database, { limits: { ...unlimited, unprovenMails: 1 } });
    for (const email of ["a0@b.example", "a1@b.example"]) {
      await placed(desk, { email });
      desk.pass(1);
    }
    const order = await placed(desk);
    desk.pass(1);
    await leaveOwnerOut(desk);
    const { taken, send } = taker();
    await sendDue(desk, send);
    await receive(desk, order.id, 4000, 0);
    await leaveOwnerOut(desk);
    await sendDue(desk, send);
    expect(taken.map(({ recipient, kind }) => [recipient, kind.split(" ")[0]])).toEqual([
      ["a0@b.example", "pending"],
      ["lucia@correo.example", "pending"],
      ["lucia@correo.example", "received"],
    ]);
  });

  test("sends all emails after the clock was ahead", async () => {
    const desk = await open();
    desk.pass(40 * day);
    await write(desk);
    await sendDue(desk, refused);
    desk.pass(-40 * day);
    const { send } = taker();
    expect(await sendDue(desk, send)).toBe(1);
  });

  test("does not send twice if the success can't be recorded at once", async () => {
    const desk = await open();
    await write(desk);
    const { taken, send } = taker();
    let failures = 3;
    const failing = new Proxy(desk.db, {
      get(db, name) {
        if (name !== "transaction" || taken.length === 0 || failures-- <= 0) {
          const of = Reflect.get(db, name);
          return typeof of === "function" ? of.bind(db) : of;
        }
        return () => {
          throw Object.assign(new Error("disk I/O error"), { errcode: 10 });
        };
      },
    });
    expect(await sendDue({ ...desk, db: failing }, send)).toBe(1);
    expect(failures).toBeLessThan(1);
    desk.pass(day);
    expect(await sendDue(desk, send)).toBe(0);
    const row = await desk.db.selectFrom("mails").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ attempts: 1, error: null });
  });

  test("logs a failure and the later success, without addresses", async () => {
    const desk = await open();
    await write(desk);
    await triedAt(desk, 5 * minute);
    await sendDue(desk, refusedForGood);
    desk.pass(hour);
    await sendDue(desk, refusedForGood);
    const [stuck] = await stuckMails(desk);
    await sendAgain(desk, stuck?.id ?? "");
    await sendDue(desk, refused);
    desk.pass(hour);
    await sendDue(desk, taker().send);
    await write(desk, { kind: "paid" });
    await sendDue(desk, taker().send);
    const name = "El correo «Asunto» (7KQ2M9XA)";
    expect(log).toEqual([
      `${name} no ha salido, y se sigue intentando: 451 Try again later`,
      `${name} no ha salido, y no se intenta más: 550 <…@correo.example>: no such user`,
      `${name} no ha salido, y se sigue intentando: 451 Try again later`,
      `${name} ha salido en el intento 2.`,
    ]);
  });

  describe("tells the owner", () => {
    const told = ({ db }: TestDesk) =>
      db
        .selectFrom("mails")
        .selectAll()
        .where("about", "=", "mails")
        .orderBy("createdAt")
        .execute();

    test("of a permanent refusal, at once and only once", async () => {
      const desk = await open();
      await write(desk);
      await reportUndelivered(desk);
      expect(await told(desk)).toEqual([]);
      await sendDue(desk, refusedForGood);
      for (let index = 0; index < 300; index++) {
        await reportUndelivered(desk);
        desk.pass(minute);
      }
      expect(await told(desk)).toMatchObject([
        {
          recipient: "hola@aurelia.example",
          subject: "Hay correos que no llegan",
          text:
            "Estos correos de la tienda no han llegado a su destinatario:\n\n" +
            "«Asunto»\nRechazado: 550 <…@correo. example>: no such user\n\n" +
            "En el mostrador puedes corregir la dirección, enviarlos otra vez o descartarlos: " +
            "https://aurelia.example/mostrador",
        },
      ]);
    });

    test("of emails that fail for an hour, and of further ones within the hour", async () => {
      const desk = await open();
      const minutes: number[] = [];
      await write(desk);
      for (let time = 0; time < 400; time++) {
        if (time === 90) await write(desk, { about: "8KQ2M9XA" });
        await sendDue(desk, refused);
        const before = (await told(desk)).length;
        await reportUndelivered(desk);
        if ((await told(desk)).length > before) minutes.push(time);
        desk.pass(minute);
      }
      expect(minutes).toEqual([60, 150]);
      expect((await told(desk)).map(({ text }) => text.match(/«Asunto»/g)?.length)).toEqual([1, 1]);
    });

    test("never of emails to the owner, dismissed or delivered ones", async () => {
      const desk = await open();
      await write(desk, { recipient: "hola@aurelia.example" });
      await write(desk, { about: "8KQ2M9XA" });
      await write(desk, { about: "9KQ2M9XA", recipient: "ana@correo.example" });
      await sendDue(desk, refused);
      const mails = await desk.db.selectFrom("mails").select(["id", "about"]).execute();
      await dismiss(desk, mails.find(({ about }) => about === "8KQ2M9XA")?.id ?? "");
      desk.pass(2 * hour);
      const { send } = taker();
      await sendDue(desk, async (mail) =>
        mail.recipient === "ana@correo.example" ? send(mail) : refused(),
      );
      await reportUndelivered(desk);
      expect(await told(desk)).toEqual([]);
    });
  });

  test("does not send an email of an order forgotten meanwhile", async () => {
    const desk = await open();
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    const { taken, send } = taker();
    await sendDue(desk, async (mail) => {
      await send(mail);
      await forgetOrder(desk, order.id, "owner", true);
    });
    expect(taken).toHaveLength(1);
  });
});
