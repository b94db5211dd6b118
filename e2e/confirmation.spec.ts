import { engines, expect, fillShippingForm, test } from "./fixtures.ts";

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
      await expect(thanks.getByText("2 × Perfume signature · 179,98 €")).toBeVisible();
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

test("prints only the confirmation after an order", async ({ page }) => {
  await page.goto("/checkout");
  await fillShippingForm(page);
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  await expect(page.getByText("¡Pedido Confirmado!")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("region", { name: "Gracias" })).toBeVisible();
  await expect(page.getByText("1 × Perfume signature · 89,99 €")).toBeVisible();
  for (const hidden of [
    page.getByText("¡Pedido Confirmado!"),
    page.getByLabel("Nombre"),
    page.getByText("Subtotal"),
    page.getByText("Confirmar pedido"),
  ]) {
    await expect(hidden).toBeHidden();
  }
});
