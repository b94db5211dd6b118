import {
  type Browser,
  chromium,
  expect,
  type Locator,
  type Page,
  test as withoutAutofill,
} from "@playwright/test";
import { chromiumFlags, findAutofillingChromium } from "../setup/programs.ts";
import { addStyles, holdProcessing } from "./fixtures.ts";

// An address as Chromium saves it, with the flat number on a second line.
const saved = {
  NAME_FIRST: "Lucía",
  NAME_LAST: "Ibáñez",
  EMAIL_ADDRESS: "lucia@ejemplo.es",
  PHONE_HOME_WHOLE_NUMBER: "+34612345678",
  ADDRESS_HOME_STREET_ADDRESS: "Calle Mayor 1\n3º B",
  ADDRESS_HOME_CITY: "Madrid",
  ADDRESS_HOME_ZIP: "28013",
  ADDRESS_HOME_COUNTRY: "IT",
};

const filled = [
  ["Nombre", "Lucía"],
  ["Apellidos", "Ibáñez"],
  ["Email", "lucia@ejemplo.es"],
  ["Teléfono", "+34612345678"],
  ["Dirección", "Calle Mayor 1, 3º B"],
  ["Ciudad", "Madrid"],
  ["Código postal", "28013"],
  ["País", "IT"],
] as const;

/** With a browser of its own: the headless shell, which the other tests run in, has no autofill. */
const test = withoutAutofill.extend<object, { autofilling: Browser }>({
  autofilling: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from it.
    async ({}, use) => {
      const executablePath = findAutofillingChromium();
      const browser = await chromium.launch({
        ...(executablePath ? { executablePath } : { channel: "chromium" }),
        args: [...chromiumFlags, "--headless=new"],
      });
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
});
// In one worker, so that the browser starts once.
test.describe.configure({ mode: "default" });

async function openCheckout(page: Page) {
  await page.goto("/checkout");
  await expect(page.getByRole("button", { name: "Aumentar cantidad" })).toBeEnabled();
}

/** Chooses the saved address at the field with this label. */
async function autofill(page: Page, label: string, address = saved) {
  // Focus the field first. Otherwise Chromium fills in only some of the fields.
  await page.getByLabel(label, { exact: true }).click();
  const devTools = await page.context().newCDPSession(page);
  const { root } = await devTools.send("DOM.getDocument");
  const selector = `#${await page.getByLabel(label, { exact: true }).getAttribute("id")}`;
  const { nodeId } = await devTools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { node } = await devTools.send("DOM.describeNode", { nodeId });
  const fields = Object.entries(address).map(([name, value]) => ({ name, value }));
  await devTools.send("Autofill.trigger", { fieldId: node.backendNodeId, address: { fields } });
}

async function expectFilled(page: Page, values: readonly (readonly [string, string])[]) {
  for (const [field, value] of values)
    await expect(page.getByLabel(field, { exact: true }), field).toHaveValue(value);
}

test("one autofill choice fills in all eight fields", async ({ autofilling, baseURL }, {
  project,
}) => {
  // One label suffices for the shop that sells, whose form has the same fields.
  const labels = ["Código postal", ...(project.metadata.isMain ? ["Nombre"] : [])];
  for (const label of labels) {
    const page = await autofilling.newPage({ baseURL, locale: "es-ES" });
    await openCheckout(page);
    await autofill(page, label);
    await test.step(`chosen at ${label}`, () => expectFilled(page, filled));
    await page.close();
  }
});

/** The form with the focus in a field, after a press of its button, and then without the focus. */
async function picturesOfForm(page: Page, expected: Locator) {
  // The caret blinks.
  await addStyles(page, "input { caret-animation: manual }");
  const picture = () => page.screenshot({ animations: "disabled", caret: "initial" });
  const focused = await picture();
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  await expect(expected).toBeVisible();
  const submitted = await picture();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  return [focused, submitted, await picture()];
}

for (const [preference, media, darkened, postalCode] of [
  ["no preference", {}, false, "28013"],
  ["no preference", {}, false, "2801"],
  ["pages darkened by the browser", { colorScheme: "dark" }, true, "2801"],
  ["forced dark colours", { forcedColors: "active", colorScheme: "dark" }, false, "2801"],
] as const) {
  test(`an autofilled form looks like a typed one: ${preference}, ${postalCode}`, async ({
    autofilling,
    baseURL,
  }, { project }) => {
    test.skip(!project.metadata.isMain, "the shop that sells has the same fields");
    const values = filled.map(
      ([field, value]) => [field, field === "Código postal" ? postalCode : value] as const,
    );
    const pictures = async (fill: (page: Page) => Promise<void>) => {
      const viewport = { width: 1024, height: 1400 };
      const page = await autofilling.newPage({ baseURL, locale: "es-ES", viewport, ...media });
      await page.addInitScript(holdProcessing);
      await openCheckout(page);
      const devTools = await page.context().newCDPSession(page);
      await devTools.send("Emulation.setAutoDarkModeOverride", { enabled: darkened });
      await fill(page);
      await expectFilled(page, values);
      const found = await picturesOfForm(
        page,
        postalCode === "2801"
          ? page.getByText("Queda un campo por corregir.")
          : page.getByRole("button", { name: "Procesando..." }),
      );
      await page.close();
      return found;
    };
    const typed = await pictures(async (page) => {
      for (const [field, value] of values.slice(0, -1))
        await page.getByLabel(field, { exact: true }).fill(value);
      await page.getByLabel("País", { exact: true }).selectOption("IT");
      await page.getByLabel("Nombre", { exact: true }).click();
    });
    const autofilled = await pictures(async (page) => {
      await autofill(page, "Nombre", { ...saved, ADDRESS_HOME_ZIP: postalCode });
      await expect(page.locator("form :autofill")).toHaveCount(8);
    });
    const states = ["with the focus", "submitted", "without the focus"];
    for (const [index, state] of states.entries()) {
      const [one, other] = [typed[index], autofilled[index]] as [Buffer, Buffer];
      expect.soft(one.equals(other), state).toBe(true);
    }
  });
}

test("browsers that do not know `:autofill` still know the older name", async ({ request }) => {
  const styles = await (await request.get("/checkout")).text();
  const selectors = styles.match(/[^{}]*autofill[^{}]*(?=\{)/g);
  expect(selectors).toEqual([".field:-webkit-autofill", ".field:autofill"]);
});
