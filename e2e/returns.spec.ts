import { expect, pages, test } from "./fixtures.ts";

const condition = "sin usar y en su embalaje original";
const period = ["14 días", condition];
const all = [...period, "autorizamos la devolución", "24 horas", "5-7 días laborables"];

test("returns: each page says what the spec says", async ({ page }) => {
  for (const [path, rules, ...parts] of [
    ["/politica-de-devolucion", all, "article"],
    ["/terminos-de-servicio", all, "#devoluciones"],
    ["/contacto", all, "[aria-labelledby=service]"],
    ["/checkout", period, ".arrival", "form dl"],
    ["/", period, "[aria-labelledby=benefits]", "[aria-labelledby=purchase]"],
  ] as const) {
    await page.goto(path);
    for (const part of parts) {
      for (const rule of rules)
        await expect(page.locator(part), path).toContainText(rule, { ignoreCase: true });
    }
  }
});

test("returns: the last sentence before the button", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("region", { name: "Quédate con la tarde" })).toContainText(
    "Avísanos en los 14 días siguientes a la entrega y te devolvemos el dinero, si vuelve sin usar y en su embalaje original.",
  );
});

test("returns: every page words their condition alike", async ({ page }) => {
  const others: string[] = [];
  for (const [path] of pages) {
    await page.goto(path);
    const sentences = (await page.getByRole("main").innerText()).split(/\n|(?<=\.)\s/);
    const other = /sin usar|embalaje|su caja\b/i;
    others.push(...sentences.filter((sentence) => other.test(sentence.replaceAll(condition, ""))));
  }
  // What is not accepted, and the box in which the perfume comes.
  expect(others).toEqual([
    "Viaja en su caja, de un marrón casi negro, con la luz de una ventana estampada en oro.",
    "No admitimos el frasco abierto o usado, ni el que vuelve sin su embalaje original.",
    "El que vuelve sin su embalaje original.",
  ]);
});

test("returns: what is accepted, and what is not", async ({ page }) => {
  await page.goto("/politica-de-devolucion");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 2 })).toHaveText([
    "Cómo devolver un perfume, en cuatro pasos",
    "Productos que admiten devolución",
    "Productos que no admiten devolución",
    "El proceso, etapa por etapa",
    "Gastos de envío",
    "Plazo del reembolso",
  ]);
  for (const [section, items] of [
    [
      "#admitidos",
      [
        "El frasco sin usar y en su embalaje original, si nos avisas en los 14 días siguientes a la entrega.",
        "El que llega roto, tiene un defecto o no es el que pediste. La garantía legal dura 3 años.",
      ],
    ],
    [
      "#no-admitidos",
      [
        "El frasco abierto o usado, aunque solo sea para probarlo.",
        "El que vuelve sin su embalaje original.",
        "El que quieres devolver pasados los 14 días.",
        "El que no compraste en Aurelia. Acude a la tienda que te lo vendió.",
      ],
    ],
    ["#pasos", [/^Avísanos/, /^Espera nuestra respuesta/, /^Prepara el paquete/, /^Envíalo/]],
    [
      "#proceso",
      [
        /^Solicitud14\sdías/,
        /^Autorización24\shoras/,
        /^RevisiónAl recibirlo/,
        /^Reembolso5-7\sdías laborables/,
      ],
    ],
  ] as const) {
    await expect(page.locator(section).getByRole("listitem")).toHaveText([...items]);
  }
});

test("returns: no page accepts a bottle that is opened, used or without its box", async ({
  page,
}) => {
  const found: string[] = [];
  for (const [path] of pages) {
    await page.goto(path);
    const sentences = (await page.getByRole("main").innerText()).split(/\n|(?<=\.)\s/);
    const about =
      /\b(abiert[oa]|abrir|abras|usad[oa]|probad[oa]|manipulad[oa])\b|sin (su )?(caja|embalaje)/i;
    found.push(...sentences.filter((sentence) => about.test(sentence)));
  }
  expect(found).toEqual([
    "No admitimos el frasco abierto o usado, ni el que vuelve sin su embalaje original.",
    "El frasco abierto o usado, aunque solo sea para probarlo.",
    "El que vuelve sin su embalaje original.",
  ]);
});
