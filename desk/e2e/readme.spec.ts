import { completeOrder } from "../../app/shop/testing/complete-order.ts";
import { expect, expectInReadme } from "../../e2e/fixtures.ts";
import { test } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 820 } });

test("the README shows checkout, order and admin as they are", async ({ ownShop: page }) => {
  const screenshots: Buffer[] = [];
  const show = async (path: string) => {
    await page.goto(path);
    screenshots.push(await page.screenshot());
  };
  const orders: { number: string; address: string }[] = [];
  for (const [firstName, city, quantity] of [
    ["Paula", "Málaga", 1],
    ["Nuria", "Valencia", 2],
    ["Hugo", "Bilbao", 1],
  ] as const) {
    const key = crypto.randomUUID().replaceAll("-", "");
    const order = {
      ...completeOrder,
      firstName,
      city,
      quantity,
      email: `${firstName}@correo.example`,
    };
    const answer = await page.request.post("/pedidos", {
      data: { key, total: 8999 * quantity, order },
    });
    orders.push(await answer.json());
  }
  const [paula, nuria] = orders;
  await page.goto(`/mostrador/${nuria?.number}`);
  await page.getByLabel("Importe que ha llegado, en euros").press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Por enviar ${nuria?.number}`);

  await show("/checkout");
  await show(paula?.address ?? "");
  await show("/mostrador/pedidos");
  await show(`/mostrador/${nuria?.number}`);
  // Numbers and dates differ.
  await expectInReadme("phones.jpg", screenshots, 0.04);
});
