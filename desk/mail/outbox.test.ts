import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ShippingDetails } from "../../app/shop/order.ts";
import { ledgerOf, reverse } from "../orders/ledger.ts";
import { amend, deliver, ship, unship } from "../orders/order-steps.ts";
import { day, hour, minute } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import { limits } from "../storage/desk.ts";
import { enqueue, type QueuedMail } from "../storage/queue.ts";
import type { Order } from "../storage/tables.ts";
import {
  change,
  databases,
  enter,
  lucia,
  paid,
  placed,
  type TestDesk,
  testDesk,
} from "../testing/desk.ts";
import { unlimited } from "../testing/limits.ts";
import {
  dismiss,
  MailRefused,
  MailServerDown,
  MailUncertain,
  mailsOf,
  type OutgoingMail,
  reportUndelivered,
  type Send,
  sendAgain,
  sendDue,
  stuckMails,
} from "./outbox.ts";

const log: string[] = [];
beforeEach(() => void log.splice(0));
for (const kind of ["error", "log"] as const) {
  vi.spyOn(console, kind).mockImplementation((line) => void log.push(line));
}

const { quantity: _, ...recipient } = lucia;

/** Places an order, without its email to the owner. */
async function order(desk: TestDesk, email = "lucia@correo.example"): Promise<Order> {
  const stored = await placed(desk, { email });
  await leaveOwnerOut(desk);
  return stored;
}

const leaveOwnerOut = ({ db }: TestDesk) =>
  db.deleteFrom("mails").where("template", "=", "owner order placed").execute();

const queue = (desk: TestDesk, mail: QueuedMail) =>
  transact(desk.db, (trx) => enqueue(desk, trx, mail));

const failing = (error: Error): Send => {
  return async () => {
    throw error;
  };
};
const refused = failing(new Error("451 Try again later"));
const refusedForGood = failing(new MailRefused("550 <lucia@correo.example>: no such user"));
const down = failing(new MailServerDown("el servidor de correo no funciona"));

/** Accepts every email and remembers it. */
function taker() {
  const taken: OutgoingMail[] = [];
  const send: Send = async (mail) => void taken.push(mail);
  return { taken, send };
}

const subjectsOf = (taken: OutgoingMail[], { id }: Order) =>
  taken.map(({ subject }) => subject.replace(id, "NUMBER"));

/**
 * Sends due emails every minute, or every `step`, for this long. Returns the minutes at which an email
 * was tried.
 */
async function triedAt(desk: TestDesk, time: number, send = refused, step = minute) {
  const tried: number[] = [];
  const begun = desk.now();
  for (;;) {
    await sendDue(desk, async (mail) => {
      tried.push((desk.now() - begun) / minute);
      return send(mail);
    });
    if (desk.now() - begun >= time) return tried;
    desk.pass(step);
  }
}

const rowsOf = ({ db }: TestDesk) => db.selectFrom("mails").selectAll().execute();

