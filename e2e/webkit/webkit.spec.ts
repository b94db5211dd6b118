import { By, Key, until } from "selenium-webdriver";
import { completeForm } from "../../app/shop/testing/complete-order.ts";
import {
  allButOneWrong,
  allWrong,
  cost,
  everyPage,
  holdProcessing,
  lowScreens,
  nameOfFocused,
  outOfSight,
  skipProcessing,
  translate,
} from "../fixtures.ts";
import {
  button,
  expect,
  labelled,
  press,
  resize,
  resizeViewport,
  test,
  timeout,
  type WebDriver,
  waitForText,
} from "./driver.ts";

// Email and telephone are typed in one go, with Tab between them.
const { Email: _email, Teléfono: _phone, ...complete } = completeForm;

/** The distance of an element from the top of the viewport, in px. */
const topOf = (driver: WebDriver, selector: string) =>
  driver.executeScript<number>(
    "return document.querySelector(arguments[0]).getBoundingClientRect().top",
    selector,
  );

async function openCheckout(driver: WebDriver, baseURL: string | undefined) {
  await driver.get(`${baseURL}/checkout`);
  const submit = await button(driver, "Confirmar pedido");
  await driver.wait(until.elementIsEnabled(submit), timeout);
  return submit;
}

// The driver turns animations off (driver.ts), which WebKit reports as reduced motion.
test("with reduced motion home shows and requests one picture", async ({ driver, baseURL }) => {
  await driver.get(`${baseURL}/`);
  const { display, pictures } = await driver.executeAsyncScript<{
    display: string;
    pictures: string[];
  }>(`
    scrollTo(0, 300);
    setTimeout(() => arguments[0]({
      display: getComputedStyle(document.querySelector(".nightfall")).display,
      pictures: performance.getEntriesByType("resource").map(({ name }) => name),
    }), 300);
  `);
  expect(pictures.filter((name) => name.includes("/hero-"))).toHaveLength(1);
  expect(display).toBe("none");
});

test("places an order and keeps the form's values", async ({ driver, baseURL }) => {
  await resizeViewport(driver, 447, 640);
  const submit = await openCheckout(driver, baseURL);
  for (const [label, value] of Object.entries(complete)) {
    await labelled(driver, label).sendKeys(value);
  }
  // Tabbing into the telephone field must not overwrite its prefix.
  await labelled(driver, "Email").sendKeys("lucia@ejemplo.es", Key.TAB, "612345678");
  await labelled(driver, "País").sendKeys("Fra");
  await button(driver, "Aumentar cantidad").click();
  await driver.executeScript(holdProcessing);
  await submit.click();
  await waitForText(driver, "Procesando...");
  expect(await submit.isEnabled()).toBe(false);

  await driver.executeScript("endProcessing()");
  await waitForText(driver, "¡Pedido Confirmado!");
  await waitForText(driver, "Confirmar pedido");
  expect(await submit.isEnabled()).toBe(true);
  await waitForText(driver, "Gracias, Lucía.");
  expect(await driver.switchTo().activeElement().getAttribute("id")).toBe("thank-you");
  const hidden = async () => (await driver.executeScript<unknown[]>(outOfSight)).length;
  await driver.wait(async () => (await hidden()) === 0, timeout);
  await waitForText(driver, cost(2));
  for (const [label, value] of Object.entries(complete)) {
    expect(await labelled(driver, label).getAttribute("value")).toBe(value);
  }
  expect(await labelled(driver, "Teléfono").getAttribute("value")).toBe("+34 612345678");
  expect(await labelled(driver, "País").getAttribute("value")).toBe("FR");

  const notice = await waitForText(driver, "¡Pedido Confirmado!");
  await button(driver, "Cerrar aviso").click();
  await driver.wait(until.stalenessOf(notice), timeout);
});

// With the back/forward cache, which is off in the other engines' tests.
test("keeps quantity and fields on Back, and starts a new visit with one bottle", async ({
  driver,
  baseURL,
}) => {
  // WebKit reloads a page that is opened again under its own address.
  await driver.get(`${baseURL}/`);
  await openCheckout(driver, baseURL);
  await button(driver, "Aumentar cantidad").click();
  await labelled(driver, "Nombre").sendKeys("Lucía");
  await driver.get(`${baseURL}/terminos-de-servicio`);
  await driver.navigate().back();
  await waitForText(driver, `2\u00a0unidades: ${cost(2)}, IVA incluido`);
  expect(await labelled(driver, "Nombre").getAttribute("value")).toBe("Lucía");
  await driver.navigate().refresh();
  await waitForText(driver, `2\u00a0unidades: ${cost(2)}, IVA incluido`);
  await driver.get(`${baseURL}/`);
  await openCheckout(driver, baseURL);
  await waitForText(driver, `1\u00a0unidad: ${cost(1)}, IVA incluido`);
});

test("keeps the confirmation after a reload and Back", async ({ driver, baseURL }, {
  project: { metadata },
}) => {
  await resize(driver, 447);
  await driver.get(`${baseURL}/checkout`);
  const submit = await button(driver, metadata.submit);
  await driver.wait(until.elementIsEnabled(submit), timeout);
  for (const [label, value] of Object.entries(complete)) {
    await labelled(driver, label).sendKeys(value);
  }
  await labelled(driver, "Email").sendKeys("webkit@ejemplo.es", Key.TAB, "612345678");
  await driver.executeScript(skipProcessing);
  await submit.click();
  await waitForText(driver, "¡Pedido Confirmado!");
  await driver.navigate().refresh();
  await waitForText(driver, "Gracias, Lucía.");
  expect(await driver.findElements(By.css(".toast"))).toHaveLength(0);
  await driver.get(`${baseURL}/contacto`);
  await driver.navigate().back();
  await waitForText(driver, "Gracias, Lucía.");
});

