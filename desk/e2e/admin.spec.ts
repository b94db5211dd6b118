import type { Browser, Page } from "@playwright/test";
import type { completeOrder } from "../../app/shop/testing/complete-order.ts";
import { expect, expectNothingStickyTooTall, expectUndarkened } from "../../e2e/fixtures.ts";
import { dayOf } from "../shop/time.ts";
import { expectAccessible, placeOrder, signIn, test } from "./fixtures.ts";

/** Opens the admin, by default on a phone. */
async function openAdmin(browser: Browser, baseURL: string | undefined, width = 360) {
  const context = await browser.newContext({
    baseURL,
    locale: "es-ES",
    viewport: { width, height: 740 },
  });
  await signIn(context);
  return context.newPage();
}

const email = "mostrador@ejemplo.es";

/** Places an order for two bottles. */
const order = (page: Page, changes: Partial<typeof completeOrder> = {}) =>
  placeOrder(page, { email, quantity: 2, ...changes });

const figure = (page: Page, name: string) => page.getByRole("row", { name }).getByRole("cell");

test("the owner's day on a phone: payment, shipment, refund, correction, withdrawal", async ({
  browser,
  baseURL,
}) => {
  const page = await openAdmin(browser, baseURL);
  const { number } = await order(page);
  await page.goto("/mostrador");
  await expectAccessible(page);
  await page.getByRole("navigation", { name: "Mostrador" }).getByText("Pedidos").click();
  await expectAccessible(page);
  const row = page.getByRole("link", {
    name: new RegExp(`^Lucía Ibáñez · 2\\sfrascos 179,98\\s€ ${number} Pendiente de pago`),
  });
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(66);
  expect((await page.getByRole("banner").boundingBox())?.height).toBeLessThanOrEqual(48);
  await row.click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Pendiente de pago ${number}`);
  const amount = page.getByLabel("Importe que ha llegado, en euros");
  await expect(amount).toHaveValue("179,98");
  await amount.fill("179,980");
  await amount.press("Enter");
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue("179,980");
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await expect(amount).toHaveAccessibleDescription("Escribe un importe en euros, como 89,99");
  await expectAccessible(page);
  await page.reload();
  await amount.fill("179,98");
  await amount.press("Enter");

  await expect(page).toHaveURL(new RegExp(`/mostrador/${number}\\?hecho=pago$`));
  await expect(page.getByRole("status")).toHaveText("Hecho: pago de 179,98\u00a0€. Deshacer");
  await expectAccessible(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Por enviar ${number}`);
  await expect(page.getByRole("heading", { name: "2 frascos" })).toBeVisible();
  await page.getByRole("link", { name: "Albarán para imprimir" }).click();
  await expect(page.getByRole("heading", { name: "Lucía Ibáñez" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner").first()).toBeHidden();
  await expect(page.getByText("Volver al pedido")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("link", { name: "Volver al pedido" }).click();

  await page.getByLabel("Lo lleva").first().selectOption("Otra empresa");
  await page
    .getByLabel("Número de envío")
    .first()
    .fill(`https://correo.example/localizador?envio=${"0042".repeat(30)}`);
  await page.getByRole("button", { name: "Marcar como enviado" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Enviado ${number}`);

  const refund = async () => {
    await page.getByText(/^Más/).click();
    await page.getByText("Anotar un reembolso").first().click();
    await page.getByLabel("Importe que has reembolsado, en euros").fill("20");
    await page.getByRole("button", { name: "Anotar un reembolso" }).click();
  };
  await refund();
  await expect(page).toHaveTitle("¿Anotar que has reembolsado 20,00\u00a0€? · Aurelia");
  await expect(figure(page, "Saldo").nth(1)).toHaveText("159,98\u00a0€");
  await expectAccessible(page);
  await page.getByRole("link", { name: "No", exact: true }).click();
  await expect(page.getByText("− 20,00")).toHaveCount(0);
  await refund();
  await page.getByRole("button", { name: "Sí, anotar" }).dblclick();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Enviado ${number}`);
  await page.goto(`/mostrador/${number}`);
  await expect(page.getByText("− 20,00")).toBeVisible();

  const entry = page
    .getByRole("listitem")
    .filter({ hasText: "Reembolso" })
    .filter({ hasText: "Anular este apunte" });
  await entry.getByText("Anular este apunte").first().click();
  await entry.getByRole("button", { name: "Anular este apunte" }).click();
  await expect(page.getByLabel("Por qué").last()).toBeFocused();
  await page.getByLabel("Por qué").last().fill("Un cero de más");
  await expectAccessible(page);
  await entry.getByRole("button", { name: "Anular este apunte" }).click();
  await page.getByRole("button", { name: "Sí, anular" }).click();
  await expect(page.getByText("+ 20,00")).toBeVisible();

  await page.request.post("/desistimiento", {
    form: {
      name: "Lucía Ibáñez",
      contract: number,
      email,
      key: crypto.randomUUID().replaceAll("-", ""),
      step: "confirm",
    },
  });
  await page.getByRole("link", { name: "Hoy", exact: true }).click();
  const waiting = page.getByRole("listitem").filter({ hasText: number });
  await expect(waiting).toContainText(/Reembolsar 179,98\s€, hasta el /);
  await expectAccessible(page);
  await waiting.getByRole("link").click();
  await expect(page.getByText(/^Hay que reembolsar 179,98\s€\. Tienes hasta el /)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel("Importe que has reembolsado, en euros")).toHaveValue("179,98");
  await page.getByRole("button", { name: "Anotar un reembolso" }).click();
  await page.getByRole("button", { name: "Sí, anotar" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Desistido ${number}`);
  await expect(
    page.getByText(/^El comprador desistió .* quitado 2\sfrascos de 2\.$/),
  ).toBeVisible();
  await page.getByRole("link", { name: "Hoy", exact: true }).click();
  await expect(waiting).toHaveCount(0);
});

test("finds an order and corrects its address with the keyboard alone", async ({
  browser,
  baseURL,
}) => {
  const page = await openAdmin(browser, baseURL, 1280);
  const { number } = await order(page, { lastName: "Zurbano", email: "zurbano@ejemplo.es" });
  await page.goto("/mostrador");
  const toSearch = page.getByRole("link", { name: "Buscar" });
  while (!(await toSearch.evaluate((link) => link === document.activeElement)))
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("zurbano");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(number);
  const more = page.locator("summary", { hasText: /^Más/ });
  while (!(await more.evaluate((line) => line === document.activeElement)))
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const summary = page.getByText("Corregir los datos").first();
  while (!(await summary.evaluate((line) => line === document.activeElement)))
    await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  for (let fields = 0; fields < 3; fields++) await page.keyboard.press("Tab");
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await page.keyboard.type("z@");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await expect(page.getByText("Introduce un email válido")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("zurbano2@ejemplo.es");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "zurbano2@ejemplo.es" })).toBeVisible();
});

test("long names and addresses widen no page from 320 px on", async ({ browser, baseURL }) => {
  const page = await openAdmin(browser, baseURL, 320);
  const long = {
    firstName: "Wolfgang Maximilian",
    lastName: `Hohenzollern${"sigmaringen".repeat(4)}`,
    email: `wolfgang.maximilian.${"hohenzollern.".repeat(3)}x@ejemplo.es`,
    address: `Calle ${"Constitución".repeat(8)}, 1`,
    city: "Castropodame".repeat(5),
  };
  const { number, address } = await order(page, long);
  const unsettled = await order(page, { ...long, email: "parte@ejemplo.es" });
  await page.request.post(`/mostrador/${unsettled.number}/pago`, {
    form: { importe: "200", fecha: dayOf(Date.now()), version: "0", seguro: "si" },
  });
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [
      address,
      "/mostrador",
      "/mostrador/pedidos?estado=unpaid",
      "/mostrador/sin-pagar",
      `/mostrador/${number}`,
      `/mostrador/albaranes?pedido=${number}`,
    ]) {
      await page.goto(path);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        `${path} at ${width}`,
      ).toBe(0);
    }
  }
  // In a half-width column a row has two lines and a warning, as on a phone.
  await page.goto("/mostrador");
  const money = page.getByRole("region", { name: "Dinero que no cuadra" });
  const row = money.getByRole("link", { name: unsettled.number });
  const [name, total] = [row.getByText("Wolfgang"), row.getByText("179,98")];
  const column = await money.getByRole("heading").boundingBox();
  expect((await name.boundingBox())?.x).toBe(column?.x);
  expect((await name.boundingBox())?.width).toBeGreaterThan(300);
  await expect(total).toBeInViewport({ ratio: 1 });
});

test("text at 200 % widens no page of the admin, and is not cut", async ({ browser, baseURL }) => {
  const page = await openAdmin(browser, baseURL, 320);
  const { number, address } = await order(page, {
    firstName: "Wolfgang Maximilian",
    lastName: "Hohenzollern-Sigmaringen",
    email: "wolfgang.hohenzollern@ejemplo.es",
  });
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of [
      address,
      "/mostrador",
      "/mostrador/pedidos",
      "/mostrador/sin-pagar",
      "/mostrador/envios",
      "/mostrador/anotar-pedido",
      "/mostrador/cuentas",
      "/mostrador/ajustes",
      `/mostrador/${number}`,
    ]) {
      await page.goto(path);
      const found = await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
        const wide = document.documentElement.scrollWidth - window.innerWidth;
        const cut = [...document.querySelectorAll("header *, main *")].filter(
          (element) =>
            getComputedStyle(element).overflowX === "hidden" &&
            element.clientWidth > 1 &&
            element.scrollWidth > element.clientWidth + 1,
        );
        return { wide, cut: cut.map(({ textContent }) => textContent) };
      });
      expect(found, `${path} at ${width}`).toEqual({ wide: 0, cut: [] });
    }
  }
});

test("the admin's other pages are accessible at 320 px", async ({ browser, baseURL }) => {
  const page = await openAdmin(browser, baseURL, 320);
  const { number } = await order(page, { lastName: "Ortiz", email: "ortiz@ejemplo.es" });
  await page.request.post(`/mostrador/${number}/pago`, {
    form: { importe: "179,98", version: "0" },
  });
  for (const [path, title] of [
    ["cuentas", "Cuentas y datos"],
    ["anotar-pedido", "Anotar un pedido"],
    ["desistimientos", "Desistimientos"],
    ["persona?email=ortiz@ejemplo.es", "Datos de ortiz@ejemplo.es"],
    ["albaranes", "Ortiz"],
    ["envios", "Preparar envíos"],
    ["sin-pagar", "Esperan el pago"],
    ["pedidos", "Pedidos"],
    ["ajustes/cuenta", "Cuenta para las transferencias"],
  ] as const) {
    await page.goto(`/mostrador/${path}`);
    await expect(page.getByRole("heading", { name: title }).first()).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto(`/mostrador/${number}`);
  await expectAccessible(page);
});

test("the button below the parcels stays on screen, and covers no focused field", async ({
  browser,
  baseURL,
}) => {
  const page = await openAdmin(browser, baseURL, 390);
  for (let parcel = 0; parcel < 4; parcel++) {
    const { number } = await order(page, { email: `envio${parcel}@ejemplo.es` });
    await page.request.post(`/mostrador/${number}/pago`, {
      form: { importe: "179,98", version: "0" },
    });
  }
  await page.goto("/mostrador/envios");
  const button = page.getByRole("button", { name: "Marcar los elegidos como enviados" });
  await expect(button).toBeInViewport({ ratio: 1 });
  await page.getByRole("checkbox").first().focus();
  let fields = 0;
  while (!(await button.evaluate((element) => element === document.activeElement))) {
    const covered = await page.evaluate(() => {
      const { top, bottom, left } =
        document.activeElement?.getBoundingClientRect() ?? new DOMRect();
      const shown = [top + 1, bottom - 1].map((y) => document.elementFromPoint(left + 3, y));
      return shown.some((element) => element !== document.activeElement);
    });
    expect(covered, `field ${fields}`).toBe(false);
    fields++;
    await page.keyboard.press("Tab");
  }
  // Each parcel has a checkbox, a link, a carrier and a number.
  expect(fields).toBeGreaterThanOrEqual(4 * 4);
  await expect(button).toBeInViewport({ ratio: 1 });
});

test("four packing slips fill an A4 sheet, and none is cut off", async ({ browser, baseURL }) => {
  const page = await openAdmin(browser, baseURL);
  const ours: string[] = [];
  for (let slip = 0; slip < 5; slip++) {
    const { number } = await order(page, {
      firstName: "María de los Ángeles Concepción",
      lastName: "Fernández de Córdoba y Álvarez de Toledo-Figueroa",
      email: `albaran${slip}@ejemplo.es`,
      address: `Avenida de la ${"Constitución ".repeat(slip)}Española de 1978, número 127, bloque 4, planta 11.ª`,
      city: "San Sebastián de los Reyes",
    });
    ours.push(number);
    await page.request.post(`/mostrador/${number}/pago`, {
      form: { importe: "179,98", version: "0" },
    });
  }
  await page.goto("/mostrador/albaranes");
  await page.emulateMedia({ media: "print" });
  // Other tests have parcels to pack too.
  const slips = await page.locator("article").evaluateAll((all, ours) => {
    const mine = all.filter((slip) => ours.some((id) => slip.textContent?.includes(id)));
    for (const slip of all) if (!mine.includes(slip)) slip.remove();
    const mm = 96 / 25.4;
    return mine.map((slip) => {
      const { left, right, top, bottom, width, height } = slip.getBoundingClientRect();
      const inner = [...slip.children].map((part) => part.getBoundingClientRect());
      return {
        size: [width, height].map((length) => Math.round(length / mm)),
        margin: Math.round(
          Math.min(
            ...inner.flatMap((box) => [
              box.left - left,
              right - box.right,
              box.top - top,
              bottom - box.bottom,
            ]),
          ) / mm,
        ),
      };
    });
  }, ours);
  expect(slips).toEqual(Array(5).fill({ size: [105, 148], margin: 10 }));
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(pdf.match(/\/Type ?\/Page\b/g)).toHaveLength(2);
});

test("the form to enter an order shows only the fields that apply", async ({
  browser,
  baseURL,
}) => {
  const page = await openAdmin(browser, baseURL, 390);
  await page.goto("/mostrador/anotar-pedido");
  const [forSomebody, inPerson] = [
    page.getByLabel("Cómo se paga"),
    page.getByLabel("Cómo ha pagado"),
  ];
  await expect(forSomebody).toBeVisible();
  await expect(inPerson).toBeHidden();
  await page.getByLabel("Venta en persona").check();
  await expect(forSomebody).toBeHidden();
  await expect(inPerson).toBeVisible();
  await expect(page.getByLabel("Nombre")).toBeHidden();
});

test("where orders are real, nothing sticky is taller than the screen either", async ({ page }) => {
  await expectNothingStickyTooTall(page, ["/checkout", "/terminos-de-servicio"]);
});

test("a browser that darkens pages leaves those with an order as they are", async ({
  browser,
  baseURL,
}) => {
  const page = await openAdmin(browser, baseURL);
  const { number, address } = await order(page);
  await expectUndarkened(page, ["/checkout", address, "/desistimiento", `/mostrador/${number}`]);
});

test("the admin marks the selected status", async ({ browser, baseURL }) => {
  const page = await openAdmin(browser, baseURL);
  await order(page);
  await page.goto("/mostrador/pedidos");
  const states = page.getByRole("navigation", { name: "Estados" });
  await states.getByRole("link", { name: "Pendiente de pago" }).click();
  const isUnderlined = (name: string) =>
    states
      .getByRole("link", { name })
      .evaluate((link) => getComputedStyle(link).borderBottomColor !== "rgba(0, 0, 0, 0)");
  expect(await isUnderlined("Pendiente de pago")).toBe(true);
  expect(await isUnderlined("Todos")).toBe(false);
});

test("settings are changed by keyboard on a phone, after a look at before and after", async ({
  browser,
  baseURL,
}) => {
  const page = await openAdmin(browser, baseURL, 320);
  await page.goto("/mostrador");
  await page.getByRole("link", { name: "Ajustes" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ajustes");
  await expectAccessible(page);
  await page.getByText("Precio de un frasco: 89,99").press("Enter");
  await page.getByLabel("En euros, con IVA").fill("8,99");
  await page.keyboard.press("Enter");
  const price = page.getByLabel("En euros, con IVA");
  await expect(price).toBeFocused();
  await expect(price).toHaveAccessibleDescription(
    "Debe ser el precio de un frasco en euros, con IVA, de 10 a 999,99, como 89,99; es «8,99».",
  );
  await expectAccessible(page);

  await page.getByText("Existencias: No se cuentan").press("Enter");
  await page.getByLabel("Hay en el estante").fill("5000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Existencias");
  await expect(page.getByRole("cell")).toHaveText([
    "No se cuentan",
    /^5000 en el estante.*: \d{4} por vender$/,
  ]);
  await expectAccessible(page);
  await page.getByRole("link", { name: "No", exact: true }).press("Enter");
  await expect(page.getByText("Existencias: No se cuentan")).toBeVisible();
  await page.getByText("Existencias: No se cuentan").press("Enter");
  await page.getByLabel("Hay en el estante").fill("5000");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Sí, cambiar" }).press("Enter");
  await expect(page.getByText(/^Existencias: 5000 en el estante/)).toBeVisible();
});
