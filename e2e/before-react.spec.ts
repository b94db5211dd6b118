import { test as anyConsole, type Page } from "@playwright/test";
import {
  engines,
  expect,
  expectConfirmed,
  expectNothingLost,
  fillShippingForm,
  passProcessing,
  stopClock,
  test,
  translate,
} from "./fixtures.ts";

const submit = (page: Page) => page.getByRole("button", { name: "Confirmar pedido" });

/** Opens or reloads the checkout, but delays its script. Returns a function that lets the script load. */
async function openWithoutScript(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  // Firefox's driver would wait for the load event of a reload.
  if (page.url().endsWith("/checkout")) await page.evaluate(() => location.reload());
  else await page.goto("/checkout", { waitUntil: "commit" });
  // Parsed to the end. `DOMContentLoaded` waits for the script.
  await expect(page.getByText("Todos los derechos reservados")).toBeAttached();
  return release;
}

/** Adds an element after each field, as password managers do. */
function decorate() {
  for (const field of document.querySelectorAll("input")) {
    field.after(document.createElement("div"));
  }
}

// React renders a translated page from scratch, as it does a decorated one.
const changes = [
  ["unchanged", () => {}],
  ["translated", translate],
  ["decorated", decorate],
] as const;
for (const [name, change] of changes) {
  const details = name === "translated" ? {} : engines;
  // The console is not checked, because React reports a hydration mismatch here.
  anyConsole(`keeps what was typed before hydration, page ${name}`, details, async ({ page }) => {
    const release = await openWithoutScript(page);
    await fillShippingForm(page);
    await page.getByLabel("País").selectOption("Italia");
    await page.getByLabel("Ciudad").focus();
    await page.getByLabel("Ciudad").press("Home");
    await page.evaluate(change);
    release();
    await expect(submit(page)).toBeEnabled();
    await expectNothingLost(page);
    await expect(page.getByLabel("País")).toHaveValue("IT");

    await expect(page.getByLabel("Ciudad")).toBeFocused();
    await page.keyboard.type("El ");
    await expect(page.getByLabel("Ciudad")).toHaveValue("El Madrid");
    await stopClock(page);
    await submit(page).click();
    await passProcessing(page);
    await expectConfirmed(page);
  });
}

anyConsole("validates what was typed before hydration, unchanged", async ({ page }) => {
  const release = await openWithoutScript(page);
  await fillShippingForm(page);
  const phone = page.getByLabel("Teléfono");
  await phone.fill("+34 612 34 56 78");
  release();
  await expect(submit(page)).toBeEnabled();
  await submit(page).click();
  await expect(phone).toHaveAccessibleDescription(
    "Introduce un teléfono válido (+34 seguido de 9 dígitos)",
  );
  await expect(phone).toHaveValue("+34 612 34 56 78");
});

for (const [name, change] of changes) {
  // What is typed meets the form rendered from scratch.
  const details = name === "decorated" ? engines : {};
  anyConsole(`keeps what is typed during hydration, page ${name}`, details, async ({ page }) => {
    const release = await openWithoutScript(page);
    await page.evaluate(change);
    await page.getByLabel("Dirección").focus();
    release();
    let typed = "";
    while (await submit(page).isDisabled()) {
      await page.keyboard.type("Calle ");
      typed += "Calle ";
    }
    await page.keyboard.type("Mayor");
    await expect(page.getByLabel("Dirección")).toHaveValue(`${typed}Mayor`);
  });
}

test("a form before hydration sends nothing", engines, async ({ page }) => {
  await openWithoutScript(page);
  await fillShippingForm(page);
  // Firefox restores the button's enabled state after a reload.
  await submit(page).evaluate((button: HTMLButtonElement) => {
    button.disabled = false;
  });
  const requests: string[] = [];
  page.on("request", (request) => {
    // The page's own pictures and icons may still be on their way.
    if (!/\/assets\/|\.(ico|svg|png|json|webmanifest)$/.test(request.url()))
      requests.push(request.url());
  });
  await page.getByLabel("Ciudad").press("Enter");
  await submit(page).click();
  expect(new URL(page.url()).search).toBe("");
  expect(requests).toEqual([]);
  await expect(page.getByLabel("Nombre")).toHaveValue("Lucía");
});

test("disables buttons until hydration, also after a reload", engines, async ({ page }) => {
  const buttons = [submit(page), page.getByRole("button", { name: "Aumentar cantidad" })];
  for (const name of ["the first time", "after a reload"]) {
    await page.unrouteAll();
    const release = await openWithoutScript(page);
    await expect(page.getByText("La página aún se está cargando"), name).toBeAttached();
    for (const button of buttons) await expect(button, name).toBeDisabled();
    release();
    for (const button of buttons) await expect(button, name).toBeEnabled();
  }
});

anyConsole("when its script does not load, the page says so after a while", async ({ page }) => {
  const advice = page.getByText("La página aún se está cargando");
  await page.route("**/assets/*.js", (route) => route.abort());
  // Not until everything is loaded: the advice appears after 8 s.
  await page.goto("/checkout", { waitUntil: "commit" });
  await expect(advice).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(advice).toBeVisible();
  await expect(advice.getByRole("link")).toHaveAttribute("href", "mailto:hola@aurelia.example");
  await expect(page.locator("[aria-live]").filter({ has: advice })).toHaveCount(1);
});

test("with its script the page does not mention JavaScript", async ({ page }) => {
  await page.goto("/checkout");
  await expect(submit(page)).toBeEnabled();
  await expect(page.getByText("La página aún se está cargando")).toHaveCount(0);
});
