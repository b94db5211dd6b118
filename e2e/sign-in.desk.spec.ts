import { expectAccessible, mailTo, ownersPassword, signIn, test } from "./desk-fixtures.ts";
import { engines, expect } from "./fixtures.ts";

const iban = "ES79 2100 0813 6101 2345 6789";

test(
  "the owner signs in by keyboard, returns to the page she wanted, and signs out",
  engines,
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      baseURL,
      locale: "es-ES",
      viewport: { width: 320, height: 640 },
    });
    const page = await context.newPage();
    await page.goto("/mostrador/cuentas");
    const password = page.getByLabel("Contraseña");
    await expect(password).toBeFocused();
    await expect(page).toHaveURL("/mostrador/entrar?a=%2Fmostrador%2Fcuentas");
    await expect(
      page.getByText("Después vuelves a aurelia.example/mostrador/cuentas"),
    ).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.type("una que no es");
    await page.keyboard.press("Enter");
    await expect(password).toHaveAccessibleDescription("La contraseña no es esa.");
    await expect(password).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type(ownersPassword);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/mostrador/cuentas");
    await expectAccessible(page);

    await page.getByRole("button", { name: "Cerrar sesión" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/mostrador/entrar");
    await page.goto("/mostrador");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Entrar en el mostrador");
  },
);

test(
  "a link in an email leads to the page without a new sign-in",
  engines,
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, locale: "es-ES" });
    await signIn(context);
    const page = await context.newPage();
    // Another site: cookies of localhost are not sent to 127.0.0.1.
    await page.goto(`${baseURL?.replace("localhost", "127.0.0.1")}/contacto`);
    await page.evaluate((address) => {
      document.body.innerHTML = `<a href="${address}">El correo</a>`;
    }, `${baseURL}/mostrador?estado=paid`);
    const refused = page.waitForResponse((response) => response.status() === 401);
    await page.getByRole("link", { name: "El correo" }).click();
    await refused;
    await expect(page).toHaveURL("/mostrador?estado=paid");
    await expect(page.getByRole("button", { name: "Cerrar sesión" })).toBeVisible();
  },
);

test("the account changes after the password and a wait, which can be undone", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL,
    locale: "es-ES",
    viewport: { width: 360, height: 740 },
  });
  await signIn(context);
  const page = await context.newPage();
  await page.goto("/mostrador/ajustes");
  await page.getByRole("link", { name: "Cuenta para las transferencias" }).click();
  await expectAccessible(page);
  await page.getByLabel("Nuevo IBAN").fill(iban);
  await page.getByRole("button", { name: "Cambiar la cuenta" }).click();
  const password = page.getByLabel("Contraseña del mostrador");
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription("La contraseña no es esa.");
  await expectAccessible(page);
  await password.fill(ownersPassword);
  await password.press("Enter");
  await expect(page.getByText(`Cambia a ${iban}`)).toBeVisible();
  await expectAccessible(page);

  const { text } = await mailTo("hola@aurelia.example", /va a cambiar$/);
  const [link = ""] = /\/mostrador\/anular\/[\w-]+/.exec(text) ?? [];
  expect(link).not.toBe("");
  const elsewhere = await browser.newContext({ baseURL, locale: "es-ES" });
  const undo = await elsewhere.newPage();
  await undo.goto(link);
  await expectAccessible(undo);
  await undo.getByRole("button", { name: "Anular el cambio" }).click();
  await expect(undo.getByText("El cambio está anulado.")).toBeVisible();
  await expectAccessible(undo);
  await page.goto("/mostrador/ajustes");
  await expect(page.getByText(`Cambia a ${iban}`)).toBeHidden();
});