test("an empty form shows each message under its field, below the header", async ({
  driver,
  baseURL,
}) => {
  await resize(driver, 447);
  await (await openCheckout(driver, baseURL)).click();
  for (const message of [
    "El nombre debe tener al menos 2 caracteres",
    "El apellido debe tener al menos 2 caracteres",
    "Introduce un email válido",
    "Introduce un teléfono válido (+34 seguido de 9 dígitos)",
    "La dirección debe tener al menos 5 caracteres",
    "La ciudad debe tener al menos 2 caracteres",
    "El código postal debe tener 5 dígitos",
  ]) {
    await waitForText(driver, message);
  }
  const focused = await driver.switchTo().activeElement();
  expect(await focused.getAttribute("id")).toBe("firstName");
  const label = await topOf(driver, "label");
  const header = await driver.executeScript<number>(
    'return document.querySelector("header").getBoundingClientRect().bottom',
  );
  expect(label).toBeGreaterThanOrEqual(header);

  await focused.sendKeys("Lu");
  await waitForText(driver, allButOneWrong);

  // A telephone is validated unchanged.
  const phone = await labelled(driver, "Teléfono");
  await phone.sendKeys(Key.END, "612 34 56 78", Key.TAB);
  await waitForText(driver, allButOneWrong);
  expect(await phone.getAttribute("value")).toBe("+34 612 34 56 78");
});

test("scrolls to the telephone field on Tab", async ({ driver, baseURL }) => {
  await resize(driver, 447);
  await openCheckout(driver, baseURL);
  await driver.executeScript('document.getElementById("email").scrollIntoView(false)');
  await labelled(driver, "Email").sendKeys("lucia@ejemplo.es", Key.TAB);
  expect(await driver.switchTo().activeElement().getAttribute("id")).toBe("phone");
  await driver.wait(
    async () =>
      (await driver.executeScript<number>(
        'return document.getElementById("phone").getBoundingClientRect().bottom - innerHeight',
      )) <= 0,
    timeout,
  );
});

test("keeps values and updates all texts in a page that the browser translates", async ({
  driver,
  baseURL,
}) => {
  const submit = await openCheckout(driver, baseURL);
  const fields = new Map(
    await Promise.all(
      Object.entries({ ...complete, Email: "lucia@ejemplo.es", Teléfono: "612345678" }).map(
        async ([label, value]) => [await labelled(driver, label), value] as const,
      ),
    ),
  );
  await driver.executeScript(skipProcessing);
  await driver.executeScript(translate);
  await submit.click();
  await waitForText(driver, `${allWrong} (translated)`);
  for (const [field, value] of fields) await field.sendKeys(Key.END, value);
  expect(await driver.findElements(By.css("[aria-invalid]"))).toHaveLength(0);
  await button(driver, "Aumentar cantidad").click();
  await waitForText(driver, `2\u00a0unidades: ${cost(2)}, IVA incluido (translated)`);
  await submit.click();
  await waitForText(driver, "¡Pedido Confirmado! (translated)");
  for (const [field, value] of fields) {
    expect(await field.getAttribute("value")).toMatch(new RegExp(`${value}$`));
  }
});

test("the menu opens, closes, and is closed on Back", async ({ driver, baseURL }) => {
  await resize(driver, 447);
  await driver.get(`${baseURL}/contacto`);
  const reducesMotion = 'return matchMedia("(prefers-reduced-motion: reduce)").matches';
  expect(await driver.executeScript(reducesMotion), "gtk-3.0/settings.ini is read").toBe(true);
  await press(driver, "Menú");
  await waitForText(driver, "Quiénes Somos");
  await press(driver, "Cerrar");
  await press(driver, "Menú");
  await press(driver, "Quiénes Somos");
  await driver.wait(until.urlIs(`${baseURL}/quienes-somos`), timeout);
  await driver.navigate().back();
  await driver.wait(until.urlIs(`${baseURL}/contacto`), timeout);
  await press(driver, "Menú");
  await waitForText(driver, "Quiénes Somos");
});

test("every page has its fonts at once, and does not scroll sideways", async ({
  driver,
  baseURL,
}) => {
  for (const width of [447, 1440]) {
    await resize(driver, width);
    for (const path of everyPage) {
      await driver.get(baseURL + path);
      const found = await driver.executeScript(`
        const { scrollWidth, clientWidth } = document.documentElement;
        const fonts = Array.from(document.fonts, ({ status }) => status);
        return { fonts, overflow: scrollWidth - clientWidth };
      `);
      expect(found, `${path} at ${width} px`).toEqual({ fonts: ["loaded", "loaded"], overflow: 0 });
    }
  }
});

test("Tab brings each control of the checkout into view on low screens", async ({
  driver,
  baseURL,
}) => {
  await openCheckout(driver, baseURL);
  for (const [width, height] of lowScreens) {
    await resizeViewport(driver, width, height);
    await driver.executeScript("scrollTo(0, 0); document.querySelector('header a').focus()");
    let name = "";
    while (name !== "Confirmar pedido") {
      await driver.actions().sendKeys(Key.TAB).perform();
      name = await driver.executeScript(nameOfFocused);
      const label = `${name} at ${width} × ${height}`;
      await driver.wait(
        async () => (await driver.executeScript<string[]>(outOfSight)).length === 0,
        timeout,
        label,
      );
    }
  }
});