describe.each(databases)("%s", (database) => {
  const open = () => testDesk(database);

  test("sends each email once, oldest first", async () => {
    const desk = await open();
    const first = await order(desk, "ana@correo.example");
    desk.pass(1);
    const second = await order(desk);
    const { taken, send } = taker();
    expect(await sendDue(desk, send)).toBe(2);
    expect(await sendDue(desk, send)).toBe(0);
    desk.pass(day);
    expect(await sendDue(desk, send)).toBe(0);
    expect(taken.map(({ recipient }) => recipient)).toEqual([first.email, second.email]);
  });

  test("queues the same email once", async () => {
    const desk = await open();
    const { id: orderId } = await order(desk);
    await queue(desk, { template: "reminder", orderId });
    await queue(desk, { template: "reminder", orderId });
    await queue(desk, { template: "reminder", orderId, key: "2" });
    expect((await rowsOf(desk)).map(({ template }) => template).sort()).toEqual([
      "placed",
      "reminder",
      "reminder",
    ]);
  });

  test("each email is taken by one of four concurrent workers", async () => {
    const desk = await open();
    for (let index = 0; index < 20; index++) await order(desk);
    const { taken, send } = taker();
    const counts = await Promise.all(Array.from({ length: 4 }, () => sendDue(desk, send)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(20);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(20);
    expect(taken).toHaveLength(20);
  });

  test("a worker does not take an email that another is sending, for a quarter of an hour", async () => {
    const desk = await open();
    await order(desk);
    await sendDue(desk, refused);
    desk.pass(minute);
    const { taken, send } = taker();
    await sendDue(desk, async ({ id }) => {
      desk.pass(15 * minute - 1);
      expect(await sendDue(desk, send)).toBe(0);
      // Not even if the owner asks to send it again.
      await sendAgain(desk, id);
      expect(await sendDue(desk, send)).toBe(0);
    });
    expect(taken).toEqual([]);
  });

  test("a worker that has lost its lease does not end the lease of the next", async () => {
    const desk = await open();
    await order(desk);
    const { taken, send } = taker();
    await sendDue(desk, async () => {
      desk.pass(15 * minute);
      // The second worker waits for the mail server's answer.
      void sendDue(desk, async (mail) => {
        await send(mail);
        return new Promise(() => {});
      });
      await expect.poll(() => taken.length).toBe(1);
      throw new MailUncertain("no ha terminado en 600 s");
    });
    desk.pass(2 * minute);
    expect(await sendDue(desk, send)).toBe(0);
    expect(taken).toHaveLength(1);
  });

  test("after a worker dies, another sends its email under the same id", async () => {
    const desk = await open();
    await order(desk);
    const { taken, send } = taker();
    const dying = sendDue(desk, async (mail) => {
      taken.push(mail);
      return new Promise(() => {});
    });
    await Promise.race([dying, expect.poll(() => taken.length).toBe(1)]);
    desk.pass(15 * minute);
    expect(await sendDue(desk, send)).toBe(1);
    expect(taken[1]).toEqual(taken[0]);
  });

  test("retries after 1, 2, 4 … minutes, then every hour", async () => {
    const desk = await open();
    await order(desk);
    expect(await triedAt(desk, 5 * hour)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
  });

  test("shows an email to the owner after its fifth failure, with the reason", async () => {
    const desk = await open();
    const { id } = await order(desk);
    await triedAt(desk, 14 * minute);
    expect(await stuckMails(desk.db)).toEqual([]);
    await triedAt(desk, minute);
    expect(await stuckMails(desk.db)).toMatchObject([
      {
        orderId: id,
        attempts: 5,
        recipient: "lucia@correo.example",
        subject: `Tu pedido ${id}: cómo pagarlo`,
        error: "451 Try again later",
        refusedAt: null,
      },
    ]);
  });

  test("gives up after seven days, and the owner can retry", async () => {
    const desk = await open();
    await order(desk);
    const tried = await triedAt(desk, 8 * day, refused, hour);
    expect(Math.max(...tried)).toBeLessThanOrEqual((7 * day) / minute);
    expect(Math.max(...tried)).toBeGreaterThan((7 * day - 2 * hour) / minute);
    const stuck = await stuckMails(desk.db);
    expect(stuck.map(({ refusedAt }) => refusedAt)).not.toContain(null);
    for (const { id } of stuck) await sendAgain(desk, id);
    const { taken, send } = taker();
    expect(await sendDue(desk, send)).toBe(1);
    expect(taken.map(({ id }) => id).sort()).toEqual(stuck.map(({ id }) => id).sort());
    expect(await stuckMails(desk.db)).toEqual([]);
  });

  test("does not retry a permanent refusal, and shows it at once", async () => {
    const desk = await open();
    const refusedOrder = await order(desk);
    await sendDue(desk, refusedForGood);
    expect(await triedAt(desk, day, refused, hour)).toEqual([]);
    const mails = [{ attempts: 1, error: "550 <lucia@correo.example>: no such user" }];
    expect(await stuckMails(desk.db)).toMatchObject(mails);
    // Also if there are more than the list shows.
    for (let index = 0; index < 3; index++) await order(desk);
    desk.pass(1);
    await sendDue(desk, refusedForGood);
    expect(await stuckMails(desk.db, 3)).toHaveLength(3);
    expect(await mailsOf(desk, refusedOrder)).toMatchObject([{ ...mails[0], isUndelivered: true }]);
  });

  test("a refused address delays no other email", async () => {
    const desk = await open();
    await order(desk, "nadie@correo.example");
    await order(desk);
    const { taken, send } = taker();
    const refusing: Send = async (mail) =>
      mail.recipient === "nadie@correo.example" ? refused(mail) : send(mail);
    expect(await sendDue(desk, refusing)).toBe(1);
    expect(taken.map(({ recipient }) => recipient)).toEqual(["lucia@correo.example"]);
  });

  test("while the mail server is down, asks it once a minute; then all emails leave in order", async () => {
    const desk = await open();
    const { id } = await order(desk);
    for (let index = 0; index < 30; index++) await order(desk);
    const tried = await triedAt(desk, hour, down);
    expect(tried).toEqual(Array.from({ length: 61 }, (_, index) => index));
    await change(desk, { id }, (trx, locked) => ship(desk, trx, locked, ""));
    const stuck = await stuckMails(desk.db);
    expect(stuck.map(({ attempts, error }) => [attempts, error])).toEqual(
      Array.from({ length: 31 }, () => [0, "el servidor de correo no funciona"]),
    );
    desk.pass(minute);
    const { taken, send } = taker();
    await triedAt(desk, minute, send);
    expect(taken).toHaveLength(32);
    const about = taken.filter(({ subject }) => subject.includes(id));
    expect(about.map(({ subject }) => subject)).toEqual([
      `Tu pedido ${id}: cómo pagarlo`,
      `Pedido ${id}: va de camino`,
    ]);
    expect(log).toEqual([
      "Los correos esperan: el servidor de correo no funciona.",
      "El servidor de correo vuelve a funcionar.",
    ]);
  });

  test("undoes a step while the mail server is down", async () => {
    const desk = await open();
    const { id } = await paid(desk);
    await leaveOwnerOut(desk);
    const { send } = taker();
    await sendDue(desk, send);
    await change(desk, { id }, (trx, locked) => ship(desk, trx, locked, ""));
    await sendDue(desk, down);
    await change(desk, { id }, (trx, locked) => unship(desk, trx, locked));
    desk.pass(minute);
    expect(await sendDue(desk, send)).toBe(0);
  });

  test("stores no text of a sent email", async () => {
    const desk = await open();
    const { id } = await order(desk);
    await sendDue(desk, taker().send);
    const [row] = await rowsOf(desk);
    expect(row).toMatchObject({
      template: "placed",
      data: "{}",
      recipient: "lucia@correo.example",
      subject: `Tu pedido ${id}: cómo pagarlo`,
      sentAt: desk.now(),
      error: null,
    });
    expect(JSON.stringify(row)).not.toContain("Gracias");
  });

  test("sends neither an obsolete email nor one to a shopper whose data is erased", async () => {
    const desk = await open();
    const { id: orderId, total } = await order(desk);
    const { taken, send } = taker();
    await sendDue(desk, send);
    await queue(desk, { template: "reminder", orderId });
    await enter(desk, { id: orderId }, total);
    const erased = await order(desk, "ana@correo.example");
    await desk.db.updateTable("orders").set({ email: null }).where("id", "=", erased.id).execute();
    await sendDue(desk, send);
    expect(taken.map(({ subject }) => subject)).toEqual([
      `Tu pedido ${orderId}: cómo pagarlo`,
      `Pedido ${orderId}: pago recibido`,
    ]);
    const obsolete = (await rowsOf(desk)).filter(({ dismissedAt }) => dismissedAt === desk.now());
    expect(obsolete.map(({ template }) => template).sort()).toEqual(["placed", "reminder"]);
    expect(await stuckMails(desk.db)).toEqual([]);
    expect((await mailsOf(desk, { id: orderId })).map(({ template }) => template)).toEqual([
      "placed",
      "money",
    ]);
  });

  test("lists the emails to an order's shopper with their subjects, sent or not", async () => {
    const desk = await open();
    const stored = await placed(desk);
    await sendDue(desk, taker().send);
    await enter(desk, stored, 5000);
    expect(
      (await mailsOf(desk, stored)).map(({ subject, sentAt }) => [
        subject.replace(stored.id, "NUMBER"),
        sentAt !== null,
      ]),
    ).toEqual([
      ["Tu pedido NUMBER: cómo pagarlo", true],
      ["Tu pedido NUMBER: faltan 39,99\u00a0€", false],
    ]);
  });

  test("sends the emails about one order in their order, even if the first is delayed", async () => {
    const desk = await open();
    const stored = await order(desk);
    await triedAt(desk, 8 * minute);
    await enter(desk, stored, stored.total);
    await queue(desk, {
      template: "owner payment",
      orderId: stored.id,
      data: { amount: stored.total },
    });
    const { taken, send } = taker();
    expect(await sendDue(desk, send)).toBe(1);
    desk.pass(hour);
    expect(await sendDue(desk, send)).toBe(2);
    expect(subjectsOf(taken, stored)).toEqual([
      "Pagado: 89,99\u00a0€, pedido NUMBER",
      "Tu pedido NUMBER: confirmado",
      "Pedido NUMBER: pago recibido",
    ]);
  });

  test("an email that waits for an undo holds back the later ones", async () => {
    const desk = await testDesk(database, {
      limits: { ...unlimited, undoWithin: limits.undoWithin },
    });
    const stored = await order(desk);
    const { taken, send } = taker();
    await sendDue(desk, send);
    await enter(desk, stored, stored.total);
    desk.pass(minute);
    await change(desk, stored, (trx, locked) => ship(desk, trx, locked, ""));
    await change(desk, stored, (trx, locked) => deliver(desk, trx, locked));
    await queue(desk, {
      template: "shipped",
      orderId: stored.id,
      data: { kind: "tracking", tracking: "SEUR 1" },
    });
    desk.pass(minute - 1);
    expect(await sendDue(desk, send)).toBe(0);
    desk.pass(1);
    expect(await sendDue(desk, send)).toBe(1);
    desk.pass(minute);
    expect(await sendDue(desk, send)).toBe(3);
    expect(subjectsOf(taken, stored)).toEqual([
      "Tu pedido NUMBER: cómo pagarlo",
      "Pedido NUMBER: pago recibido",
      "Pedido NUMBER: va de camino",
      "Pedido NUMBER: entregado",
      "Pedido NUMBER: cómo seguir tu paquete",
    ]);
  });

  test("an email that fails holds back the later ones for a quarter of an hour only", async () => {
    const desk = await open();
    const stored = await order(desk);
    const { taken, send } = taker();
    const selective: Send = async (mail) =>
      mail.subject.startsWith("Tu pedido") ? refused(mail) : send(mail);
    await sendDue(desk, selective);
    await enter(desk, stored, stored.total);
    desk.pass(minute);
    await triedAt(desk, 13 * minute, selective);
    expect(taken).toEqual([]);
    desk.pass(minute);
    await sendDue(desk, selective);
    expect(subjectsOf(taken, stored)).toEqual(["Pedido NUMBER: pago recibido"]);
  });

  test("a step that is taken back sends a correction only if its email may have left", async () => {
    const desk = await open();
    const stored = await order(desk);
    const { taken, send } = taker();
    await sendDue(desk, send);
    const reversed = async () => {
      const entry = (await ledgerOf(desk.db, stored.id)).at(-1);
      if (!entry) throw new Error("The ledger is empty.");
      await change(desk, stored, (trx, locked) =>
        reverse(desk, trx, locked, entry, { who: "owner" }),
      );
    };
    await enter(desk, stored, 1000);
    await reversed();
    expect(await sendDue(desk, send)).toBe(0);
    await enter(desk, stored, 2000);
    await sendDue(desk, refused);
    await reversed();
    desk.pass(hour);
    await sendDue(desk, send);
    expect(subjectsOf(taken, stored).at(-1)).toBe(
      "Tu pedido NUMBER: corregimos un dato, faltan 89,99\u00a0€",
    );
  });

  test("sends at most three copies to a server that never says that it accepted one", async () => {
    const desk = await open();
    await order(desk);
    const uncertain = failing(new MailUncertain("421 Closing"));
    expect(await triedAt(desk, 6 * day, uncertain, hour)).toHaveLength(3);
    expect(await stuckMails(desk.db)).toMatchObject([{ error: "421 Closing", copies: 3 }]);
  });

  test("failures before the server has an email do not count as copies", async () => {
    const desk = await open();
    await order(desk);
    let tries = 0;
    const send: Send = async (mail) => {
      tries++;
      if (tries <= 2) return down(mail);
      if (tries === 4) return refused(mail);
      throw new MailUncertain("421 Closing");
    };
    await triedAt(desk, 12 * hour, send, hour);
    expect(tries).toBe(6);
    const [stuck] = await stuckMails(desk.db);
    expect(stuck).toMatchObject({ attempts: 4, copies: 3, error: "421 Closing" });
    // The owner's press allows three more.
    await sendAgain(desk, stuck?.id ?? "");
    await triedAt(desk, 12 * hour, send, hour);
    expect(tries).toBe(9);
  });

  test("resends an undelivered email to the order's address of that moment", async () => {
    const desk = await open();
    const { id } = await order(desk);
    await sendDue(desk, refusedForGood);
    await desk.db.updateTable("orders").set({ email: "nueva@correo.example" }).execute();
    const [stuck] = await stuckMails(desk.db);
    expect(await sendAgain(desk, stuck?.id ?? "")).toBe(true);
    expect(await stuckMails(desk.db)).toEqual([]);
    const { taken, send } = taker();
    expect(await sendDue(desk, send)).toBe(1);
    expect(taken).toMatchObject([
      {
        id: stuck?.id,
        subject: `Tu pedido ${id}: cómo pagarlo`,
        recipient: "nueva@correo.example",
      },
    ]);
    expect(await sendAgain(desk, "0")).toBe(false);
  });

  test("resends refused emails by itself once the address is corrected, two minutes later", async () => {
    const desk = await testDesk(database, { limits });
    const stored = await order(desk);
    await sendDue(desk, refusedForGood);
    const correct = (changes: Partial<ShippingDetails>) =>
      change(desk, stored, (trx, before) => amend(desk, trx, before, { ...recipient, ...changes }));
    await correct({ city: "Toledo" });
    expect(await stuckMails(desk.db)).toHaveLength(1);
    await correct({ email: "nueva@correo.example" });
    expect(await stuckMails(desk.db)).toEqual([]);
    const { taken, send } = taker();
    desk.pass(2 * minute - 1);
    expect(await sendDue(desk, send)).toBe(0);
    desk.pass(1);
    expect(await sendDue(desk, send)).toBe(1);
    expect(taken[0]?.recipient).toBe("nueva@correo.example");
  });

  test("resends a delivered email as a new one, each time it is asked for", async () => {
    const desk = await open();
    await order(desk);
    const { taken, send } = taker();
    await sendDue(desk, send);
    await desk.db.updateTable("orders").set({ email: "nueva@correo.example" }).execute();
    await Promise.all([1, 2, 3].map(() => sendAgain(desk, taken[0]?.id ?? "")));
    expect(await sendDue(desk, send)).toBe(1);
    await sendAgain(desk, taken[1]?.id ?? "");
    expect(await sendDue(desk, send)).toBe(1);
    expect(taken.map(({ recipient }) => recipient)).toEqual([
      "lucia@correo.example",
      "nueva@correo.example",
      "nueva@correo.example",
    ]);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(3);
    expect(new Set(taken.map(({ text }) => text)).size).toBe(1);
  });

  test("hides a dismissed email, which can still be sent", async () => {
    const desk = await open();
    await order(desk);
    await triedAt(desk, 20 * minute);
    const [stuck] = await stuckMails(desk.db);
    await dismiss(desk, stuck?.id ?? "");
    expect(await stuckMails(desk.db)).toEqual([]);
    expect(await triedAt(desk, day, refused, hour)).toEqual([]);
    await sendAgain(desk, stuck?.id ?? "");
    expect(await sendDue(desk, taker().send)).toBe(1);
  });

  test("an email that is dismissed while its sending fails stays dismissed", async () => {
    const desk = await open();
    await order(desk);
    await sendDue(desk, async (mail) => {
      await dismiss(desk, mail.id);
      return refused(mail);
    });
    expect(await triedAt(desk, day, refused, hour)).toEqual([]);
  });

  test("sends all emails after the clock was ahead", async () => {
    const desk = await open();
    for (const [index, send] of [refused, down].entries()) {
      await order(desk, `${index}@correo.example`);
      desk.pass(40 * day);
      await order(desk, `later${index}@correo.example`);
      await sendDue(desk, send);
      desk.pass(-40 * day);
    }
    expect(await sendDue(desk, taker().send)).toBe(4);
  });

  test("does not send twice if the success can't be recorded at once", async () => {
    const desk = await open();
    await order(desk);
    const { taken, send } = taker();
    let failures = 3;
    const db = new Proxy(desk.db, {
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
    expect(await sendDue({ ...desk, db }, send)).toBe(1);
    expect(failures).toBeLessThan(1);
    desk.pass(day);
    expect(await sendDue(desk, send)).toBe(0);
    expect(await rowsOf(desk)).toMatchObject([{ attempts: 1, error: null }]);
  });

  test("logs a failure without addresses", async () => {
    const desk = await open();
    const { id } = await order(desk);
    await triedAt(desk, 5 * minute);
    desk.pass(hour);
    await sendDue(desk, refusedForGood);
    const [stuck] = await stuckMails(desk.db);
    await sendAgain(desk, stuck?.id ?? "");
    await sendDue(desk, refused);
    desk.pass(hour);
    await sendDue(desk, taker().send);
    await order(desk);
    await sendDue(desk, taker().send);
    const name = `El correo «Tu pedido ${id}: cómo pagarlo» (${id})`;
    expect(log).toEqual([
      `${name} no ha salido, y se sigue intentando: 451 Try again later`,
      `${name} no ha salido, y no se intenta más: 550 <…@correo.example>: no such user`,
      `${name} no ha salido, y se sigue intentando: 451 Try again later`,
    ]);
  });

  describe("reports undelivered emails to the owner", () => {
    /** The reports that are sent within this many minutes, with their times. */
    async function reports(desk: TestDesk, minutes: number, toShoppers: Send) {
      const sent: [number, string[]][] = [];
      for (let time = 0; time < minutes; time++) {
        await reportUndelivered(desk);
        await sendDue(desk, async (mail) => {
          if (mail.recipient !== "hola@aurelia.example") return toShoppers(mail);
          sent.push([time, mail.text.split("\n\n").slice(2, -2)]);
        });
        desk.pass(minute);
      }
      return sent;
    }

    test("each once, as soon as it is refused", async () => {
      const desk = await open();
      const line = ({ id }: Order) =>
        `«Tu pedido ${id}: cómo pagarlo»\nYa no se intenta: 550 <…@correo. example>: no such user`;
      const first = await order(desk);
      expect(await reports(desk, 65, refusedForGood)).toEqual([[1, [line(first)]]]);
      const second = await order(desk);
      expect(await reports(desk, 65, refusedForGood)).toEqual([[1, [line(second)]]]);
    });

    test("that fail for an hour, unless they are delivered or dismissed by then", async () => {
      const desk = await open();
      const stored = await order(desk);
      expect(await reports(desk, 65, refused)).toEqual([
        [60, [`«Tu pedido ${stored.id}: cómo pagarlo»\nSe sigue intentando: 451 Try again later`]],
      ]);
      const [dismissed, delivered] = [await order(desk), await order(desk)];
      const late: Send = async (mail) =>
        mail.subject.includes(delivered.id) ? undefined : refused(mail);
      await sendDue(desk, late);
      const [mail] = await mailsOf(desk, dismissed);
      await dismiss(desk, mail?.id ?? "");
      expect(await reports(desk, 65, late)).toEqual([]);
    });

    test("but none while the mail server is down", async () => {
      const desk = await open();
      await order(desk);
      expect(await reports(desk, 65, down)).toEqual([]);
      expect(await rowsOf(desk)).toHaveLength(1);
    });

    test("but not those to herself", async () => {
      const desk = await open();
      await queue(desk, {
        template: "owner setting changed",
        data: { name: "PRODUCT_PRICE", before: "89.99", after: "79.99" },
      });
      await sendDue(desk, refusedForGood);
      await reportUndelivered(desk);
      expect(await rowsOf(desk)).toHaveLength(1);
    });
  });
});
