import { describe, expect, test, vi } from "vitest";
import { stockOf } from "../../orders/stock.ts";
import { firstValues } from "../../orders/stored-facts.ts";
import type { Desk } from "../../storage/desk.ts";
import { placed, setFact, setStock, settings } from "../../testing/desk.ts";
import { read, testShop } from "../../testing/test-shop.ts";

vi.spyOn(console, "log").mockImplementation(() => {});

const path = "/mostrador/ajustes";

/** The rows that differ from those of a new shop. */
async function rowsOf({ db }: Desk) {
  const rows = await db.selectFrom("settings").selectAll().where("name", "!=", "claims").execute();
  const first: Record<string, string> = firstValues(settings);
  return rows.filter(({ name, value }) => first[name] !== value);
}

describe("the settings page", () => {
  test.each([
    ["precio", "95", "PRODUCT_PRICE", "95,00", "89,99 € 95,00 €"],
    ["precio", "94.5 €", "PRODUCT_PRICE", "94,50", "89,99 € 94,50 €"],
    [
      "pausa",
      "el 3 de enero",
      "paused",
      "el 3 de enero",
      "Abierta En pausa («Volvemos el 3 de enero»)",
    ],
    [
      "aviso",
      "Cerramos el lunes.",
      "SHOP_NOTICE",
      "Cerramos el lunes.",
      "Ninguno «Cerramos el lunes.»",
    ],
  ])(
    "shows %s «%s» before and after, then changes it",
    async (ajuste, valor, name, value, shown) => {
      const { desk, owner, wakes } = await testShop("SQLite");
      const asked = await read(owner.post(path, { ajuste, valor }));
      expect(asked.text).toContain(`Ahora Después ${shown.replaceAll(" €", "\u00a0€")}`);
      expect(await rowsOf(desk)).toEqual([]);
      const { count } = wakes;
      const answer = await owner.post(path, asked.forms["Sí, cambiar"]);
      const location = answer.headers.get("Location") ?? "";
      expect([answer.status, location]).toEqual([303, `${path}?hecho=${ajuste}`]);
      expect((await read(owner.get(location))).text).toMatch(/^Ajustes Hecho\. /);
      expect(await rowsOf(desk)).toEqual([{ name, value }]);
      expect(wakes.count).toBe(count + 1);
      const mails = await desk.db.selectFrom("mails").select("id").execute();
      // Sent again, it changes nothing.
      expect((await owner.post(path, asked.forms["Sí, cambiar"])).status).toBe(303);
      expect(await rowsOf(desk)).toEqual([{ name, value }]);
      expect(await desk.db.selectFrom("mails").select("id").execute()).toHaveLength(mails.length);
    },
  );

  test("says what was changed, as it is now", async () => {
    const { owner } = await testShop("SQLite");
    await owner.post(path, { ajuste: "precio", valor: "95", antes: "89,99" });
    const saying = async (query: string) =>
      (await read(owner.get(`${path}?hecho=${query}`))).text.slice(0, 60);
    expect(await saying("precio")).toMatch(/^Ajustes Hecho\. Precio de un frasco: 95,00\u00a0€\. /);
    expect(await saying("notas")).toMatch(/^Ajustes Hecho\. A qué huele: No se dice\. /);
    expect(await saying("otro")).toMatch(/^Ajustes Precio de un frasco: /);
  });

  test.each([
    ["precio", "9,99", "Debe ser el precio de un frasco"],
    ["precio", "899900", "Debe ser el precio de un frasco"],
    ["existencias", "doce", "Escribe cuántos hay, como 12."],
    ["existencias", "+12", "Escribe cuántos hay, como 12."],
    ["existencias", "", "Escribe cuántos hay, como 12."],
    [
      "aviso",
      "a".repeat(141),
      "Debe ser una frase de 140 letras como mucho, para la portada; es «aaa",
    ],
  ])("refuses %s «%s», and keeps it in its field", async (ajuste, valor, message) => {
    const { desk, owner } = await testShop("SQLite");
    for (const confirmed of [{}, { antes: "89,99" }] as Record<string, string>[]) {
      const { status, text, html } = await read(owner.post(path, { ajuste, valor, ...confirmed }));
      expect([status, text]).toEqual([400, expect.stringContaining(message)]);
      expect(html).toContain(`value="${valor}"`);
    }
    expect(await rowsOf(desk)).toEqual([]);
    expect(await stockOf(desk.db)).toBeUndefined();
  });

  test("shows the notes before and after, changes them together, and leaves out what is empty", async () => {
    const { desk, owner } = await testShop("SQLite");
    const fields = { ajuste: "notas", top: " azahar. ", heart: "", base: "cuero" };
    const asked = await read(owner.post(path, fields));
    expect(asked.text).toContain(
      "Ahora Después Salida No se dice azahar Fondo No se dice cuero Lo enseña desde ahora la portada.",
    );
    expect(await rowsOf(desk)).toEqual([]);
    await setFact(desk, "PRODUCT_NOTES", '{"top":"lirio","heart":"","base":""}');
    expect((await owner.post(path, asked.forms["Sí, cambiar"])).status).toBe(409);
    const again = await read(owner.post(path, fields));
    expect(again.text).toContain("Salida lirio azahar Fondo");
    expect((await owner.post(path, again.forms["Sí, cambiar"])).status).toBe(303);
    expect(await rowsOf(desk)).toEqual([
      { name: "PRODUCT_NOTES", value: '{"top":"azahar","heart":"","base":"cuero"}' },
    ]);
    const page = await read(owner.get(path));
    expect(page.text).toContain("A qué huele: azahar · cuero");
    expect(page.html).toMatch(/<input[^>]* name="top"[^>]* value="azahar"/);
    // Nothing has changed.
    expect((await owner.post(path, fields)).status).toBe(303);
    const emptied = await read(owner.post(path, { ajuste: "notas" }));
    await owner.post(path, emptied.forms["Sí, cambiar"]);
    expect(await rowsOf(desk)).toEqual([]);
    expect((await read(owner.get(path))).text).toContain("A qué huele: No se dice");
  });

  test("says which note is too long, and keeps all of them in their fields", async () => {
    const { desk, owner } = await testShop("SQLite");
    const heart = "rosa".repeat(21);
    const { status, text, html } = await read(
      owner.post(path, { ajuste: "notas", top: "azahar", heart, base: "" }),
    );
    expect([status, text]).toEqual([
      400,
      expect.stringContaining(
        "Debe decir las notas de corazón del perfume, como «jazmín, rosa», en 80 letras como mucho; es «rosa",
      ),
    ]);
    expect(html).toMatch(/<input[^>]* name="top"[^>]* value="azahar"/);
    expect(html).toMatch(new RegExp(`<input[^>]* aria-invalid="true"[^>]* value="${heart}"`));
    expect(await rowsOf(desk)).toEqual([]);
  });

  test("counts the shelf, says how many are for unsent orders, and shows the last counts", async () => {
    const { desk, owner } = await testShop("SQLite");
    const count = (valor: string, nota = "") =>
      read(owner.post(path, { ajuste: "existencias", valor, nota }));
    const asked = await count(" 012 ", "llegan");
    expect(asked.text).toContain("Ahora Después No se cuentan 12 en el estante: 12 por vender");
    // An order that is placed between question and answer takes one of them.
    await placed(desk);
    expect((await owner.post(path, asked.forms["Sí, cambiar"])).status).toBe(303);
    expect((await owner.post(path, asked.forms["Sí, cambiar"])).status).toBe(409);
    const broken = await count("11");
    expect(broken.text).toContain(
      "Ahora Después 12 en el estante, 1 para pedidos sin enviar: 11 por vender 11 en el estante, 1 para pedidos sin enviar: 10 por vender",
    );
    await owner.post(path, broken.forms["Sí, cambiar"]);
    const page = await read(owner.get(path));
    expect(page.text).toContain(
      "Existencias: 11 en el estante, 1 para pedidos sin enviar: 10 por vender",
    );
    expect(page.html).toMatch(/<input[^>]* name="valor"[^>]* value="11"/);
    expect(page.items).toEqual([
      "22 de noviembre de 2026 · 11 en el estante (−1)",
      "22 de noviembre de 2026 · 12 en el estante (+12) · llegan",
    ]);
  });

  test("stops counting the stock", async () => {
    const { desk, owner } = await testShop("SQLite");
    await setStock(desk, 7);
    const asked = await read(owner.post(path, { ajuste: "sin-contar" }));
    expect(asked.text).toContain("Ahora Después 7 en el estante: 7 por vender No se cuentan");
    expect(await stockOf(desk.db)).toBe(7);
    await owner.post(path, asked.forms["Sí, cambiar"]);
    expect(await stockOf(desk.db)).toBeUndefined();
  });

  test("asks about a price that a lost comma may have made", async () => {
    const { owner } = await testShop("SQLite");
    const asked = async (valor: string) =>
      (await read(owner.post(path, { ajuste: "precio", valor }))).text;
    expect(await asked("899,90")).toContain("Es un 900\u00a0% más que ahora: comprueba la coma.");
    expect(await asked("40")).toContain("Es un 56\u00a0% menos que ahora: comprueba la coma.");
    expect(await asked("99")).not.toContain("comprueba la coma");
  });

  test.each(["precio", "telefono", "correo"])("refuses an empty %s", async (ajuste) => {
    const { desk, owner } = await testShop("SQLite");
    const { status, text } = await read(owner.post(path, { ajuste, valor: " " }));
    expect([status, text]).toEqual([400, expect.stringContaining("No puede quedar vacío.")]);
    expect(await rowsOf(desk)).toEqual([]);
  });

  test.each(["Volvemos", "…"])(
    "refuses a pause «%s», which does not say until when",
    async (valor) => {
      const { desk, owner } = await testShop("SQLite");
      const { status, text } = await read(owner.post(path, { ajuste: "pausa", valor }));
      expect([status, text]).toEqual([400, expect.stringContaining("Di cuándo, como «pronto».")]);
      expect(await rowsOf(desk)).toEqual([]);
    },
  );

  test("does nothing if the value has changed since the owner saw it", async () => {
    const { desk, owner } = await testShop("SQLite");
    const asked = await read(owner.post(path, { ajuste: "precio", valor: "95" }));
    await setFact(desk, "PRODUCT_PRICE", "92,00");
    const late = await read(owner.post(path, asked.forms["Sí, cambiar"]));
    expect([late.status, late.text]).toEqual([
      409,
      expect.stringContaining("Ha cambiado mientras tanto"),
    ]);
    expect(await rowsOf(desk)).toEqual([{ name: "PRODUCT_PRICE", value: "92,00" }]);
  });

  test.each([
    ["Volvemos el 3 de enero.", "el 3 de enero"],
    ["VOLVEMOS… en febrero ", "en febrero"],
  ])("a pause until «%s» says «Volvemos %s», and ends", async (valor, words) => {
    const { desk, owner } = await testShop("SQLite");
    const asked = await read(owner.post(path, { ajuste: "pausa", valor }));
    expect(asked.text).toContain(`En pausa («Volvemos ${words}»)`);
    await owner.post(path, asked.forms["Sí, cambiar"]);
    expect(await rowsOf(desk)).toEqual([{ name: "paused", value: words }]);
    const opened = await read(owner.post(path, { ajuste: "pausa", valor: "" }));
    await owner.post(path, opened.forms["Sí, cambiar"]);
    expect(await rowsOf(desk)).toEqual([]);
  });

  test("ignores unknown settings", async () => {
    const { owner } = await testShop("SQLite");
    for (const ajuste of ["otro", "constructor"])
      expect((await owner.post(path, { ajuste, valor: "1" })).status).toBe(303);
  });
});
