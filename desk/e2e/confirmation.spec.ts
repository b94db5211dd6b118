import {
  engines,
  expect,
  expectConfirmed,
  fillShippingForm,
  skipProcessing,
} from "../../e2e/fixtures.ts";
import { test } from "./fixtures.ts";

test.beforeEach(async ({ context }) => {
  await context.addInitScript(skipProcessing);
});

test(
  "keeps the order after a reload and Back, and another page asks before a second one",
  engines,
  async ({ page, context, browserName }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const email = `otra-vez-${browserName}@ejemplo.es`;
    const button = page.getByRole("button", { name: "Pedido con obligación de pago" });
    await page.goto("/checkout");
    await fillShippingForm(page, email);
    await page.getByRole("button", { name: "Aumentar cantidad" }).click();
    await button.click();
    await expectConfirmed(page);

    const thanks = page.getByRole("region", { name: "Gracias" });
    const link = thanks.getByRole("link", { name: "Ver cómo pagarlo" });
    const address = (await link.getAttribute("href")) ?? "";
    const number = (await thanks.getByText(/^[\dA-Z]{8}$/).textContent()) ?? "";
    const expectThanks = async () => {
      await expect(button).toBeEnabled();
      await expect(thanks.getByText(number, { exact: true })).toBeInViewport();
      await expect(link).toHaveAttribute("href", address);
      await expect(page.getByText("¡Pedido Confirmado!")).toHaveCount(0);
    };
    await page.reload();
    await expectThanks();
    await link.click();
    await expect(page.getByText(`Pedido ${number}`)).toBeVisible();
    await page.goBack();
    await expectThanks();

    const other = await context.newPage();
    await other.goto("/checkout");
    await fillShippingForm(other, email);
    await other.getByRole("button", { name: "Pedido con obligación de pago" }).click();
    const question = other.getByRole("alert");
    await expect(question).toContainText(
      `Hace unos minutos hiciste el pedido ${number} (2 unidades)`,
    );
    await expect(question).toContainText("Si quieres otro más, vuelve a pulsar.");
    await expect(question.getByRole("link", { name: "Ver ese pedido" })).toHaveAttribute(
      "href",
      address,
    );
    await other.getByRole("button", { name: "Pedido con obligación de pago" }).click();
    await expectConfirmed(other);
    await expect(
      other.getByRole("region", { name: "Gracias" }).getByText("1 × Perfume signature"),
    ).toBeVisible();
  },
);

for (const [width, height] of [
  [390, 844],
  [375, 667],
  [1440, 900],
] as const) {
  test(`the thanks are below the header at ${width} px, and the next step stands out`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/checkout");
    await fillShippingForm(page, `gracias-${width}@ejemplo.es`);
    const button = page.getByRole("button", { name: "Pedido con obligación de pago" });
    await button.click();
    await expect(page.getByText("¡Pedido Confirmado!")).toBeInViewport();
    const thanks = page.getByRole("heading", { name: "Gracias" });
    const top = async (locator: typeof thanks) => (await locator.boundingBox())?.y ?? 0;
    const header = (await page.getByRole("banner").boundingBox())?.height ?? 0;
    await expect.poll(() => top(thanks)).toBeLessThan(header + 80);
    expect(await top(thanks)).toBeGreaterThan(header);
    const ground = (locator: typeof thanks) =>
      locator.evaluate((element) => getComputedStyle(element).backgroundColor);
    await button.hover();
    expect(await ground(button)).toBe("rgba(0, 0, 0, 0)");
    expect(await ground(page.getByRole("link", { name: "Ver cómo pagarlo" }))).not.toBe(
      "rgba(0, 0, 0, 0)",
    );
  });
}

test("a page that shows the order places another without a question", async ({ page }) => {
  await page.goto("/checkout");
  await fillShippingForm(page, "dos-veces@ejemplo.es");
  const button = page.getByRole("button", { name: "Pedido con obligación de pago" });
  await button.click();
  await expectConfirmed(page);
  await page.reload();
  await fillShippingForm(page, "dos-veces@ejemplo.es");
  await button.click();
  await expectConfirmed(page);
  await expect(page.getByRole("alert")).toBeEmpty();
});

test("goes to the payment page, and Back shows the order", async ({ page }) => {
  await page.goto("/checkout");
  await fillShippingForm(page);
  await page.route("**/pedidos", (route) =>
    route.fulfill({
      status: 201,
      json: { number: "AU7KQ2M1", address: "/pedido/0f0f", pay: "/contacto" },
    }),
  );
  await page.getByRole("button", { name: "Pedido con obligación de pago" }).click();
  await expect(page).toHaveURL("/contacto");
  await page.goBack();
  await expect(page.getByText("AU7KQ2M1", { exact: true })).toBeVisible();
});
