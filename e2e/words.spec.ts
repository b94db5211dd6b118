import { spawnSync } from "node:child_process";
import { findHunspell } from "../setup/programs.ts";
import { everyPage, expect, pages, test } from "./fixtures.ts";

const legal = ["/politica-de-privacidad", "/terminos-de-servicio"];
const shop = pages.map(([path]) => path).filter((path) => !legal.includes(path));

/** Correct words that the dictionary lacks: names and terms from the specification. */
const ours = new Set(
  (
    "Aurelia AURELIA aurelia example hola JavaScript Express Email email Premium premium signature " +
    "IVA RGPD UE IP www aepd cookies frasquito h k ml b c e f " +
    // Only needed for the shop with real orders: the demo's seller, and verb forms.
    "L B M EAN WCAG AA AAAA MM DD registrales Cópialo imprímelo Táchese"
  ).split(" "),
);

for (const path of everyPage) {
  test(`${path} has no spelling mistakes`, async ({ page }) => {
    await page.goto(path);
    const texts = await page.evaluate(() => {
      const foreign = "[lang]:not([lang|=es]), [translate=no]";
      for (const element of document.querySelectorAll(foreign)) element.remove();
      const pictures = [...document.querySelectorAll("img")].map(({ alt }) => alt);
      return [document.title, document.body.innerText, ...pictures].join("\n");
    });
    const { stdout } = spawnSync(
      findHunspell() ?? "hunspell",
      ["-d", "es_ES", "-i", "utf-8", "-l"],
      {
        input: texts,
        encoding: "utf8",
      },
    );
    expect(stdout.split("\n").filter((word) => word && !ours.has(word))).toEqual([]);
  });

  test(`${path} keeps numbers with their units`, async ({ page }) => {
    await page.goto(path);
    const text = (await page.locator("body").innerText()).replaceAll("\n", " | ");
    expect(text).toContain("2025");
    const units = "h|horas?|días?|años?|%|€|ml|k|unidad(es)?|fragancias?|clientes|ingredientes";
    expect(text.match(new RegExp(`.{20}\\d[+]? (${units})(?![a-záéíóú]).{5}`, "g"))).toBeNull();
    expect(text.match(/.{20}de \d+k/g)).toBeNull();
  });
}

for (const path of shop) {
  test(`${path} says «tú»`, async ({ page }) => {
    await page.goto(path);
    // The law gives the words of the withdrawal form.
    await page.locator("#formulario").evaluateAll(([form]) => form?.remove());
    const text = await page.getByRole("main").innerText();
    const formal = /\b(usted(es)?|su pedido|le devolvemos|avísenos|escríbanos|si nos avisa)\b/gi;
    expect(text.match(formal)).toBeNull();
  });
}

for (const path of legal) {
  test(`${path} says «usted»`, async ({ page }) => {
    await page.goto(path);
    const text = await page.getByRole("main").innerText();
    expect(text).toMatch(/\b(usted|su|sus|le)\b/);
    const familiar =
      /(?<![a-záéíóú])(tú|te|ti|tu|tus|contigo|tienes|puedes|quieres|escríbenos|avísanos)(?![a-záéíóú])/gi;
    expect(text.match(familiar)).toBeNull();
  });
}
