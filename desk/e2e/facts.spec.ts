import { expectAttackRefused } from "../../e2e/attack.ts";
import { axeViolations, expect, fillShippingForm, skipProcessing } from "../../e2e/fixtures.ts";
import { test } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

// Uses its own shop, because the other tests order at the usual prices.
test("the pages and the next order follow what the owner changes and leaves out", async ({
  ownerPage: page,
}) => {
  await page.goto("/mostrador");
  await page.getByText("de la tienda por confirmar").click();
  await expect(page.getByText("500+ clientes")).toBeVisible();
  await page.getByRole("link", { name: "Confirmarlo o cambiarlo" }).click();
  // By the keyboard alone.
  const field = (name: string) => page.getByRole("textbox", { name });
  await field("Precio del envío, en euros").fill("gratis");
  await field("Envío gratis desde, en euros").fill("150");
  await field("Horas que dura sobre la piel, hasta").fill("");
  await field("Horas que dura sobre la piel, hasta").press("Enter");
  await expect(field("Precio del envío, en euros")).toBeFocused();
  await expect(field("Precio del envío, en euros")).toHaveAccessibleDescription(
    "Debe ser un importe en euros, de 0,01 a 99,99.",
  );
  await expect(field("Envío gratis desde, en euros")).toHaveValue("150");
  expect(await axeViolations(page)).toEqual([]);
  await field("Precio del envío, en euros").fill("4,50");
  await field("Precio del envío, en euros").press("Enter");
  await expect(page.getByRole("row", { name: "Precio del envío" })).toContainText("4,50");
  await page.getByRole("button", { name: "Sí, cambiar" }).press("Enter");
  await expect(page.getByRole("status")).toHaveText("Hecho. Las páginas lo dicen desde ahora.");

  await page.getByText("Teléfono: +34 910 000 000").press("Enter");
  await field("Con su prefijo").fill("915 555 123");
  await field("Con su prefijo").press("Enter");
  await page.getByRole("button", { name: "Sí, cambiar" }).press("Enter");
  await expect(page.getByRole("status")).toHaveText("Hecho. Teléfono: +34 915 555 123.");
  await page.getByText("A qué huele: No se dice").press("Enter");
  await field("Salida").fill("azahar, neroli");
  await field("Fondo").fill("cuero");
  await field("Fondo").press("Enter");
  await expect(page.getByRole("row", { name: "Salida" })).toContainText("azahar, neroli");
  await page.getByRole("button", { name: "Sí, cambiar" }).press("Enter");
  await expect(page.getByRole("status")).toHaveText("Hecho. A qué huele: azahar, neroli · cuero.");
  await page.goto("/mostrador");
  await expect(page.getByText("de la tienda por confirmar")).toHaveCount(0);

  await expect(async () => {
    await page.goto("/");
    await expect(page.getByText("azahar, neroli", { exact: true })).toBeVisible({ timeout: 1 });
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("link", { name: "+34 915 555 123" })).toHaveAttribute(
      "href",
      "tel:+34915555123",
      { timeout: 1 },
    );
  }).toPass();
  await expect(page.getByText("Larga Duración")).toHaveCount(0);
  await expect(page.getByText("Fragancias Únicas")).toBeVisible();
  await expect(page.getByText("cuero", { exact: true })).toBeVisible();
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.join()).toContain('"telephone":"+34 915 555 123"');
  expect(data.join()).toContain('"value":"4.50"');
  for (const path of ["/contacto", "/terminos-de-servicio", "/no-existe"]) {
    await page.goto(path);
    await expect(page.getByText("+34 915 555 123").first()).toBeVisible();
    await expect(page.getByText("+34 910 000 000")).toHaveCount(0);
  }
  await page.goto("/terminos-de-servicio");
  await expect(page.getByText("cuesta 4,50 €")).toBeVisible();

  await page.addInitScript(skipProcessing);
  await page.goto("/checkout");
  await expect(page.getByText("Añade €60,01 más para envío gratuito")).toBeVisible();
  await fillShippingForm(page);
  await page.getByRole("button", { name: "Pedido con obligación de pago" }).click();
  await expect(page.getByRole("heading", { name: "Gracias" })).toBeVisible();
  await page.getByRole("link", { name: "Ver cómo pagarlo" }).click();
  await expect(page.getByText("94,49 €").first()).toBeVisible();
});

test("the pages that are rendered after a new price refuse what an attacker adds to them", async ({
  ownerPage: page,
}) => {
  await page.goto("/mostrador/ajustes");
  await page.getByText("Precio de un frasco: 89,99").press("Enter");
  await page.getByLabel("En euros, con IVA").fill("45,50");
  await page.getByLabel("En euros, con IVA").press("Enter");
  await page.getByRole("button", { name: "Sí, cambiar" }).press("Enter");
  for (const path of ["/", "/checkout"]) {
    await expect(async () => {
      await page.goto(path);
      await expect(page.getByText(/^(45,50|55,49)\s€$/).first()).toBeVisible({ timeout: 1 });
    }).toPass();
    await expectAttackRefused(page);
  }
});
