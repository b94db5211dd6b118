import {
  engines,
  expect,
  expectConfirmed,
  fillShippingForm,
  outOfSight,
  skipProcessing,
} from "../../e2e/fixtures.ts";
import { signIn, test } from "./fixtures.ts";

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
  [375, 667],
  [844, 390],
] as const) {
  test(`the title of the thanks is seen at ${width} px, and the button is as before`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/checkout");
    await fillShippingForm(page, `gracias-${width}@ejemplo.es`);
    const button = page.getByRole("button", { name: "Pedido con obligación de pago" });
    await button.click();
    await expect(page.getByText("¡Pedido Confirmado!")).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("heading", { name: "Gracias" })).toBeFocused();
    await expect.poll(() => page.evaluate(outOfSight)).toEqual([]);
    await expect(button).toHaveCSS("background-color", "rgb(33, 23, 15)");
    await expect(button).toHaveCSS("text-decoration-line", "none");
  });
}

test("only a question acknowledges an order: the same form is asked about each time", async ({
  page,
}) => {
  const button = page.getByRole("button", { name: "Pedido con obligación de pago" });
  const thanks = page.getByRole("region", { name: "Gracias" });
  const number = thanks.getByText(/^[\dA-Z]{8}$/);
  const numbers: string[] = [];
  const fill = async () => {
    await fillShippingForm(page, "dos-veces@ejemplo.es");
    await page.getByLabel("Apellidos").fill("Repetida");
  };
  const expectPlaced = async (order: string) => {
    await button.click();
    await expect(number, order).not.toHaveText(numbers.at(-1) ?? "");
    numbers.push((await number.textContent()) ?? "");
    await expect(page.getByRole("alert")).toBeEmpty();
  };
  const expectQuestion = async (press: string) => {
    await button.click();
    await expect(page.getByRole("alert"), press).toContainText(
      `Hace unos minutos hiciste el pedido ${numbers.at(-1)}`,
    );
  };
  await page.goto("/checkout");
  await fill();
  await expectPlaced("the first order");
  await expectQuestion("the second press");
  await expectPlaced("the third press");
  await expectQuestion("the fourth press");

  await page.reload();
  await fill();
  await expectQuestion("after a reload");
  await page.goto("/contacto");
  await page.goBack();
  await fill();
  await expectQuestion("after Back");
  await page.reload();
  await fill();
  await page.getByRole("button", { name: "Aumentar cantidad" }).click();
  await expectQuestion("another quantity");
  await page.getByLabel("Dirección").fill("Calle Menor, 2");
  await expectPlaced("another address");

  await signIn(page.context());
  const orders = await (await page.request.get("/mostrador/pedidos")).text();
  expect(orders.match(/Lucía Repetida/g)).toHaveLength(3);
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
