import { completeOrder } from "../../app/shop/testing/complete-order.ts";
import { axeViolations, expect, fillShippingForm } from "../../e2e/fixtures.ts";
import { test } from "./fixtures.ts";

const button = "Pedido con obligación de pago";

test("says at the field that nothing is sent there, and keeps the form", async ({ page }) => {
  const sent: unknown[] = [];
  await page.route("**/pedidos", (route) => {
    sent.push(route.request().postDataJSON());
    return route.abort();
  });
  await page.goto("/checkout");
  await fillShippingForm(page);
  const postalCode = page.getByLabel("Código postal");
  await postalCode.fill("35001");
  await page.getByRole("button", { name: button }).click();
  await expect(postalCode).toHaveAccessibleDescription("No enviamos a Canarias, Ceuta ni Melilla");
  await expect(postalCode).toBeFocused();
  await expect(page.getByText("Queda un campo por corregir.")).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  // The same postal code is valid in another country.
  await page.getByLabel("País").selectOption("DE");
  await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  await page.getByLabel("País").selectOption("ES");
  await postalCode.fill("07001");
  await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  expect(sent).toEqual([]);
});

test("says what is too long, and truncates nothing", async ({ page }) => {
  await page.goto("/checkout");
  await expect(page.getByRole("button", { name: "Pedido con obligación de pago" })).toBeEnabled();
  const lengths = { Nombre: 60, Apellidos: 100, Dirección: 200, Ciudad: 100 };
  for (const [label, length] of Object.entries(lengths)) {
    await page.getByLabel(label).fill("a".repeat(length + 1));
  }
  await page.getByLabel("Ciudad").press("Enter");
  for (const [label, length] of Object.entries(lengths)) {
    await expect(page.getByLabel(label)).toHaveValue("a".repeat(length + 1));
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(
      new RegExp(` puede tener ${length}\\scaracteres como máximo$`),
    );
  }
});

test("the order desk validates what the form already limits", async ({ request }) => {
  const order = { ...completeOrder, email: "ley@ejemplo.es" };
  const place = async (changes: Partial<typeof order>) => {
    const data = { key: "0".repeat(32), total: 8999, order: { ...order, ...changes } };
    return (await request.post("/pedidos", { data })).status();
  };
  expect(await place({ country: "CH" })).toBe(400);
  expect(await place({ postalCode: "38001" })).toBe(400);
  expect(await place({ firstName: "www.evil.example" })).toBe(400);
  expect(await place({ lastName: "a".repeat(101) })).toBe(400);
  expect(await place({})).toBe(201);
});

test("the offer has the label's text, the legal rights and who pays for returns", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Ingredientes y advertencias" }).click();
  await expect(page).toHaveURL("/checkout#etiqueta");
  const row = (name: string) =>
    page.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd");
  await expect(row("Fabricante")).toContainText("28004 Madrid, hola@aurelia.example");
  await expect(row("Referencia")).toHaveText("EAN 8400000000000");
  await expect(row("Advertencias")).toContainText("Inflamable");
  await expect(row("Ingredientes")).toContainText("Limonene");
  await expect(row("Desistimiento")).toContainText(
    "14 días naturales desde que lo recibes, sin explicaciones; la vuelta la pagas tú.",
  );
  await expect(row("Garantía legal")).toContainText("3 años.");
  const top = async (locator: ReturnType<typeof row>) => (await locator.boundingBox())?.y ?? 0;
  const notice = page.getByRole("link", { name: "Ver el aviso oficial" });
  expect(await top(notice)).toBeLessThan(await top(page.getByRole("button", { name: button })));
  expect(await axeViolations(page)).toEqual([]);
});

test("on a phone the button is at most 600 px below the country, with the label collapsed", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/checkout");
  await expect(
    page.getByText("Se paga por transferencia, en los 7 días siguientes al pedido."),
  ).toHaveCount(1);
  await expect(page.getByText("Ingredientes", { exact: true })).toBeHidden();
  const country = await page.getByLabel("País").boundingBox();
  const order = await page.getByRole("button", { name: button }).boundingBox();
  expect((order?.y ?? 0) - (country?.y ?? 0) - (country?.height ?? 0)).toBeLessThanOrEqual(600);
  await page.getByText("Fabricante, ingredientes y advertencias").click();
  await expect(page.getByText("Ingredientes", { exact: true })).toBeVisible();
});

test("delivery and withdrawal are beside the button alone, at any width", async ({ page }) => {
  await page.goto("/checkout");
  const arrives = page.getByText("Viaja en su caja, de un marrón casi negro");
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(arrives).toBeVisible({ visible: width >= 768 });
    for (const name of ["Entrega", "Desistimiento"]) {
      const term = page.getByRole("term").filter({ hasText: name });
      await expect(term, `${width} px`).toHaveCount(1);
      await expect(page.locator("form").getByText(name, { exact: true })).toBeVisible();
    }
    await expect(page.getByRole("main").getByText("Devolución")).toHaveCount(0);
  }
});

test("returns keep what the law adds", async ({ page }) => {
  await page.goto("/politica-de-devolucion");
  for (const words of [
    "Tienes 14 días naturales desde que recibes el perfume para avisarnos",
    "Te autorizamos la devolución en el acto: el correo que te enviamos dice adónde enviarla. Si la pides por correo, en 24 horas.",
    "Tu derecho no depende de ello.",
    "Tienes 14 días naturales desde que nos avisas.",
    "Te pedimos que lo envíes sin usar y en su embalaje original.",
    "También se admite: la ley solo nos permite descontar lo que haya perdido de valor.",
    "aunque lo hayas abierto. La garantía legal dura 3 años.",
    "en 5-7 días laborables desde que recibimos el paquete o, si llega antes, tu justificante",
    "La ley nos da 14 días naturales desde que nos avisas",
  ]) {
    await expect(page.getByText(words), words).toBeVisible();
  }
  await page.goto("/contacto");
  await expect(page.getByText("sin usar y en su embalaje original")).toHaveText(
    "Tienes 14 días desde que recibes el perfume para avisarnos de que lo devuelves. Te pedimos que vuelva sin usar y en su embalaje original. Autorizamos la devolución en 24 horas; tu derecho no depende de ello.",
  );
});

test("every page names the seller, and contact the seller's address", async ({ page }) => {
  const seller =
    "Perfumes Aurelia, S. L. · NIF B12345674 · Calle del Pez, 1, 28004 Madrid · Registro Mercantil de Madrid, tomo 1, folio 1, hoja M-1";
  for (const path of ["/", "/checkout", "/contacto", "/desistimiento", "/no-existe"]) {
    await page.goto(path);
    await expect(page.getByRole("contentinfo").getByText(seller)).toBeVisible();
  }
  await page.goto("/contacto");
  await expect(
    page.getByRole("main").getByText("Calle del Pez, 1, 28004 Madrid", { exact: true }),
  ).toBeVisible();
});
