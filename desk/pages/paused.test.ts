import { expect, test } from "vitest";
import { expire, remindDue } from "../jobs/expiry.ts";
import { type OutgoingMail, sendDue } from "../mail/outbox.ts";
import { extend } from "../orders/order-steps.ts";
import { day } from "../shop/time.ts";
import { change, enter, paid, pause, placed, reread, type TestDesk } from "../testing/desk.ts";
import { take } from "../testing/take-steps.ts";
import { read, testShop } from "../testing/test-shop.ts";

/* A shop that is closed for holidays, from the 22nd of November to the 7th of January. */

/** The emails to shoppers that leave now, as texts. */
async function leaving(desk: TestDesk) {
  const mails: OutgoingMail[] = [];
  await sendDue(desk, async (mail) => {
    if (mail.recipient.startsWith("lucia")) mails.push(mail);
  });
  return mails.map(({ subject, text }) => `${subject} ${text.replace(/\s+/g, " ")}`);
}

test("nothing expires and nobody is reminded, and on the first day each order has seven days", async () => {
  const { desk } = await testShop("SQLite");
  const [usual, extended, late] = [await placed(desk), await placed(desk), await placed(desk)];
  const partly = await placed(desk);
  await enter(desk, partly, 1000);
  await change(desk, extended, (trx, order) => extend(desk, trx, order, 60));
  await pause(desk, "el 7 de enero");
  for (let passed = 0; passed < 46; passed++) {
    desk.pass(day);
    await expire(desk);
    await remindDue(desk);
  }
  expect(new Date(desk.now()).toISOString()).toBe("2027-01-07T09:05:00.000Z");
  await pause(desk, "");
  await expire(desk);
  const untilOf = async (order: { id: string }) =>
    new Date((await reread(desk, order)).payUntil ?? 0).toISOString();
  expect(await untilOf(usual)).toBe("2027-01-14T22:59:59.999Z");
  expect(await untilOf(late)).toBe("2027-01-14T22:59:59.999Z");
  // It had more days already.
  expect(await untilOf(extended)).toBe("2027-01-21T22:59:59.999Z");
  // It does not expire.
  expect(await untilOf(partly)).toBe("2026-11-29T22:59:59.999Z");
  const reminders = await desk.db
    .selectFrom("mails")
    .select("id")
    .where("template", "=", "reminder")
    .execute();
  expect(reminders).toEqual([]);
  desk.pass(7 * day + 14 * 3_600_000);
  expect(await expire(desk)).toBe(2);
});

const resting = "Estos días descansamos: volvemos el 7 de enero.";

test("pages and emails name no day to pay and no delivery", async () => {
  const { desk, ask } = await testShop("SQLite");
  const [unpaid, prepared, sent] = [await placed(desk), await paid(desk), await paid(desk)];
  const partly = await placed(desk);
  await enter(desk, partly, 1000);
  await take(desk, sent, "enviado");
  const pageOf = async ({ token }: { token: string }) =>
    (await read(ask(`/pedido/${token}`))).text.replaceAll("\u00a0", " ");
  expect(await pageOf(unpaid)).toContain("Puedes pagarlo hasta el domingo 29 de noviembre.");
  expect(await pageOf(prepared)).toContain("entregamos en 24-48 h");
  await pause(desk, "el 7 de enero");
  const mails = await leaving(desk);
  const pages = await Promise.all([unpaid, prepared, sent, partly].map(pageOf));
  for (const text of [...pages, ...mails])
    expect(text).not.toMatch(/hasta el domingo|entregamos en|Lo recibirás/);
  expect(pages[0]).toContain(
    `${resting} Mientras tanto tu pedido no caduca: puedes pagarlo ahora o entonces. A la vuelta preparamos el paquete y te escribimos a lucia@correo.example.`,
  );
  expect(pages[1]).toContain(
    `Hemos recibido tu pago. ${resting} A la vuelta preparamos el paquete.`,
  );
  expect(pages[2]).not.toContain("descansamos");
  expect(pages[3]).toContain(
    `Hemos recibido 10,00 € de 89,99 €. ${resting} A la vuelta, y cuando haya llegado lo que falta, preparamos el paquete`,
  );
  const saying = ({ id }: { id: string }) =>
    mails.filter((text) => text.includes(id)).map((text) => text.includes(resting));
  expect([unpaid, partly, prepared].map(saying)).toEqual([[true], [true, true], [true, true]]);
  expect(saying(sent)).toEqual([false, false, false]);
});
