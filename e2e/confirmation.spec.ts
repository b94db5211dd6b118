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

test("after an order the button is as before, and only the confirmation is printed", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/checkout");
  await fillShippingForm(page);
  await stopClock(page);
  const button = page.getByRole("button", { name: "Confirmar pedido" });
  const look = () =>
    button.evaluate((button) => {
      const { backgroundColor, borderColor, color, textDecorationLine } = getComputedStyle(button);
      return [backgroundColor, borderColor, color, textDecorationLine];
    });
  const dark = ["rgb(33, 23, 15)", "rgb(33, 23, 15)", "rgb(250, 246, 238)", "none"];
  // Its colours fade in once React has arrived.
  await expect.poll(look).toEqual(dark);
  await button.click();
  await passProcessing(page);
  await expectConfirmed(page);
  await page.mouse.move(0, 0);
  await expect.poll(look).toEqual(dark);
  await expectNothingLost(page);

  await page.emulateMedia({ media: "print" });
  const thanks = page.getByRole("region", { name: "Gracias" });
  for (const printed of [
    "Aurelia",
    "Gracias, Lucía.",
    "1 × Perfume signature, Eau de Parfum 50\u00a0ml",
    "Eau de Parfum",
    cost(1),
  ]) {
    await expect(thanks.getByText(printed, { exact: true })).toBeVisible();
  }
  for (const hidden of [
    page.getByText("¡Pedido Confirmado!"),
    page.getByLabel("Nombre"),
    page.getByText("Subtotal"),
    page.getByText("Confirmar pedido", { exact: true }),
  ]) {
    await expect(hidden).toBeHidden();
  }
});

test("the checkout prints no blank sheet", async ({ page }) => {
  await page.goto("/checkout");
  await expect(page.getByRole("button", { name: "Confirmar pedido" })).toBeEnabled();
  const margin = { top: "1cm", right: "1cm", bottom: "1cm", left: "1cm" };
  const pdf = (await page.pdf({ format: "A4", margin })).toString("latin1");
  expect(pdf.match(/\/Type ?\/Page\b/g)).toHaveLength(2);
});
