import type { Locator, Page } from "@playwright/test";
import {
  engines,
  expect,
  fillShippingForm,
  layOutAll,
  pages,
  passProcessing,
  stopClock,
  test,
} from "./fixtures.ts";

/** The texts and controls that the notice overlaps, while it moves from the bottom of the screen to its top. */
const overlapped = (notice: Locator) =>
  notice.evaluate((region) => {
    const texts = [...document.body.querySelectorAll("*")].filter(
      (element) =>
        !region.contains(element) &&
        (element.matches("a, button, input, select") ||
          [...element.childNodes].some((node) => node instanceof Text && node.data.trim())),
    );
    const start = region.getBoundingClientRect().top + scrollY;
    const found = new Set<string | null>();
    for (let place = innerHeight; place > -100; place -= 40) {
      scrollTo({ top: start - place, behavior: "instant" });
      const notice = region.getBoundingClientRect();
      for (const text of texts) {
        for (const box of text.getClientRects()) {
          const left = Math.max(box.left, notice.left);
          const right = Math.min(box.right, notice.right);
          const top = Math.max(box.top, notice.top, 0);
          const bottom = Math.min(box.bottom, notice.bottom, innerHeight);
          if (right - left < 1 || bottom - top < 1) continue;
          // The sticky header covers the notice, and not the other way round.
          const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          if (!shown?.closest("header")) found.add(text.textContent);
        }
      }
    }
    return [...found];
  });

async function placeOrder(page: Page) {
  await page.goto("/checkout");
  await fillShippingForm(page);
  await stopClock(page);
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  await page.clock.runFor(2000);
  await expect(page.getByRole("region", { name: "Gracias" })).toBeVisible();
  await layOutAll(page);
}

test(
  "the notice overlaps no text and no control, wherever the page is scrolled",
  engines,
  async ({ page }) => {
    await placeOrder(page);
    await passProcessing(page);
    const notice = page.getByRole("region", { name: "Avisos" });
    await expect(notice).toContainText("¡Pedido Confirmado!");
    for (const size of ["100%", "200%"]) {
      await page.evaluate(
        (size) => document.documentElement.style.setProperty("font-size", size),
        size,
      );
      for (const [width, height] of [
        [320, 568],
        [360, 640],
        [390, 844],
        [568, 320],
        [768, 1024],
        [844, 390],
        [1024, 768],
        [1440, 900],
        [1920, 1080],
      ] as const) {
        await page.setViewportSize({ width, height });
        const label = `${width} × ${height}, text at ${size}`;
        expect(await overlapped(notice), label).toEqual([]);
        if (size === "200%") continue;
        expect(await notice.evaluate((box) => box.scrollHeight - box.clientHeight), label).toBe(0);
      }
    }
  },
);

test("nothing else moves when the notice appears and disappears", engines, async ({ page }) => {
  await placeOrder(page);
  const confirmation = page.getByText("¡Pedido Confirmado!");
  /** All texts outside the notice, and where they are in the document. */
  const layout = () =>
    page.evaluate(() =>
      [...document.body.querySelectorAll("main :not(.toast-place *), footer *")]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [element.tagName, x, Math.round(y + scrollY), width, height].join(" ");
        }),
    );
  for (const [width, height] of [
    [360, 640],
    [844, 390],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(confirmation).toHaveCount(0);
    const before = await layout();
    await page.clock.runFor(200);
    await expect(confirmation).toBeVisible();
    expect(await layout(), `${width} px, with the notice`).toEqual(before);
    await page.clock.runFor(8100);
    await expect(confirmation).toHaveCount(0);
    expect(await layout(), `${width} px, without it`).toEqual(before);
    await page.getByRole("button", { name: "Confirmar pedido" }).click();
    await page.clock.runFor(2000);
    await expect(page.getByRole("button", { name: "Confirmar pedido" })).toBeEnabled();
  }
});

/** The sentences of each page about the simulation. The privacy policy goes into detail. */
const simulationNotes: Record<string, string[]> = {
  "/checkout": [
    "El pedido es una simulación: no se cobra nada y tus datos no salen de este navegador.",
  ],
  "/terminos-de-servicio": [
    "Los pedidos que se hacen en esta web son simulados: no se cobra nada y los datos no salen de tu navegador, como explica la política de privacidad.",
  ],
};

test("checkout and terms say once that orders are simulated, and no page contradicts the notice", async ({
  page,
}) => {
  for (const [path] of pages) {
    await page.goto(path);
    const text = await page.getByRole("main").innerText();
    expect(text, path).not.toMatch(
      /(ningún|ni) (correo|paquete|producto)|no (te |le )?llegará|no preparamos|no se envía(?!n)/i,
    );
    if (path === "/politica-de-privacidad") continue;
    const sentences = text.match(/[^.\n]*simula[^.\n]*\./gi) ?? [];
    expect(sentences, path).toEqual(simulationNotes[path] ?? []);
  }
});
