import type { Page } from "@playwright/test";
import {
  cost,
  engines,
  expect,
  expectConfirmed,
  fillShippingForm,
  passProcessing,
  stopClock,
  test,
} from "./fixtures.ts";

/** The texts of the confirmation, and the button, that the notice overlaps. */
const covered = (page: Page) =>
  page.getByRole("region", { name: "Avisos" }).evaluate((region) => {
    const notice = region.getBoundingClientRect();
    return [...document.querySelectorAll(".thank-you :is(h3, p, dt, dd), form button")]
      .filter((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        const apart = right <= notice.left || left >= notice.right;
        return !apart && bottom > notice.top && top < notice.bottom;
      })
      .map(({ textContent }) => textContent);
  });

for (const width of [320, 360, 390, 768, 1024, 1440]) {
  test(
    `the notice covers neither the confirmation nor the button at ${width} px`,
    // Engines differ in how they scroll; a phone and a computer show that.
    width === 360 || width === 1440 ? engines : {},
    async ({ page }) => {
      await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
      await page.goto("/checkout");
      await fillShippingForm(page);
      await stopClock(page);
      const button = page.getByRole("button", { name: "Confirmar pedido" });
      const notice = page.getByRole("region", { name: "Avisos" });
      const thanks = page.getByRole("region", { name: "Gracias" });
      for (const place of ["start", "center", "end"] as const) {
        await button.evaluate((element, block) => element.scrollIntoView({ block }), place);
        await button.press("Enter");
        await passProcessing(page);
        await expect(page.getByText("¡Pedido Confirmado!")).toBeInViewport({ ratio: 1 });
        for (const part of [notice, button]) {
          await expect(part, place).toBeInViewport({ ratio: 1 });
        }
        await expect(thanks.locator("h3, p, dt, dd")).toHaveCount(7);
        for (const scrolled of [0, -120, -120, 360]) {
          await page.evaluate((top) => scrollBy({ top, behavior: "instant" }), scrolled);
          expect(await covered(page), `${place}, scrolled by ${scrolled} px`).toEqual([]);
        }
        await page.getByRole("button", { name: "Cerrar aviso" }).press("Enter");
      }
    },
  );
}

test("the small print makes room for the notice, and comes back", engines, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/checkout");
  await fillShippingForm(page);
  await stopClock(page);
  const footer = () =>
    page
      .getByRole("contentinfo")
      .evaluate((element) => element.getBoundingClientRect().y + scrollY);
  const smallPrint = page.getByText("no preparamos ningún paquete");
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  await passProcessing(page);
  await expect(smallPrint).toBeHidden();
  const before = await footer();
  await page.clock.runFor(8100);
  await expect(page.getByText("¡Pedido Confirmado!")).toHaveCount(0);
  await expect(smallPrint).toBeVisible();
  expect(await footer()).toBeCloseTo(before, 0);
});

test(
  "keeps the confirmation after a reload and Back, without its notice",
  engines,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/checkout");
    await fillShippingForm(page);
    await page.getByRole("button", { name: "Aumentar cantidad" }).click();
    await page.getByRole("button", { name: "Confirmar pedido" }).click();
    const notice = page.getByText("¡Pedido Confirmado!", { exact: true });
    await expect(notice).toBeVisible();

    const thanks = page.getByRole("region", { name: "Gracias" });
    const expectThanks = async () => {
      await expect(page.getByRole("button", { name: "Confirmar pedido" })).toBeEnabled();
      await expect(thanks.getByText(`2 × Perfume signature · ${cost(2)}`)).toBeVisible();
      await expect(thanks.getByText("Lucía Ibáñez")).toBeVisible();
      await expect(thanks).toBeInViewport();
      await expect(notice).toHaveCount(0);
    };
    await page.reload();
    await expectThanks();
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

test("after an order the button is plain, and still answers the pointer", async ({ page }) => {
  await page.goto("/checkout");
  await fillShippingForm(page);
  const button = page.getByRole("button", { name: "Confirmar pedido" });
  await button.click();
  await expectConfirmed(page);
  await page.mouse.move(0, 0);
  await expect(button).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await button.hover();
  await expect(button).toHaveCSS("background-color", "rgb(33, 23, 15)");
});

test("prints only the confirmation after an order", async ({ page }) => {
  await page.goto("/checkout");
  await fillShippingForm(page);
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  await expectConfirmed(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("region", { name: "Gracias" })).toBeVisible();
  await expect(page.getByText(`1 × Perfume signature · ${cost(1)}`)).toBeVisible();
  for (const hidden of [
    page.getByText("¡Pedido Confirmado!"),
    page.getByLabel("Nombre"),
    page.getByText("Subtotal"),
    page.getByText("Confirmar pedido"),
  ]) {
    await expect(hidden).toBeHidden();
  }
});
