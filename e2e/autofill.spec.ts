import { chromium, expect, type Page, test } from "@playwright/test";
import { chromiumFlags, findAutofillingChromium } from "../setup/programs.ts";

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

/** Opens the checkout, and chooses the saved address at the field with this label. */
async function autofill(page: Page, label: string) {
  await page.goto("/checkout");
  await expect(page.getByRole("button", { name: "Aumentar cantidad" })).toBeEnabled();

  // Focus the field first. Otherwise Chromium fills in only some of the fields.
  await page.getByLabel(label, { exact: true }).click();
  const devTools = await page.context().newCDPSession(page);
  const { root } = await devTools.send("DOM.getDocument");
  const selector = `#${await page.getByLabel(label, { exact: true }).getAttribute("id")}`;
  const { nodeId } = await devTools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { node } = await devTools.send("DOM.describeNode", { nodeId });
  const fields = Object.entries(saved).map(([name, value]) => ({ name, value }));
  await devTools.send("Autofill.trigger", { fieldId: node.backendNodeId, address: { fields } });
}

test("one autofill choice fills in all eight fields", async ({ baseURL }, { project }) => {
  // The headless shell, which the other tests run in, has no autofill.
  const browser = await chromium.launch({
    ...(findAutofillingChromium()
      ? { executablePath: findAutofillingChromium() }
      : { channel: "chromium" }),
    args: [...chromiumFlags, "--headless=new"],
  });
  // One label suffices for the shop that sells, whose form has the same fields.
  const labels = ["Código postal", ...(project.metadata.isMain ? ["Nombre"] : [])];
  for (const label of labels) {
    const page = await browser.newPage({ baseURL, locale: "es-ES" });
    await autofill(page, label);
    for (const [field, value] of [
      ["Nombre", "Lucía"],
      ["Apellidos", "Ibáñez"],
      ["Email", "lucia@ejemplo.es"],
      ["Teléfono", "+34612345678"],
      ["Dirección", "Calle Mayor 1, 3º B"],
      ["Ciudad", "Madrid"],
      ["Código postal", "28013"],
      ["País", "IT"],
    ] as const) {
      const control = page.getByLabel(field, { exact: true });
      await expect(control, `${field}, chosen at ${label}`).toHaveValue(value);
    }
    await page.close();
  }
  await browser.close();
});
