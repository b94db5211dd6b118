import type { Page } from "@playwright/test";
import {
  allWrong,
  axeViolations,
  doublePresses,
  expect,
  expectConfirmed,
  expectNothingLost,
  fillShippingForm,
  passProcessing,
  skipProcessing,
  stopClock,
  translate,
} from "../../e2e/fixtures.ts";
import { mailTo, sendNow, signIn, test } from "./fixtures.ts";

async function order(page: Page, email: string) {
  await page.addInitScript(skipProcessing);
  await page.goto("/checkout");
  await fillShippingForm(page, email);
  await page.getByRole("button", { name: "Aumentar cantidad" }).click();
  await page.getByRole("button", { name: "Pedido con obligación de pago" }).click();
  await expectConfirmed(page);
}

/** Expects the order page's title and its current step. axe on a phone suffices for most. */
async function expectState(page: Page, title: string, step: string, axeWidths = [320]) {
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  // A resize would abort the transition from the page before, which is an error in the console.
  await page.evaluate(() => document.activeViewTransition?.finished);
  const current = page.getByRole("list", { name: "Estado del pedido" }).locator("[aria-current]");
  if (step) await expect(current).toContainText(step);
  else await expect(current).toHaveCount(0);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    if (axeWidths.includes(width)) expect(await axeViolations(page)).toEqual([]);
  }
}

test("copies what a bank's form wants", async ({ page, context }) => {
  await order(page, `copiar.${Date.now()}@correo.example`);
  await page.getByRole("link", { name: "Ver cómo pagarlo" }).click();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [name, text] of [
    ["Importe", "179,98"],
    ["IBAN", "ES9121000418450200051332"],
  ]) {
    await page.getByRole("button", { name: `Copiar ${name}` }).click();
    await expect(page.getByRole("status").filter({ hasText: "Copiado" })).toBeAttached();
    await expect.poll(clipboard).toBe(text);
  }
  // A phone can't scan its own screen.
  const code = page.getByRole("img", { name: "Código QR de la transferencia" });
  await expect(code).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(code).toBeHidden();
});

