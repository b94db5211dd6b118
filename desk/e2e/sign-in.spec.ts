import { engines, expect } from "../../e2e/fixtures.ts";
import { expectAccessible, linkTo, mailTo, signIn, test } from "./fixtures.ts";

const iban = "ES79 2100 0813 6101 2345 6789";

/** The path of the link in an email to the owner. */
async function linkIn(subject: RegExp): Promise<string> {
  const { text } = await mailTo("hola@aurelia.example", subject);
  const [link = ""] = /\/mostrador\/\w+\/[\w-]{22}\S*/.exec(text) ?? [];
  return link;
}

test("the owner asks for a link and signs in by it with the keyboard, and signs out", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL,
    locale: "es-ES",
    viewport: { width: 320, height: 640 },
  });
  const page = await context.newPage();
  await page.goto("/mostrador/cuentas");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Entrar en el mostrador");
  await expect(page).toHaveURL("/mostrador/entrar?a=%2Fmostrador%2Fcuentas");
  await expect(page.getByRole("button", { name: "Enviarme un enlace" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("Mira tu correo.");
  await expectAccessible(page);

  await page.goto(await linkIn(/^Tu enlace para entrar/));
  await expect(page.getByRole("button", { name: "Entrar" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  // Where she wanted to go.
  await expect(page).toHaveURL("/mostrador/cuentas");
  await page.goto("/mostrador/ajustes");
  await page.getByRole("button", { name: "Cerrar sesión" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/mostrador/entrar");
  await page.goto("/mostrador");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Entrar en el mostrador");
});

test("a link opens a session once, in each engine", engines, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, locale: "es-ES" });
  const page = await context.newPage();
  const link = `/mostrador/entrar/${await linkTo()}`;
  await page.goto(link);
  await page.getByRole("button", { name: "Entrar" }).click();
  await expect(page).toHaveURL("/mostrador");
  await page.goto("/mostrador/cuentas");
  await expect(page.getByRole("heading", { name: "Cuentas y datos" })).toBeVisible();
  const other = await (await browser.newContext({ baseURL, locale: "es-ES" })).newPage();
  await other.goto(link);
  await expect(other.getByText("Ese enlace ya no vale. Pide otro.")).toBeVisible();
  await expectAccessible(other);
});

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
    }, `${baseURL}/mostrador/pedidos?estado=paid`);
    const refused = page.waitForResponse((response) => response.status() === 401);
    await page.getByRole("link", { name: "El correo" }).click();
    await refused;
    await expect(page).toHaveURL("/mostrador/pedidos?estado=paid");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Por enviar");
  },
);

test("the account changes once it is confirmed by the link in an email", async ({
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
  await expect(page.getByRole("status")).toContainText(iban);
  await expectAccessible(page);

  const elsewhere = await browser.newContext({ baseURL, locale: "es-ES" });
  const mail = await elsewhere.newPage();
  await mail.goto(await linkIn(/^Confirma la cuenta/));
  await expect(mail.getByText(`Nueva: ${iban}`)).toBeVisible();
  await expectAccessible(mail);
  // Don't confirm it: the other tests pay to the old account.
  await page.goto("/mostrador/ajustes/cuenta");
  await expect(page.getByText("Ahora: ES91 2100 0418 4502 0005 1332")).toBeVisible();
});
