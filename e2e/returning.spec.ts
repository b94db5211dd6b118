import type { Page } from "@playwright/test";
import {
  cost,
  engines,
  expect,
  expectNothingLost,
  fillShippingForm,
  layOutAll,
  test,
} from "./fixtures.ts";

const increase = (page: Page) => page.getByRole("button", { name: "Aumentar cantidad" });

/** Opens the checkout, and chooses three bottles, because the price of two is also that of 100 ml. */
async function choose(page: Page) {
  await page.goto("/checkout");
  await increase(page).click();
  await increase(page).click();
  await fillShippingForm(page);
  await page.getByLabel("País").selectOption("Italia");
}

async function expectThree(page: Page) {
  await expect(page.getByText(`3 unidades: ${cost(3)}, IVA incluido`)).toBeVisible();
  await expect(increase(page)).toBeEnabled();
  await expect(page.getByRole("button", { name: "Reducir cantidad" })).toBeEnabled();
}

async function expectChoice(page: Page) {
  await expectThree(page);
  await expectNothingLost(page);
  await expect(page.getByLabel("País")).toHaveValue("IT");
}

test(
  "keeps quantity and fields on Back, and the quantity on a reload, but not on a new visit",
  engines,
  async ({ page }) => {
    await choose(page);
    await page.getByRole("main").getByRole("link", { name: "términos" }).click();
    await expect(page.getByRole("heading", { name: "Términos de servicio" })).toBeVisible();
    await page.goBack();
    await expectChoice(page);

    // A restored value is validated unchanged.
    const phone = page.getByLabel("Teléfono");
    await phone.fill("+34612 345678");
    await page.goto("/contacto");
    await page.goBack();
    await expectThree(page);
    await page.getByRole("button", { name: "Confirmar pedido" }).click();
    await expect(phone).toHaveAccessibleDescription(/seguido de 9 dígitos/);
    await expect(phone).toHaveValue("+34612 345678");

    // A link within the page creates a history entry.
    await page.getByRole("link", { name: "Saltar al contenido" }).press("Enter");
    await expect.poll(() => page.evaluate(() => history.state?.quantity)).toBe(3);
    await page.reload();
    await expectThree(page);

    await page.getByRole("banner").getByRole("link", { name: "Aurelia" }).click();
    await page.getByRole("link", { name: "Comprar Ahora" }).first().click();
    await expect(increase(page)).toBeEnabled();
    await expect(page.getByText(`1 unidad: ${cost(1)}, IVA incluido`)).toBeVisible();
    await expect(page.getByRole("button", { name: "Reducir cantidad" })).toBeDisabled();
  },
);

test("changes the quantity even when the browser refuses to store it", async ({ page }) => {
  await page.addInitScript(() => {
    history.replaceState = () => {
      throw new DOMException("Attempt to use history.replaceState() more than 100 times");
    };
  });
  await page.goto("/checkout");
  await increase(page).click();
  await expect(page.getByText(`2 unidades: ${cost(2)}, IVA incluido`)).toBeVisible();
});

test("announces no quantity that was chosen before a reload", async ({ page }) => {
  await choose(page);
  await expect(page.getByText(`Cantidad: 3. Total: ${cost(3)}`)).toBeAttached();
  await page.clock.install();
  await page.reload();
  await expectThree(page);
  // Longer than the delay of an announcement.
  await page.clock.runFor(1000);
  await expect(page.getByText(/^Cantidad: /)).toHaveCount(0);
  await increase(page).click();
  await expect(page.getByText(`Cantidad: 4. Total: ${cost(4)}`)).toBeAttached();
});

test("the estimated heights of home's sections are right within 25 px on phones", async ({
  page,
}) => {
  const heights = () =>
    page
      .locator(".deferred")
      .evaluateAll((sections) => sections.map((section) => section.clientHeight));
  for (const width of [360, 390, 430]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/");
    const estimated = await heights();
    expect(estimated.length).toBeGreaterThan(4);
    await layOutAll(page);
    const errors = (await heights()).map((height, at) => Math.abs(height - (estimated[at] ?? 0)));
    expect(Math.max(...errors), `${width} px wide`).toBeLessThan(25);
  }
});

test("home has the same scroll position after a reload on a phone", engines, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const title = (name: string) => page.getByRole("heading", { name });
  // A section has its real height once it has been near the screen, and an estimated one after the reload.
  for (const name of ["Pesar, mezclar, esperar", "Vidrio y oro"])
    await title(name).scrollIntoViewIfNeeded();
  const last = title("El frasco, al sol");
  await last.scrollIntoViewIfNeeded();
  const { y = Number.NaN } = (await last.boundingBox()) ?? {};
  await page.reload();
  await expect.poll(async () => (await last.boundingBox())?.y).toBeCloseTo(y, -2);
});
