import { describe, expect, test, vi } from "vitest";
import { minute } from "../app/desk/shop/time.ts";
import { applyAccount, cancelAccount, pendingAccount, scheduleAccount } from "./account.ts";
import type { Desk } from "./context.ts";
import { readFacts } from "./facts.ts";
import { cleanUp } from "./jobs/clean-up.ts";
import { close } from "./orders/order-steps.ts";
import { openDatabase } from "./storage/database.ts";
import { storeSetting } from "./storage/settings.ts";
import { change, databases, mailsOf, paid, placed, testDesk } from "./testing/desk.ts";
import { read, testShop } from "./testing/shop.ts";

vi.spyOn(console, "log").mockImplementation(() => {});

const oldIban = "ES9121000418450200051332";
const iban = "ES7921000813610123456789";

const accountOf = async ({ db, settings }: Desk) => (await readFacts(db, settings)).iban;

const ownersMails = async ({ db }: Desk) =>
  (
    await db
      .selectFrom("mails")
      .select("template")
      .where("audience", "=", "owner")
      .where("orderId", "is", null)
      .orderBy("dueAt")
      .execute()
  ).map(({ template }) => template);

describe.each(databases)("a new account on %s", (database) => {
  test("is announced to the settings file's address too, if the shop's email was changed", async () => {
    const desk = await testDesk(database);
    await storeSetting(desk.db, "SHOP_EMAIL", "otra@casa.es");
    expect(await scheduleAccount(desk, iban)).toBe(true);
    const mails = await desk.db.selectFrom("mails").select("data").execute();
    expect(mails.map(({ data }) => JSON.parse(data).to).sort()).toEqual([
      "hola@aurelia.example",
      "otra@casa.es",
    ]);
  });

  test("is used after 15 minutes, and only then announced to shoppers who wait to pay by transfer", async () => {
    const desk = await testDesk(database);
    const waiting = await placed(desk);
    const done = await paid(desk, { email: "b@correo.example" });
    const cancelled = await placed(desk, { email: "c@correo.example" });
    await change(desk, cancelled, (trx, order) =>
      close(desk, trx, order, "cancelled", { who: "owner" }),
    );
    const messages = async (order: { id: string }) =>
      (await mailsOf(desk, order)).filter((template) => template === "account changed").length;

    expect(await scheduleAccount(desk, iban)).toBe(true);
    expect(await ownersMails(desk)).toEqual(["owner account change"]);
    desk.pass(15 * minute - 1);
    await cleanUp(desk);
    expect([await accountOf(desk), await messages(waiting)]).toEqual([oldIban, 0]);
    desk.pass(1);
    await cleanUp(desk);
    expect(await accountOf(desk)).toBe(iban);
    expect(await Promise.all([waiting, done, cancelled].map(messages))).toEqual([1, 0, 0]);
    expect(await ownersMails(desk)).toEqual(["owner account change", "owner setting changed"]);

    // Back to that of the environment.
    expect(await scheduleAccount(desk, oldIban)).toBe(true);
    desk.pass(15 * minute);
    await cleanUp(desk);
    expect([await accountOf(desk), await messages(waiting)]).toEqual([oldIban, 2]);
    expect(await pendingAccount(desk.db)).toBeUndefined();
  });

  test("can be undone by its token, and is then announced to nobody", async () => {
    const desk = await testDesk(database);
    const waiting = await placed(desk);
    await scheduleAccount(desk, iban);
    const { token = "" } = (await pendingAccount(desk.db)) ?? {};
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(await cancelAccount(desk, "")).toBe(false);
    expect(await cancelAccount(desk, `${token}A`)).toBe(false);
    expect(await cancelAccount(desk, token)).toBe(true);
    expect(await cancelAccount(desk, token)).toBe(false);
    desk.pass(15 * minute);
    await cleanUp(desk);
    expect(await accountOf(desk)).toBe(oldIban);
    expect(await mailsOf(desk, waiting)).toEqual(["placed"]);
  });

  test("waits for no other one, and is no change if it is the same", async () => {
    const desk = await testDesk(database);
    expect(await scheduleAccount(desk, oldIban)).toBe(true);
    expect(await pendingAccount(desk.db)).toBeUndefined();
    const scheduled = [iban, "DE89370400440532013000"].map((iban) => scheduleAccount(desk, iban));
    expect((await Promise.all(scheduled)).sort()).toEqual([false, true]);
    expect(await ownersMails(desk)).toEqual(["owner account change"]);
  });

  test("is used once by two servers, or undone", async () => {
    const desk = await testDesk(database);
    const other = { ...desk, db: await openDatabase(desk.url) };
    await placed(desk);
    await scheduleAccount(desk, iban);
    const { token = "" } = (await pendingAccount(desk.db)) ?? {};
    desk.pass(15 * minute);
    const [undone] = await Promise.all([
      cancelAccount(other, token),
      applyAccount(desk),
      applyAccount(other),
    ]);
    expect(await accountOf(desk)).toBe(undone ? oldIban : iban);
    expect(await ownersMails(desk)).toHaveLength(undone ? 1 : 2);
    await other.db.destroy();
  });
});

