import { describe, expect, test } from "vitest";
import { day, hour, minute } from "./context.ts";
import { transact } from "./database.ts";
import { receive } from "./money.ts";
import { enqueue, sendAgain, sendDue, stuckMails } from "./outbox.ts";
import { forgetOrder } from "./retention.ts";
import type { Mail } from "./schema.ts";
import { databases, placed, type TestDesk, testDesk } from "./testing/desk.ts";

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

/** Takes every mail and remembers it. */
function taker() {
  const taken: Mail[] = [];
  const send = async (mail: Mail) => {
    taken.push(mail);
  };
  return { taken, send };
}

/** Looks for due mails every minute for this long; the minutes at which one was tried. */
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

  test("a mail goes out once, oldest first", async () => {
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

  test("there is one mail of a kind about one thing", async () => {
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

  test("of four workers at once one takes each mail", async () => {
    const desk = await open();
    for (let index = 0; index < 20; index++) await write(desk, { about: String(index) });
    const { taken, send } = taker();
    const counts = await Promise.all(Array.from({ length: 4 }, () => sendDue(desk, send)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(20);
    expect(new Set(taken.map(({ about }) => about)).size).toBe(20);
    expect(taken).toHaveLength(20);
  });

  test("a mail that is on its way is not taken by another worker", async () => {
    const desk = await open();
    await write(desk);
    const { taken, send } = taker();
    await sendDue(desk, async () => {
      desk.pass(minute - 1);
      expect(await sendDue(desk, send)).toBe(0);
    });
    expect(taken).toEqual([]);
  });

  test("a worker that dies with a mail leaves it to others after a minute, under the same id", async () => {
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

  test("a refused mail is tried after 1, 2, 4 … minutes, then every hour", async () => {
    const desk = await open();
    await write(desk);
    expect(await triedAt(desk, 5 * hour)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
  });

  test("after a day without a mail server each mail goes out within an hour, once", async () => {
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

  test("the owner hears of a mail at its third refusal, and of the reason", async () => {
    const desk = await open();
    await write(desk);
    await triedAt(desk, 2 * minute);
    expect(await stuckMails(desk)).toEqual([]);
    await triedAt(desk, minute);
    expect(await stuckMails(desk)).toMatchObject([{ attempts: 3, error: "451 Try again later" }]);
  });

  test("after seven days a mail is given up, and the owner may have it tried again", async () => {
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

  test("one address that is refused holds up nobody else", async () => {
    const desk = await open();
    await write(desk, { recipient: "nadie@correo.example" });
    await write(desk, { about: "8KQ2M9XA" });
    const { taken, send } = taker();
    const refusing = async (mail: Mail) =>
      mail.recipient === "nadie@correo.example" ? refused() : send(mail);
    expect(await sendDue(desk, refusing)).toBe(1);
    expect(taken.map(({ recipient }) => recipient)).toEqual(["lucia@correo.example"]);
  });

  test("a mail that was sent is not sent again by hand", async () => {
    const desk = await open();
    await write(desk);
    const { taken, send } = taker();
    await sendDue(desk, send);
    await sendAgain(desk, taken[0]?.id ?? "");
    expect(await sendDue(desk, send)).toBe(0);
  });

  test("a mail of an order that is forgotten meanwhile stays unsent", async () => {
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
