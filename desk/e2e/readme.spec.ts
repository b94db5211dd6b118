import { expect, expectInReadme } from "../../e2e/fixtures.ts";
import { placeOrder, test } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 820 } });

test("the README's picture of checkout, order and admin is up to date", async ({
  ownerPage: page,
}) => {
  const screenshots: Buffer[] = [];
  const show = async (path: string) => {
    await page.goto(path);
    screenshots.push(await page.screenshot());
  };
  const order = (firstName: string, city: string, quantity = 1) =>
    placeOrder(page, { firstName, city, quantity, email: `${firstName}@correo.example` });
  const paula = await order("Paula", "Málaga");
  const nuria = await order("Nuria", "Valencia", 2);
  await order("Hugo", "Bilbao");
  await page.goto(`/mostrador/${nuria.number}`);
  await page.getByLabel("Importe que ha llegado, en euros").press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Por enviar ${nuria.number}`);

  await show("/checkout");
  await show(paula.address);
  await show("/mostrador/pedidos");
  await show(`/mostrador/${nuria.number}`);
  // Numbers and dates differ.
  await expectInReadme("phones.jpg", screenshots, 0.04);
});