test("from order to withdrawal: pages, admin and emails agree", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = "historia@ejemplo.es";
  await order(page, email);
  await expect(page.getByLabel("Nombre")).toHaveValue("Lucía");

  const confirmation = await mailTo(email, /^Tu pedido \w{8}: cómo pagarlo$/);
  const [, number = ""] = /pedido (\w{8})/.exec(confirmation.subject) ?? [];
  expect(confirmation.text).toContain("179,98\u00a0€");
  expect(confirmation.text).toContain("ES91 2100 0418 4502 0005 1332");
  expect(confirmation.text).toContain("Tienes 14\u00a0días naturales");

  const thanks = page.getByRole("region", { name: "Gracias" });
  for (const words of [
    "Gracias, Lucía.",
    "Hemos recibido tu pedido.",
    "2 × Perfume signature",
    "179,98\u00a0€",
    `Te escribimos a ${email}.`,
  ]) {
    await expect(thanks.getByText(words)).toBeVisible();
  }
  await expect(thanks.getByText(number, { exact: true })).toBeVisible();
  await thanks.getByRole("link", { name: "Ver cómo pagarlo" }).click();
  await expect(page).toHaveURL(/\/pedido\/[\w-]{22}$/);
  expect(confirmation.text).toContain(new URL(page.url()).pathname);
  // Wide screens also show the QR code.
  await expectState(page, "Esperamos tu transferencia", "Recibido", [320, 1440]);
  // The title keeps to the column of the text below it.
  const [title, steps] = [page.getByRole("heading", { level: 1 }), page.getByLabel("Estado del")];
  const widthOf = async (part: typeof title) => (await part.boundingBox())?.width ?? 0;
  expect(await widthOf(title)).toBeLessThanOrEqual(await widthOf(steps));
  await expect(page.getByText(`Pedido ${number}`)).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  const iban = page.getByText("ES91 2100 0418 4502 0005 1332");
  expect((await iban.boundingBox())?.height).toBeLessThan(36);
  await iban.click();
  expect(await page.evaluate(() => String(getSelection()))).toBe("ES91 2100 0418 4502 0005 1332");

  const owner = await browser.newContext({ baseURL, locale: "es-ES" });
  await signIn(owner);
  const admin = await owner.newPage();
  await admin.goto("/mostrador/pedidos");
  expect(await axeViolations(admin)).toEqual([]);
  await admin.getByRole("link", { name: number }).click();
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText(`Pendiente de pago ${number}`);
  await admin.getByLabel("Importe que ha llegado, en euros").fill("100");
  await admin.getByRole("button", { name: "Anotar un pago" }).click();
  await admin.getByRole("button", { name: "Sí, anotar" }).click();
  await sendNow(owner.request, number);
  await mailTo(email, /: faltan 79,98/);
  await page.reload();
  await expectState(page, "Falta una parte del pago", "Recibido");
  await expect(
    admin.getByText("Hay cobrados 100,00\u00a0€ de 179,98\u00a0€: faltan 79,98\u00a0€."),
  ).toBeVisible();
  await expect(admin.getByLabel("Importe que ha llegado, en euros")).toHaveValue("79,98");
  await admin.getByRole("button", { name: "Anotar un pago" }).click();
  await sendNow(owner.request, number);
  await mailTo(email, /pago recibido$/);
  await page.reload();
  await expectState(page, "Preparamos tu paquete", "Pagado");
  await admin.getByLabel("Lo lleva").first().selectOption("MRW");
  await admin.getByLabel("Número de envío").first().fill("0042");
  await admin.getByRole("button", { name: "Marcar como enviado" }).click();
  await admin.getByText(/^Más/).click();
  await admin.getByText("No se ha enviado").first().click();
  await admin.getByRole("button", { name: "No se ha enviado" }).click();
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText(`Por enviar ${number}`);
  await admin.getByLabel("Lo lleva").first().selectOption("MRW");
  await admin.getByLabel("Número de envío").first().fill("0042");
  await admin.getByRole("button", { name: "Marcar como enviado" }).click();
  await sendNow(owner.request, number);
  expect((await mailTo(email, /va de camino/)).text).toContain("Lo lleva MRW, con el número 0042.");

  await page.reload();
  await expectState(page, "Va de camino", "Enviado");
  await expect(page.getByText("Lo lleva MRW, con el número 0042.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Seguir el envío" })).toHaveAttribute(
    "href",
    /^https:\/\/www\.mrw\.es\/.*envio=0042$/,
  );
  await admin.getByText(/^Más/).click();
  await admin.getByText("Corregir el seguimiento").first().click();
  await admin.getByRole("button", { name: "Corregir el seguimiento" }).click();
  await expect(admin.getByText("Es el que ya está anotado")).toBeVisible();
  const correction = admin.locator("#seguimiento");
  await correction.getByLabel("Número de envío").fill("0043");
  await correction.getByRole("button", { name: "Corregir el seguimiento" }).click();
  await sendNow(owner.request, number);
  expect((await mailTo(email, /cómo seguir tu paquete$/)).text).toContain(
    "Lo lleva MRW, con el número 0043.",
  );
  await page.reload();
  await expect(page.getByText("Lo lleva MRW, con el número 0043.")).toBeVisible();

  const orderPage = page.url();
  await page.getByRole("link", { name: "Términos del " }).click();
  await expect(page.getByRole("heading", { name: /^Términos del \d+ de / })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.goBack();
  await page.getByRole("link", { name: "desistir del contrato", exact: true }).click();
  await expect(page.getByLabel("Número de pedido")).toHaveValue(number);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByLabel("Nombre y apellidos")).toHaveAccessibleDescription(
    "Escribe tu nombre y apellidos",
  );
  await expect(page.getByLabel("Nombre y apellidos")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Nombre y apellidos")).toBeFocused();
  await expect(page).toHaveTitle("Revisa los datos · Desistir del contrato · Aurelia");
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel("Nombre y apellidos").fill("Lucía Ibáñez");
  await page.getByLabel("Número de pedido").fill(`pedido ${number.toLowerCase()}`);
  await page.getByLabel("Email").fill(email);
  await expect(page.getByLabel("De cuánto desistes")).toHaveValue("todo");
  await page.getByLabel("De cuánto desistes").selectOption("1\u00a0frasco");
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByRole("button", { name: "Confirmar desistimiento" })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Corregir los datos" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByRole("button", { name: "Confirmar desistimiento" }).click();
  await expect(page.getByText("Hemos recibido tu desistimiento el")).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  const receipt = await mailTo(email, /Hemos recibido tu desistimiento/);
  expect(receipt.text).toContain(
    `«Desisto de 1\u00a0frasco del siguiente contrato: pedido ${number.toLowerCase()}».`,
  );
  expect(receipt.text).toContain(
    `Hemos entendido que desistes de 1 de los 2\u00a0frascos del pedido ${number}.`,
  );
  await page.goto(orderPage);
  await expectState(page, "Va de camino", "Enviado");
  await expect(
    page.getByText(
      /^Has desistido de 1\sfrasco: queda 1\. Te autorizamos la devolución: tienes hasta el /,
    ),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Cómo se devuelve" })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await admin.getByRole("button", { name: "Marcar como entregado" }).click();
  // The owner has not seen the withdrawal yet.
  await expect(admin.getByRole("alert")).toContainText("El pedido ha cambiado mientras tanto");
  await expect(admin.getByText(/El comprador desistió el/)).toBeVisible();
  await admin.getByRole("button", { name: "Marcar como entregado" }).click();
  await sendNow(owner.request, number);
  const back = admin.getByLabel("Importe que has reembolsado, en euros");
  await back.fill("179,99");
  await admin.getByRole("button", { name: "Anotar un reembolso" }).click();
  await expect(back).toHaveAccessibleDescription("No se puede reembolsar más de 179,98\u00a0€");
  await back.fill("89,99");
  await admin.getByRole("button", { name: "Anotar un reembolso" }).click();
  await admin.getByRole("button", { name: "Sí, anotar" }).click();
  await expect(admin.getByRole("heading", { name: `Entregado ${number}` })).toBeVisible();
  await sendNow(owner.request, number);
  await mailTo(email, /: te hemos reembolsado 89,99/);
});

