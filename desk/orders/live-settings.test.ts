import { describe, expect, test, vi } from "vitest";
import type { Desk } from "../context.ts";
import { sendDue } from "../mail/outbox.ts";
import {
  attempt,
  databases,
  mailsOf,
  newKey,
  pause,
  placed,
  setStock,
  testDesk,
} from "../testing/desk.ts";
import { read, testShop } from "../testing/shop.ts";
import { announceAccount } from "./account.ts";
import { sellByHand } from "./hand-sale.ts";
import { changeSetting, liveSettings, watchSales } from "./live-settings.ts";
import { place } from "./orders.ts";
import { pausedUntil, stockOf } from "./shop-state.ts";

vi.spyOn(console, "log").mockImplementation(() => {});

const path = "/mostrador/ajustes";
const iban = "ES7921000813610123456789";

/** The owner's emails, in their order. */
const ownersMails = ({ db }: Desk) =>
  db.selectFrom("mails").selectAll().where("about", "=", "settings").orderBy("createdAt").execute();

describe.each(databases)("live settings on %s", (database) => {
  test.each([
    ["precio", "95", "PRODUCT_PRICE", "95,00", "89,99 € 95,00 €"],
    ["precio", "94.5 €", "PRODUCT_PRICE", "94,50", "89,99 € 94,50 €"],
    ["existencias", " 012 ", "stock", "12", "No se cuentan 12"],
    [
      "pausa",
      "el 3 de enero",
      "paused",
      "el 3 de enero",
      "Abierta En pausa («Volvemos el 3 de enero»)",
    ],
    [
      "cuenta",
      "es79-2100 0813 6101 2345 6789",
      "SELLER_IBAN",
      iban,
      "ES91 2100 0418 4502 0005 1332 ES79 2100 0813 6101 2345 6789",
    ],
    [
      "aviso",
      "Cerramos el lunes.",
      "SHOP_NOTICE",
      "Cerramos el lunes.",
      "Ninguno «Cerramos el lunes.»",
    ],
  ] as const)(
    "%s «%s» is shown before and after, then changed",
    async (ajuste, valor, name, value, shown) => {
      const { desk, owner, wakes } = await testShop(database);
      const before = await liveSettings(desk);
      const asked = await read(owner.post(path, { ajuste, valor }));
      expect(asked.text).toContain(`Ahora Después ${shown.replaceAll(" €", "\u00a0€")}`);
      expect(await liveSettings(desk)).toEqual(before);
      const { count } = wakes;
      const answer = await owner.post(path, { ...asked.forms["Sí, cambiar"], antes: before[name] });
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, path]);
      expect(await liveSettings(desk)).toEqual({ ...before, [name]: value });
      expect(wakes.count).toBeGreaterThan(count);
    },
  );

  test.each([
    ["precio", "9,99", "Debe ser el precio de un frasco"],
    ["precio", "899900", "Debe ser el precio de un frasco"],
    ["existencias", "-1", "Escribe un número, como 12, o nada."],
    ["existencias", "doce", "Escribe un número, como 12, o nada."],
    ["cuenta", "ES79 2100 0813 6101 2345 6780", "Debe ser el IBAN"],
    [
      "aviso",
      "a".repeat(141),
      "Debe ser una frase de 140 letras como mucho, para la portada; es «aaa",
    ],
  ])("%s «%s» is refused, and stays in its field", async (ajuste, valor, sentence) => {
    const { desk, owner } = await testShop(database);
    const before = await liveSettings(desk);
    for (const antes of [undefined, before.PRODUCT_PRICE]) {
      const { status, text, html } = await read(
        owner.post(path, { ajuste, valor, ...(antes && { antes }) }),
      );
      expect([status, text]).toEqual([400, expect.stringContaining(sentence)]);
      expect(html).toContain(`value="${valor}"`);
    }
    expect(await liveSettings(desk)).toEqual(before);
  });

  test("asks about a price that a lost comma may have made", async () => {
    const { owner } = await testShop(database);
    const asked = async (valor: string) =>
      (await read(owner.post(path, { ajuste: "precio", valor }))).text;
    expect(await asked("899,90")).toContain("Es un 900\u00a0% más que ahora: comprueba la coma.");
    expect(await asked("40")).toContain("Es un 56\u00a0% menos que ahora: comprueba la coma.");
    expect(await asked("99")).not.toContain("comprueba la coma");
  });

  test("an empty field restores the value of the settings file", async () => {
    const { desk, owner } = await testShop(database);
    await changeSetting(desk, "PRODUCT_PRICE", "95,00", "89,99");
    const mails = await desk.db.selectFrom("mails").select("text").execute();
    expect(mails[0]?.text).toContain("Antes: 89,99\u00a0€. Ahora: 95,00\u00a0€.");
    expect((await read(owner.get(path))).text).toContain("En el archivo de ajustes: 89,99\u00a0€.");
    const asked = await read(owner.post(path, { ajuste: "precio", valor: "" }));
    expect(asked.text).toContain("95,00\u00a0€ 89,99\u00a0€");
    await owner.post(path, { ...asked.forms["Sí, cambiar"], antes: "95,00" });
    expect(
      await desk.db
        .selectFrom("shopState")
        .select("value")
        .where("name", "=", "PRODUCT_PRICE")
        .execute(),
    ).toEqual([]);
  });

  test("does nothing if the value has changed since the owner saw it", async () => {
    const { desk, owner } = await testShop(database);
    await setStock(desk, 12);
    const asked = await read(owner.post(path, { ajuste: "existencias", valor: "40" }));
    await placed(desk);
    const late = await read(owner.post(path, { ...asked.forms["Sí, cambiar"], antes: "12" }));
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringContaining("Ha cambiado mientras tanto"),
    ]);
    expect(await stockOf(desk)).toBe(11);
    expect((await read(owner.get(path))).text).toContain("Existencias: 11 Frascos");
    // Of two changes at once, one wins.
    const changes = await Promise.all(
      ["1", "2", "3", "4"].map((value) => changeSetting(desk, "SHOP_NOTICE", value, "")),
    );
    expect(changes.filter(Boolean)).toHaveLength(1);
  });

  test.each([
    ["Volvemos el 3 de enero.", "el 3 de enero"],
    ["VOLVEMOS… en febrero ", "en febrero"],
    ["Volvemos.", "pronto"],
    ["", "pronto"],
  ])("a pause until «%s» says «Volvemos %s»", async (valor, words) => {
    const { desk, owner } = await testShop(database);
    const asked = await read(owner.post(path, { ajuste: "pausa", paso: "pausar", valor }));
    expect(asked.text).toContain(`En pausa («Volvemos ${words}»)`);
    await owner.post(path, { ...asked.forms["Sí, cambiar"], antes: "" });
    expect(await pausedUntil(desk)).toBe(words);
  });

  test("opens and pauses the shop", async () => {
    const { desk, owner } = await testShop(database);
    const sales = await watchSales(desk);
    await owner.post(path, { ajuste: "pausa", paso: "pausar", valor: " ", antes: "" });
    expect(await pausedUntil(desk)).toBe("pronto");
    await sales.look();
    expect(sales.sign()).toBe("Volvemos pronto");
    await owner.post(path, { ajuste: "pausa", valor: "", antes: "pronto" });
    expect(await pausedUntil(desk)).toBeUndefined();
    for (const ajuste of ["otro", "constructor"])
      expect((await owner.post(path, { ajuste, valor: "1" })).status).toBe(303);
  });

  test("a new account is used at once, and shoppers who have the old one get an email, on every server", async () => {
    const { desk, owner } = await testShop(database);
    const other = { ...desk };
    await announceAccount(desk);
    const first = await placed(desk);
    await sendDue(desk, async () => {});
    desk.pass(1);
    await changeSetting(desk, "SELLER_IBAN", iban, desk.iban);
    // Before it has looked, another server still writes the old account.
    const second = await placed(other);
    await sendDue(other, async () => {});
    desk.pass(1);
    await (await watchSales(other)).look();
    await (await watchSales(desk)).look();
    for (const order of [first, second])
      expect(await mailsOf(desk, order)).toEqual([expect.stringMatching(/^account/), "pending"]);
    const [mail, ...more] = await ownersMails(desk);
    expect(mail?.subject).toBe("La cuenta para las transferencias ha cambiado en el mostrador");
    expect(mail?.text).toContain(
      "Antes: ES91 2100 0418 4502 0005 1332. Ahora: ES79 2100 0813 6101 2345 6789.",
    );
    expect(more).toEqual([]);
    expect((await read(owner.get(path))).text).toContain("ES79 2100 0813 6101 2345 6789");
  });

  test("an account that goes back and forth is told each time", async () => {
    const desk = await testDesk(database);
    await announceAccount(desk);
    const order = await placed(desk);
    const old = desk.iban;
    for (const [from, to] of [
      [old, iban],
      [iban, old],
      [old, iban],
    ] as const) {
      await sendDue(desk, async () => {});
      desk.pass(1);
      await changeSetting(desk, "SELLER_IBAN", to, from);
    }
    expect(await mailsOf(desk, order)).toHaveLength(4);
  });

  test("orders follow the price of the published pages, and running ones keep theirs", async () => {
    const desk = await testDesk(database);
    const running = attempt();
    const { order: before } = (await place(desk, running)) as { order: { unitPrice: number } };
    // Wanted, but not published yet.
    await changeSetting(desk, "PRODUCT_PRICE", "95,00", "89,99");
    expect((await place(desk, attempt({ email: "b@correo.example" }))).outcome).toBe("placed");
    desk.price = 9500;
    expect(await place(desk, attempt({ email: "c@correo.example" }))).toEqual({
      outcome: "other total",
      total: 9500,
    });
    const after = await place(desk, { ...attempt({ email: "d@correo.example" }), total: 9500 });
    expect(after).toMatchObject({ outcome: "placed", order: { unitPrice: 9500, total: 9500 } });
    expect(await place(desk, running)).toMatchObject({ order: { unitPrice: before.unitPrice } });
    expect(before.unitPrice).toBe(8999);
    // A price that changes while an order or a sale is stored is for the next one.
    for (const sell of [
      () => place(desk, { ...attempt({ email: "e@correo.example" }), total: 9500 }),
      () => sellByHand(desk, { key: newKey(), quantity: 1, amount: 9400 }),
    ]) {
      desk.price = 9500;
      const sold = sell();
      desk.price = 8999;
      await sold;
    }
    const prices = await desk.db.selectFrom("orders").select("unitPrice").execute();
    expect(prices.map(({ unitPrice }) => unitPrice).sort()).toEqual([8999, 8999, 9500, 9500, 9500]);
  });

  test("says where the shop can't be published, and offers what needs no publishing", async () => {
    const { desk, owner } = await testShop(database, { publication: undefined });
    const { text, forms } = await read(owner.get(path));
    expect(text).toContain("Aquí la tienda no puede publicarse sola");
    expect(forms.Cambiar).toMatchObject({ ajuste: "cuenta" });
    expect((await owner.post(path, { ajuste: "precio", valor: "95", antes: "89,99" })).status).toBe(
      409,
    );
    expect((await liveSettings(desk)).PRODUCT_PRICE).toBe("89,99");
    await pause(desk, "");
  });

  test("says that the shop is being published, or could not be", async () => {
    const { desk, owner } = await testShop(database);
    desk.publication = { state: "publishing" };
    const publishing = await read(owner.get(path));
    expect(publishing.text).toContain("La tienda se está publicando con los cambios");
    expect(publishing.html).toContain('http-equiv="refresh"');
    // A page with a message does not go away by itself.
    expect((await read(owner.post(path, { ajuste: "precio", valor: "1" }))).html).not.toContain(
      "http-equiv",
    );
    desk.publication = { state: "failed", reason: "No hay sitio en el disco." };
    expect((await read(owner.get("/mostrador"))).text).toContain(
      "No se ha podido publicar la tienda con los últimos cambios. Ver por qué",
    );
    const failed = await read(owner.get(path));
    expect(failed.text).toContain("No hay sitio en el disco. Volver a intentarlo");
    expect((await owner.post(path, { paso: "publicar" })).status).toBe(303);
    expect(desk.publication).toEqual({ state: "publishing" });
  });
});
