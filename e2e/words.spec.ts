import { spawnSync } from "node:child_process";
import { findHunspell } from "../setup/programs.ts";
import { everyPage, expect, test } from "./fixtures.ts";

/** Correct words that the dictionary lacks: names and terms from the specification. */
const ours = new Set(
  (
    "Aurelia AURELIA aurelia example hola JavaScript Express Email email Premium premium signature " +
    "IVA RGPD UE IP www aepd cookies frasquito h k ml b c e f"
  ).split(" "),
);

/**
 * The words of a text that the dictionary lacks.
 * @param more other correct words
 */
function misspelt(text: string, more: string[] = []) {
  const options = ["-d", "es_ES", "-i", "utf-8", "-l"];
  const { stdout } = spawnSync(findHunspell() ?? "hunspell", options, {
    input: text,
    encoding: "utf8",
  });
  return stdout.split("\n").filter((word) => word && !ours.has(word) && !more.includes(word));
}

/** The page's Spanish words, with those of its title and its pictures. Removes foreign words from the page. */
function spanishWords() {
  const foreign = "[lang]:not([lang|=es]), [translate=no]";
  for (const element of document.querySelectorAll(foreign)) element.remove();
  const pictures = [...document.querySelectorAll("img")].map(({ alt }) => alt);
  return [document.title, document.body.innerText, ...pictures].join("\n");
}

test("the words of every page", async ({ page }, { project }) => {
  const texts: string[] = [];
  for (const path of everyPage) {
    await page.goto(path);
    await test.step(`${path} keeps numbers with their units`, async () => {
      const text = (await page.locator("body").innerText()).replaceAll("\n", " | ");
      expect(text).toContain("2025");
      const units = "h|horas?|días?|años?|%|€|ml|k|unidad(es)?|fragancias?|clientes|ingredientes";
      const parted = new RegExp(`.{20}\\d[+]? (${units})(?![a-záéíóú]).{5}`, "g");
      expect.soft(text.match(parted), path).toBeNull();
      expect.soft(text.match(/.{20}de \d+k/g), path).toBeNull();
    });
    texts.push(await page.evaluate(spanishWords));
    await test.step(`${path} says «tú»`, async () => {
      // The law prescribes the wording of the withdrawal form.
      await page.locator("#formulario").evaluateAll(([form]) => form?.remove());
      const text = await page.getByRole("main").innerText();
      const formal =
        /(?<!\p{L})(usted(es)?|les?|sus? (pedido|datos|derechos|navegador|dirección|correo|nombre)|escríbanos|avísenos|pídanos|si nos avisa)(?!\p{L})/giu;
      expect.soft(text.match(formal), path).toBeNull();
    });
  }
  // All at once, because hunspell takes long to read its dictionary.
  expect(misspelt(texts.join("\n"), project.metadata.words)).toEqual([]);
});