test("keeps the form while the desk is unavailable, and the retry is the same order", async ({
  page,
}) => {
  await page.addInitScript(skipProcessing);
  await page.goto("/checkout");
  await fillShippingForm(page);
  await page.getByLabel("Nombre").fill("Intento");
  // The order arrives, but the response is lost.
  await page.route("**/pedidos", async (route) => {
    await route.fetch();
    await route.abort();
  });
  const button = page.getByRole("button", { name: "Pedido con obligación de pago" });
  await button.click();
  await expect(page.getByText(/No hemos podido/)).toBeVisible();
  await expect(page.getByLabel("Dirección")).toHaveValue("Calle Mayor, 1");
  expect(await axeViolations(page)).toEqual([]);

  await page.unroute("**/pedidos");
  await button.click();
  await expectConfirmed(page);
  await signIn(page.context());
  const admin = await page.request.get("/mostrador/pedidos");
  expect((await admin.text()).match(/Intento Ibáñez/g)).toHaveLength(1);
});

test("shows a new price for this quantity before the order is placed", async ({ page }) => {
  await page.addInitScript(skipProcessing);
  await page.goto("/checkout");
  await fillShippingForm(page);
  const sent: { key: string; total: number }[] = [];
  await page.route("**/pedidos", async (route) => {
    sent.push(route.request().postDataJSON());
    await route.fulfill({ status: 409, json: { total: 9499 } });
  });
  const button = page.getByRole("button", { name: "Pedido con obligación de pago" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText(
    "El total ha cambiado desde que abriste esta página: antes 89,99\u00a0€, ahora 94,99\u00a0€, con IVA y envío. Si estás de acuerdo, vuelve a pulsar.",
  );
  await expect(button).toBeFocused();
  await expect(page.getByText("Nuevo total: 94,99\u00a0€")).toBeVisible();
  await expect(page.getByText("Total: 89,99\u00a0€")).toBeHidden();
  await expect(page.getByText("Cantidad: 1. Total: 94,99\u00a0€")).toBeAttached();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByRole("button", { name: "Aumentar cantidad" }).click();
  await expect(page.getByRole("alert")).toBeEmpty();
  await expect(page.getByText("Total: 179,98\u00a0€, IVA incluido")).toBeVisible();
  await page.getByRole("button", { name: "Reducir cantidad" }).click();
  await button.click();
  await expect.poll(() => sent.map(({ total }) => total)).toEqual([8999, 9499]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

/** Mocks the order desk's response and collects the orders. */
async function countOrders(page: Page) {
  const orders: unknown[] = [];
  await page.route("**/pedidos", async (route) => {
    orders.push(route.request().postDataJSON());
    const number = `AU7KQ2M${orders.length}`;
    await route.fulfill({ status: 201, json: { number, address: "/pedido/0f0f" } });
  });
  return orders;
}

test("any double press is one order, and the next press another", async ({ page }) => {
  await stopClock(page);
  await page.goto("/checkout");
  await fillShippingForm(page);
  const orders = await countOrders(page);
  const button = page.getByRole("button", { name: "Pedido con obligación de pago" });
  let placed = 0;
  for (const [name, press] of Object.entries(doublePresses)) {
    await test.step(name, async () => {
      const answer = page.waitForResponse("**/pedidos");
      await press(page, button);
      await answer;
      await passProcessing(page);
      placed++;
      await expect(page.getByText(`AU7KQ2M${placed}`, { exact: true })).toBeVisible();
      await expect(button).toBeEnabled();
      await passProcessing(page);
      expect(orders, name).toHaveLength(placed);
    });
  }
});

test("on a phone a refusal keeps the button in its place, and returns the focus to it", async ({
  page,
}) => {
  await stopClock(page);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/checkout");
  await fillShippingForm(page);
  await countOrders(page);
  const button = page.getByRole("button", { name: "Pedido con obligación de pago" });
  const processing = page.getByRole("button", { name: "Procesando..." });
  const press = async () => {
    await button.scrollIntoViewIfNeeded();
    const pressed = (await button.boundingBox())?.y ?? 0;
    await button.click();
    await expect(processing).toBeDisabled();
    expect((await processing.boundingBox())?.y).toBeCloseTo(pressed, -1);
    await passProcessing(page);
    return pressed;
  };
  const stays = async (pressed: number) => {
    await expect(button).toBeFocused();
    expect((await button.boundingBox())?.y).toBeCloseTo(pressed, -1);
  };
  await press();
  await expect(page.getByRole("heading", { name: "Gracias" })).toBeFocused();
  await page.unroute("**/pedidos");
  await page.route("**/pedidos", (route) => route.fulfill({ status: 409, json: { total: 9499 } }));
  await stays(await press());
  await expect(page.getByRole("alert")).toBeInViewport({ ratio: 1 });
  await stays(await press());
});

test("keeps values and updates all texts in a page that the browser translates", async ({
  page,
}) => {
  await stopClock(page);
  await page.goto("/checkout");
  await countOrders(page);
  const button = page.getByRole("button", { name: "Pedido con obligación de pago" });
  await expect(button).toBeEnabled();
  await page.evaluate(translate);
  await button.click();
  await expect(page.getByText(`${allWrong} (translated)`)).toBeVisible();
  await fillShippingForm(page);
  await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  await expect(page.getByText("por corregir")).toHaveCount(0);
  await page.getByRole("button", { name: "Aumentar cantidad" }).click();
  await expect(page.getByText("2 × (translated)")).toBeVisible();
  await expect(page.getByText("Total: 179,98 €, IVA incluido. Envío gratis")).toBeVisible();
  for (const number of ["AU7KQ2M1", "AU7KQ2M2"]) {
    await button.click();
    await expect(page.getByRole("button", { name: "Procesando..." })).toBeDisabled();
    await passProcessing(page);
    await expect(page.getByText(number, { exact: true })).toBeVisible();
    await expect(page.getByText("¡Pedido Confirmado! (translated)")).toBeVisible();
    await expectNothingLost(page);
  }
  await page.unroute("**/pedidos");
  await page.route("**/pedidos", (route) => route.fulfill({ status: 409, json: { total: 9499 } }));
  await button.click();
  await passProcessing(page);
  await expect(page.getByText("antes 179,98 €, ahora 94,99 €")).toBeVisible();
  await expect(page.getByText("Nuevo total: 94,99 €")).toBeVisible();
  await expect(page.getByText("El precio de arriba ya no es el de hoy")).toBeVisible();
  await page.getByRole("button", { name: "Reducir cantidad" }).click();
  await expect(page.getByText("antes 179,98 €")).toHaveCount(0);
  await expect(page.getByText("1 × (translated)")).toBeVisible();
  await expectNothingLost(page);
});

test("shows an earlier order that did arrive, and the next press places another", async ({
  page,
}) => {
  await page.addInitScript(skipProcessing);
  await page.goto("/checkout");
  await fillShippingForm(page);
  const button = page.getByRole("button", { name: "Pedido con obligación de pago" });
  await page.route("**/pedidos", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button.click();
  await expect(page.getByText(/No hemos podido/)).toBeVisible();

  await page.unroute("**/pedidos");
  await page.getByLabel("Dirección").fill("Calle Menor, 2");
  await button.click();
  const earlier = page.getByRole("link", { name: "Ver ese pedido" });
  await expect(earlier).toHaveAttribute("href", /^\/pedido\/[\w-]{22}$/);
  await button.click();
  await expectConfirmed(page);
  await expect(earlier).toBeHidden();
});