describe("the page of the account", () => {
  const path = "/mostrador/ajustes/cuenta";
  const contrasena = "una contraseña larga";

  test("asks for the password, and shows what waits", async () => {
    const { desk, owner, wakes } = await testShop("SQLite");
    const wrong = await read(owner.post(path, { iban, contrasena: "otra" }));
    expect([wrong.status, wrong.text]).toEqual([
      400,
      expect.stringContaining("La contraseña no es esa."),
    ]);
    expect(wrong.html).toContain(`value="${iban}"`);
    expect((await read(owner.post(path, { iban }))).status).toBe(400);
    const mistyped = await read(owner.post(path, { iban: "ES00", contrasena }));
    expect(mistyped.text).toContain("Debe ser el IBAN");
    expect(await pendingAccount(desk.db)).toBeUndefined();

    const { count } = wakes;
    const answer = await owner.post(path, { iban: "es79-2100 0813 6101 2345 6789", contrasena });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, path]);
    expect(wakes.count).toBe(count + 1);
    for (const page of [path, "/mostrador/ajustes"]) {
      const { text, forms } = await read(owner.get(page));
      expect(text).toContain("ES91 2100 0418 4502 0005 1332");
      expect(text).toContain(
        "Cambia a ES79 2100 0813 6101 2345 6789 el 22 de noviembre de 2026 a las 10:20. Anular",
      );
      expect(Object.keys(forms)).not.toContain("Cambiar la cuenta");
    }
    expect((await owner.post(path, { iban: "DE89370400440532013000", contrasena })).status).toBe(
      409,
    );
    const { token = "" } = (await pendingAccount(desk.db)) ?? {};
    expect((await owner.post(path, { anular: token })).status).toBe(303);
    expect((await read(owner.get(path))).text).not.toContain("Anular");
    expect(await pendingAccount(desk.db)).toBeUndefined();
  });

  test("is no other form's way around the password", async () => {
    const { desk, owner } = await testShop("SQLite");
    await owner.post("/mostrador/ajustes", { ajuste: "cuenta", valor: iban, antes: oldIban });
    expect([await accountOf(desk), await pendingAccount(desk.db)]).toEqual([oldIban, undefined]);
  });
});

describe("the link in the owner's email", () => {
  test("needs no session, and undoes the change by its button", async () => {
    const { desk, ask, post } = await testShop("SQLite");
    await scheduleAccount(desk, iban);
    const { token = "" } = (await pendingAccount(desk.db)) ?? {};
    const path = `/mostrador/anular/${token}`;
    for (const method of ["HEAD", "GET"]) expect((await ask(path, { method })).status).toBe(200);
    const page = await read(ask(path));
    expect(page.text).toBe(
      "Cambio de cuenta Cuenta para las transferencias: ES91 2100 0418 4502 0005 1332 Desde el 22 de noviembre de 2026 a las 10:20: ES79 2100 0813 6101 2345 6789 Anular el cambio",
    );
    expect(await pendingAccount(desk.db)).toBeDefined();
    expect((await post(path, {}, { Origin: "https://evil.example" })).status).toBe(403);
    expect(await pendingAccount(desk.db)).toBeDefined();

    const undone = await read(post(path, {}));
    expect([undone.status, undone.text]).toEqual([
      200,
      expect.stringContaining(
        "El cambio está anulado. La cuenta para las transferencias es ES91 2100 0418 4502 0005 1332 .",
      ),
    ]);
    expect(undone.links).toEqual({
      "Cambiar la contraseña del mostrador": "/mostrador/contrasena",
    });
    expect(await pendingAccount(desk.db)).toBeUndefined();
    expect((await post(path, {})).status).toBe(409);
    expect((await read(ask(path))).text).toContain("Este cambio ya está hecho o anulado.");
  });
});
