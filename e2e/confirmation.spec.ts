import type { Locator, Page } from "@playwright/test";
import {
  cost,
  engines,
  expect,
  expectConfirmed,
  expectNothingLost,
  fillShippingForm,
  passProcessing,
  skipProcessing,
  stopClock,
  test,
} from "./fixtures.ts";

/**
 * The texts of the confirmation, and the button, that the notice overlaps after scrolling by each of these
 * distances in turn.
 */
const covered = (notice: Locator, distances: number[]) =>
  notice.evaluate(
    (region, distances) =>
      distances.flatMap((top) => {
        scrollBy({ top, behavior: "instant" });
        const notice = region.getBoundingClientRect();
        return [...document.querySelectorAll(".thank-you :is(h3, dt, dd), form button")]
          .filter((text) => {
            const { left, right, top, bottom } = text.getBoundingClientRect();
            const apart = right <= notice.left || left >= notice.right;
            return !apart && bottom > notice.top && top < notice.bottom;
          })
          .map(({ textContent }) => `«${textContent}» after scrolling by ${top} px`);
      }),
    distances,
  );

/** Places orders with the button at the top, in the middle and at the bottom of a screen of this width. */
async function expectNothingCovered(page: Page, width: number) {
  await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
  const button = page.getByRole("button", { name: "Confirmar pedido" });
  const notice = page.getByRole("region", { name: "Avisos" });
  const thanks = page.getByRole("region", { name: "Gracias" });
  for (const place of ["start", "center", "end"] as const) {
    const label = `${width} px, ${place}`;
    await button.evaluate((element, block) => element.scrollIntoView({ block }), place);
    await button.press("Enter");
    await passProcessing(page);
    for (const part of [page.getByText("¡Pedido Confirmado!"), notice, button]) {
      await expect(part, label).toBeInViewport({ ratio: 1 });
    }
    await expect(thanks.locator("h3, dt, dd"), label).toHaveCount(7);
    expect(await covered(notice, [0, -120, -120, 360]), label).toEqual([]);
    await page.getByRole("button", { name: "Cerrar aviso" }).press("Enter");
  }
}

for (const widths of [[360], [1440], [320, 390], [768, 1024]]) {
  test(
    `the notice covers neither the confirmation nor the button at ${widths.join(" and ")} px`,
    // Engines scroll differently. A phone and a computer are enough to test that.
    widths.length === 1 ? engines : {},
    async ({ page }) => {
      await page.goto("/checkout");
      await fillShippingForm(page);
      await stopClock(page);
      for (const width of widths) await expectNothingCovered(page, width);
    },
  );
}

test(
  "keeps the confirmation after a reload and Back, without its notice",
  engines,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(skipProcessing);
    await page.goto("/checkout");
    await fillShippingForm(page);
    await page.getByRole("button", { name: "Aumentar cantidad" }).click();
    await page.getByRole("button", { name: "Confirmar pedido" }).click();
    const notice = page.getByText("¡Pedido Confirmado!", { exact: true });
    await expect(notice).toBeVisible();

    const thanks = page.getByRole("region", { name: "Gracias" });
    const expectThanks = async () => {
      await expect(page.getByRole("button", { name: "Confirmar pedido" })).toBeEnabled();
      await expect(thanks.getByText("2 × Perfume signature")).toBeVisible();
      await expect(thanks.getByText(cost(2))).toBeVisible();
      await expect(thanks.getByText("Lucía Ibáñez")).toBeVisible();
      await expect(thanks).toBeInViewport();
      await expect(notice).toHaveCount(0);
    };
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.getByRole("button", { name: "Confirmar pedido" }).scrollIntoViewIfNeeded();
      await page.reload();
      await expectThanks();
      await expect(thanks, `${width} px`).toBeInViewport({ ratio: 1 });
    }
    await page.goto("/politica-de-devolucion");
    await page.goBack();
    await expectThanks();
    await page.getByRole("link", { name: "Saltar al contenido" }).press("Enter");
    await expect(page).toHaveURL("/checkout#contenido");
    const stored = () => page.evaluate(() => JSON.stringify(history.state));
    await expect.poll(stored).toContain("Calle Mayor, 1");
    await page.reload();
    await expect(thanks).toBeVisible();
    expect(await stored()).toContain("Calle Mayor, 1");
    expect(await stored()).not.toMatch(/lucia@ejemplo\.es|612345678/);

    await page.goto("/checkout");
    await expect(page.getByRole("button", { name: "Confirmar pedido" })).toBeEnabled();
    await expect(thanks).toHaveCount(0);
  },
);

test(
  "«Hacer otro pedido» goes back to the filled form, and the confirmation does not return",
  engines,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(skipProcessing);
    await page.goto("/checkout");
    await fillShippingForm(page);
    await page.getByRole("button", { name: "Aumentar cantidad" }).click();
    await page.getByRole("button", { name: "Confirmar pedido" }).click();
    await expectConfirmed(page);

    const thanks = page.getByRole("region", { name: "Gracias" });
    await thanks.getByRole("button", { name: "Hacer otro pedido" }).press("Enter");
    await expect(thanks).toHaveCount(0);
    await expect(page.getByLabel("Nombre")).toBeFocused();
    await expect(page.getByText("Nombre", { exact: true })).toBeInViewport({ ratio: 1 });
    await expectNothingLost(page);
    await expect(page.getByText(`2 unidades: ${cost(2)}`)).toBeVisible();

    await page.getByRole("button", { name: "Confirmar pedido" }).click();
    await expect(thanks.getByText("2 × Perfume signature")).toBeVisible();
    await thanks.getByRole("button", { name: "Hacer otro pedido" }).click();
    await page.reload();
    await expect(page.getByRole("button", { name: "Confirmar pedido" })).toBeEnabled();
    await expect(page.getByText(`2 unidades: ${cost(2)}`)).toBeVisible();
    await expect(thanks).toHaveCount(0);
  },
);

test("after an order the button is plain, and only the confirmation is printed", async ({
  page,
}) => {
  await page.goto("/checkout");
  await fillShippingForm(page);
  await stopClock(page);
  const button = page.getByRole("button", { name: "Confirmar pedido" });
  await button.click();
  await passProcessing(page);
  await expectConfirmed(page);
  await page.mouse.move(0, 0);
  await expect(button).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await button.hover();
  await expect(button).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");

  await page.emulateMedia({ media: "print" });
  const thanks = page.getByRole("region", { name: "Gracias" });
  for (const printed of ["Aurelia", "Gracias, Lucía.", "1 × Perfume signature", cost(1)]) {
    await expect(thanks.getByText(printed)).toBeVisible();
  }
  for (const hidden of [
    page.getByText("¡Pedido Confirmado!"),
    page.getByLabel("Nombre"),
    page.getByText("Subtotal"),
    page.getByText("Confirmar pedido", { exact: true }),
    page.getByText("Hacer otro pedido"),
  ]) {
    await expect(hidden).toBeHidden();
  }
});
