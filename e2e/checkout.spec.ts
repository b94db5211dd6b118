import { test as anyConsole, type Locator, type Page } from "@playwright/test";
import {
  allButOneWrong,
  allWrong,
  cost,
  doublePresses,
  engines,
  expect,
  expectNothingLost,
  fillShippingForm,
  holdProcessing,
  outOfSight,
  passProcessing,
  skipProcessing,
  stopClock,
  test,
  translate,
} from "./fixtures.ts";

const submit = (page: Page) => page.getByRole("button", { name: "Confirmar pedido" });
const processing = (page: Page) => page.getByRole("button", { name: "Procesando..." });
const confirmation = (page: Page) => page.getByText("¡Pedido Confirmado!", { exact: true });
const thanksTitle = (page: Page) => page.getByRole("heading", { name: "Gracias" });

test.beforeEach(async ({ page }) => {
  await page.goto("/checkout");
  await expect(submit(page)).toBeEnabled();
});

test("the form starts as the spec says", async ({ page }) => {
  await test.step("values", async () => {
    for (const label of ["Nombre", "Apellidos", "Email", "Dirección", "Ciudad", "Código postal"]) {
      await expect(page.getByLabel(label)).toHaveValue("");
    }
    await expect(page.getByLabel("Teléfono")).toHaveValue("+34 ");
    await expect(page.getByLabel("País")).toHaveValue("ES");
    await expect(page.getByLabel("País").getByRole("option")).toHaveText([
      "España",
      "Alemania",
      "Francia",
      "Italia",
      "Portugal",
      "Suiza",
      "Austria",
    ]);
  });
  await test.step("shows hints before an error", async () => {
    await expect(page.getByLabel("Teléfono")).toHaveAccessibleDescription(/nueve dígitos/);
    await expect(page.getByLabel("Dirección")).toHaveAccessibleDescription(/Calle, número/);
    await expect(page.getByLabel("Código postal")).toHaveAccessibleDescription("Cinco dígitos.");
    await expect(page.getByLabel("País")).toHaveAccessibleDescription(
      /código postal no tiene cinco dígitos.*escríbenos a hola@aurelia\.example/,
    );
    const optional = await page.locator("form label").filter({ hasText: "(opcional)" }).count();
    const required = optional
      ? "Los campos son obligatorios, salvo los que dicen «opcional»."
      : "Todos los campos son obligatorios.";
    await expect(page.getByText(required)).toBeVisible();
    await expect(page.getByText("El pedido es una simulación: no se cobra nada")).toBeVisible();
  });
  await test.step("links to the legal texts above the button", async () => {
    for (const [name, path] of [
      ["términos", "/terminos-de-servicio"],
      ["política de privacidad", "/politica-de-privacidad"],
      ["política de devolución", "/politica-de-devolucion"],
    ] as const) {
      const link = page.getByRole("main").getByRole("link", { name, exact: true });
      await expect(link).toHaveAttribute("href", path);
    }
  });
  await test.step("marks no field as invalid, even after a wrong value", async () => {
    expect(await page.locator("form :invalid, form [required]").count()).toBe(0);
    for (const label of ["Nombre", "Email", "País"]) {
      await expect(page.getByLabel(label)).toHaveAttribute("aria-required", "true");
    }
    await page.getByLabel("Nombre").fill("A");
    await page.getByLabel("Email").fill("a");
    await page.getByLabel("Email").blur();
    await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  });
});

test("the form's controls carry the spec's names, and the attributes that browsers use", async ({
  page,
}) => {
  // Otherwise browsers would show messages of their own, and submit the form themselves.
  await expect(page.locator("form")).toHaveAttribute("novalidate");
  await expect(page.locator("form")).toHaveAttribute("method", "dialog");
  const attributes = [
    "id",
    "name",
    "type",
    "inputmode",
    "autocomplete",
    "spellcheck",
    "maxlength",
    "enterkeyhint",
  ];
  const controls = await page
    .locator("form input:not([type=hidden]), form select")
    .evaluateAll(
      (controls, attributes) =>
        controls.map((control) => attributes.map((name) => control.getAttribute(name)).join(" ")),
      attributes,
    );
  // No maximum length, which would cut what is pasted. Phones label the Enter key with «send».
  expect(controls).toEqual([
    "firstName firstName   given-name false  send",
    "lastName lastName   family-name false  send",
    "email email email  email false  send",
    "phone phone tel  tel   send",
    "address address   street-address   send",
    "city city   address-level2   send",
    "postalCode postalCode  numeric postal-code   send",
    "country country   country   ",
  ]);
});

test("stores only the typed values that the confirmation shows, in the tab's history", async ({
  page,
  context,
}) => {
  await fillShippingForm(page);
  await submit(page).click();
  await expect(confirmation(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("region", { name: "Gracias" })).toBeVisible();
  const stored = await page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    name: window.name,
    history: history.state,
  }));
  expect(stored).toEqual({
    local: {},
    session: {},
    databases: [],
    caches: [],
    workers: 0,
    name: "",
    history: {
      placedOrder: {
        order: {
          firstName: "Lucía",
          lastName: "Ibáñez",
          address: "Calle Mayor, 1",
          city: "Madrid",
          postalCode: "28013",
          country: "ES",
          quantity: 1,
        },
        total: 8999,
      },
    },
  });
  expect(await context.cookies()).toEqual([]);
});

test("places an order: two seconds of processing, then the notice; the form keeps its values", async ({
  page,
}) => {
  await stopClock(page);
  await fillShippingForm(page);
  await page.getByLabel("País").selectOption("Portugal");
  await page.getByRole("button", { name: "Aumentar cantidad" }).click();

  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await submit(page).click();
  await expect(processing(page)).toBeDisabled();
  await page.clock.runFor(1999);
  await expect(processing(page)).toBeDisabled();
  // The notice comes with the end of the processing. No later timer runs.
  await page.clock.runFor(1);
  await expect(processing(page)).toHaveCount(0);
  await expect(confirmation(page)).toBeVisible();
  expect(requests).toEqual([]);

  await expect(
    page.getByText("Tu pedido se ha procesado correctamente. En breve recibirás un correo"),
  ).toBeVisible();
  await expect(submit(page)).toBeEnabled();
  await expect(thanksTitle(page)).toBeFocused();
  await expect(page).toHaveURL("/checkout");
  await expect(page.getByLabel("Nombre")).toHaveValue("Lucía");
  await expect(page.getByLabel("Teléfono")).toHaveValue("+34 612345678");
  await expect(page.getByLabel("País")).toHaveValue("PT");
  await expect(page.getByText(cost(2), { exact: true }).first()).toBeVisible();
});

/** Collects the texts added to the notices' live region from now on. */
const announcements = (page: Page) =>
  page.getByRole("region", { name: "Avisos" }).evaluateHandle((region) => {
    const texts: string[] = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) texts.push(node.textContent ?? "");
    }).observe(region.querySelector("[aria-live]") ?? region, { childList: true, subtree: true });
    return texts;
  });

test("any double press is one order, and the next press another", engines, async ({ page }) => {
  await stopClock(page);
  await fillShippingForm(page);
  const announced = await announcements(page);
  let orders = 0;
  for (const [name, press] of Object.entries(doublePresses)) {
    await test.step(name, async () => {
      await press(page, submit(page));
      await passProcessing(page);
      await expect(submit(page)).toBeEnabled();
      await passProcessing(page);
      orders++;
      // An order too many would be counted at the next press.
      await expect.poll(() => announced.jsonValue(), name).toHaveLength(orders);
    });
  }
});

test("keeps values and updates all texts in a page that the browser translates", async ({
  page,
}) => {
  await page.evaluate(translate);
  await submit(page).click();
  await expect(page.getByText(`${allWrong} (translated)`)).toBeVisible();
  await fillShippingForm(page);
  await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  await expect(page.getByText("por corregir")).toHaveCount(0);
  await page.getByRole("button", { name: "Aumentar cantidad" }).click();
  const line = page.locator("form").getByText(`2 unidades: ${cost(2)}, IVA incluido (translated)`);
  await expect(line).toBeVisible();
  const summary = page.getByRole("region", { name: "Resumen del pedido" });
  await expect(summary.getByText(`${cost(2)} (translated)`, { exact: true })).toHaveCount(2);
  await stopClock(page);
  for (const _ of ["the first order", "the second, whose confirmation replaces the first one's"]) {
    await submit(page).click();
    await expect(processing(page)).toBeDisabled();
    await passProcessing(page);
    await expect(page.getByText("Gracias, Lucía. (translated)")).toBeVisible();
    await expect(page.getByText("¡Pedido Confirmado! (translated)")).toBeVisible();
    await expectNothingLost(page);
  }
});

anyConsole("restores the form with what was typed when React fails", async ({ page }) => {
  await fillShippingForm(page);
  await page.getByRole("button", { name: "Aumentar cantidad" }).click();
  await stopClock(page);
  await submit(page).click();
  await passProcessing(page);
  const placed = page.getByRole("region", { name: "Gracias" });
  // Make React fail: it expects the element where it rendered it.
  await placed.evaluate((block) => block.remove());
  await page.getByLabel("Ciudad").focus();
  await page.keyboard.press("Enter");
  await expect(processing(page)).toBeDisabled();
  await expectNothingLost(page);
  await passProcessing(page);
  await expect(placed).toBeVisible();
  await expectNothingLost(page);
  await expect(thanksTitle(page)).toBeFocused();
  await expect(page.getByText(`2 unidades: ${cost(2)}`)).toBeVisible();
});

test("announces each new quantity, and nothing on arrival", async ({ page }) => {
  const live = page.locator("[aria-live]");
  await stopClock(page);
  await page.reload();
  await expect(submit(page)).toBeEnabled();
  await page.clock.runFor(2000);
  await expect(live).toHaveText(["", "", ""]);
  await page.getByRole("button", { name: "Aumentar cantidad" }).click();
  await page.clock.runFor(600);
  await expect(live).toHaveText([`Cantidad: 2. Total: ${cost(2)}`, "", ""]);
  // The initial quantity is announced too.
  await page.getByRole("button", { name: "Reducir cantidad" }).click();
  await page.clock.runFor(600);
  await expect(live).toHaveText([`Cantidad: 1. Total: ${cost(1)}`, "", ""]);
});

/** The whole title of the thanks is on the screen, and nothing covers it. */
async function expectThanksSeen(page: Page, label: string) {
  await expect(thanksTitle(page), label).toBeFocused();
  await expect.poll(() => page.evaluate(outOfSight), label).toEqual([]);
  await expect(confirmation(page), label).toBeInViewport({ ratio: 1 });
}

test(
  "nothing moves until the answer, and then the title of the thanks is seen and focused",
  engines,
  async ({ page }) => {
    await stopClock(page);
    await fillShippingForm(page);
    const places = () =>
      page.evaluate(() => [
        scrollY,
        document.querySelector("[type=submit]")?.getBoundingClientRect().y,
      ]);
    for (const [width, height] of [
      [360, 640],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const [way, press] of Object.entries({
        "a double click on the button at the top of the screen": async () => {
          await submit(page).evaluate((button) => button.scrollIntoView({ block: "start" }));
          const { x = 0, y = 0 } = (await submit(page).boundingBox()) ?? {};
          // Use the mouse directly, because Playwright's click would scroll.
          await page.mouse.dblclick(x + 10, y + 10);
        },
        "Enter in the first field": () => page.getByLabel("Nombre").press("Enter"),
      })) {
        const label = `${width} × ${height}, ${way}`;
        await press();
        await expect(processing(page), label).toBeDisabled();
        const pressed = await places();
        await page.clock.runFor(1999);
        expect(await places(), label).toEqual(pressed);
        await passProcessing(page);
        await expectThanksSeen(page, label);
      }
    }
  },
);

test("the end of an order shifts no layout", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.addInitScript(holdProcessing);
  await page.reload();
  await fillShippingForm(page);
  await submit(page).click();
  await expect(processing(page)).toBeDisabled();
  const shifts = await page.evaluateHandle(() => {
    const values: number[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        values.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift" });
    return values;
  });
  await page.evaluate("endProcessing()");
  await expectThanksSeen(page, "360 px");
  // The observer receives its entries in a later task.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(await shifts.jsonValue()).toEqual([]);
});

test(
  "an order: announced, the focus goes to the thanks, and the notice stays until it is closed",
  engines,
  async ({ page }) => {
    const status = page.getByText("Estamos procesando tu pedido.");
    await stopClock(page);
    await fillShippingForm(page);
    await test.step("announces that the order is processed, with the focus in the form", async () => {
      await submit(page).press("Enter");
      await expect(processing(page)).toBeDisabled();
      await expect(page.locator("[aria-live]").filter({ has: status })).toBeFocused();
    });
    await test.step("a second Enter orders nothing", async () => {
      await page.clock.runFor(2000);
      await expect(status).toHaveCount(0);
      await expect(thanksTitle(page)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(submit(page)).toBeEnabled();
    });
    await test.step("stays under the pointer, and can be closed", async () => {
      await page.clock.runFor(6000);
      await expect(confirmation(page)).toBeVisible();
      await confirmation(page).hover();
      await page.clock.runFor(20_000);
      await expect(confirmation(page)).toBeVisible();
      await page.getByRole("button", { name: "Cerrar aviso" }).click();
      await expect(confirmation(page)).toHaveCount(0);
      await expect(thanksTitle(page)).toBeFocused();
    });
    await test.step("a second order leaves the focus where the shopper has moved it", async () => {
      await submit(page).click();
      await expect(processing(page)).toBeVisible();
      await page.getByLabel("Ciudad").focus();
      await passProcessing(page);
      await expect(confirmation(page)).toBeVisible();
      await expect(submit(page)).toBeEnabled();
      await expect(page.getByLabel("Ciudad")).toBeFocused();
    });
    await test.step("Escape closes the notice, and does not take the focus from a field", async () => {
      await page.keyboard.press("Escape");
      await expect(confirmation(page)).toHaveCount(0);
      await expect(page.getByLabel("Ciudad")).toBeFocused();
      await page.getByLabel("Ciudad").press("Enter");
      await passProcessing(page);
      await expect(thanksTitle(page)).toBeFocused();
      await page.getByRole("button", { name: "Cerrar aviso" }).press("Escape");
      await expect(confirmation(page)).toHaveCount(0);
      await expect(thanksTitle(page)).toBeFocused();
    });
  },
);

test("the end of an order does not take the focus from another control", async ({ page }) => {
  await stopClock(page);
  await fillShippingForm(page);
  for (const control of [
    page.getByRole("button", { name: "Aumentar cantidad" }),
    page.getByRole("link", { name: "política de devolución", exact: true }),
  ]) {
    await submit(page).click();
    await expect(processing(page)).toBeVisible();
    await control.focus();
    await passProcessing(page);
    await expect(submit(page)).toBeEnabled();
    await expect(control).toBeFocused();
  }
});

test("the notice stays while it has the focus", async ({ page }) => {
  await stopClock(page);
  await fillShippingForm(page);
  await submit(page).click();
  await passProcessing(page);
  await page.getByRole("button", { name: "Cerrar aviso" }).focus();
  await page.clock.runFor(20_000);
  await expect(confirmation(page)).toBeVisible();
  await confirmation(page).hover();
  await submit(page).hover();
  await page.clock.runFor(20_000);
  await expect(confirmation(page)).toBeVisible();
  await submit(page).focus();
  await page.clock.runFor(8100);
  await expect(confirmation(page)).toHaveCount(0);
});

test("shows the notice again for a second order, and closes it by itself", async ({ page }) => {
  await stopClock(page);
  await fillShippingForm(page);
  const announced = await announcements(page);
  await submit(page).click();
  await passProcessing(page);
  await expect(confirmation(page)).toBeVisible();
  await submit(page).click();
  await passProcessing(page);
  await expect(submit(page)).toBeEnabled();
  expect(await announced.jsonValue()).toEqual([
    expect.stringContaining("¡Pedido Confirmado!"),
    expect.stringContaining("¡Pedido Confirmado!"),
  ]);

  await confirmation(page).hover();
  await page.getByRole("button", { name: "Cerrar aviso" }).click();
  await expect(confirmation(page)).toHaveCount(0);
  await submit(page).click();
  await passProcessing(page);
  await expect(confirmation(page)).toBeVisible();
  await page.clock.runFor(8100);
  await expect(confirmation(page)).toHaveCount(0);
});

test("a notice closed by touch does not keep the next one open", async ({ page }) => {
  await stopClock(page);
  await fillShippingForm(page);
  await submit(page).click();
  await passProcessing(page);
  // A tap fires no mouseleave event, and Safari does not focus a tapped button.
  await confirmation(page).dispatchEvent("mouseover");
  await page.getByRole("button", { name: "Cerrar aviso" }).dispatchEvent("click");
  await expect(confirmation(page)).toHaveCount(0);
  await submit(page).press("Enter");
  await passProcessing(page);
  await expect(confirmation(page)).toBeVisible();
  await page.clock.runFor(8100);
  await expect(confirmation(page)).toHaveCount(0);
});

test.describe("an empty form", () => {
  const messages = [
    ["Nombre", "El nombre debe tener al menos 2 caracteres"],
    ["Apellidos", "El apellido debe tener al menos 2 caracteres"],
    ["Email", "Introduce un email válido"],
    ["Teléfono", "Introduce un teléfono válido (+34 seguido de 9 dígitos)"],
    ["Dirección", "La dirección debe tener al menos 5 caracteres"],
    ["Ciudad", "La ciudad debe tener al menos 2 caracteres"],
    ["Código postal", "El código postal debe tener 5 dígitos"],
  ] as const;

  test("shows each message once, under its field, until its value is valid", async ({ page }) => {
    await submit(page).click();
    for (const [label, message] of messages) {
      await expect(page.getByText(message, { exact: true })).toHaveCount(1);
      await expect(page.getByLabel(label)).toHaveAccessibleDescription(message);
      await expect(page.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
    }
    await expect(page.getByLabel("País")).not.toHaveAttribute("aria-invalid");
    await expect(page.getByText(allWrong)).toBeVisible();
    await expect(page.getByLabel("Nombre")).toBeFocused();
    await expect(submit(page)).toBeEnabled();

    await page.getByLabel("Nombre").pressSequentially("L");
    await expect(page.getByText(messages[0][1])).toBeVisible();
    await page.getByLabel("Nombre").pressSequentially("u");
    await expect(page.getByText(messages[0][1])).toHaveCount(0);
    await expect(page.getByLabel("Nombre")).not.toHaveAttribute("aria-invalid");
    await expect(page.getByText(allButOneWrong)).toBeVisible();
    await fillShippingForm(page);
    // A value that becomes invalid gets its message on submit.
    await page.getByLabel("Código postal").fill("2801");
    await expect(page.locator("[aria-invalid]")).toHaveCount(0);
    await submit(page).click();
    await expect(page.getByText("Queda un campo por corregir.")).toBeVisible();
  });
});

test("an empty form: the first label, and Enter", engines, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const name = page.getByLabel("Nombre");
  await test.step("the header does not cover the first label", async () => {
    await submit(page).click();
    await expect(name).toBeFocused();
    const header = await page.getByRole("banner").boundingBox();
    const label = await page.getByText("Nombre", { exact: true }).boundingBox();
    expect(label?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  });
  await test.step("Enter submits from any field", async () => {
    await page.getByLabel("Ciudad").press("Enter");
    await expect(name).toBeFocused();
    await expect(page.getByText(allWrong)).toBeVisible();
  });
});

/** Ways to enter a value into a field. */
const ways: Record<string, (field: Locator, value: string) => Promise<void>> = {
  typed: async (field, value) => {
    await field.fill("");
    await field.pressSequentially(value);
  },
  // Password managers set the whole value at once.
  filled: (field, value) => field.fill(value),
};

for (const [way, enter] of Object.entries(ways)) {
  // Typing fires other events in each engine.
  const details = way === "typed" ? engines : {};
  test(
    `a telephone and a postal code are validated as they are ${way}`,
    details,
    async ({ page }) => {
      const phone = page.getByLabel("Teléfono");
      const postalCode = page.getByLabel("Código postal");
      await fillShippingForm(page);
      await enter(postalCode, "28 013");
      for (const value of ["+34  612345678", "+34612 345678", "+34 612 34 56 78", "612345678"]) {
        await enter(phone, value);
        await phone.press("Tab");
        await phone.press("Enter");
        await expect(phone).toHaveValue(value);
        await expect(phone).toHaveAccessibleDescription(
          "Introduce un teléfono válido (+34 seguido de 9 dígitos)",
        );
        await expect(postalCode).toHaveValue("28 013");
        await expect(postalCode).toHaveAccessibleDescription(
          "El código postal debe tener 5 dígitos",
        );
      }
      for (const value of ["+34612345678", "+34 612345678", " +34 612345678 "]) {
        await enter(phone, value);
        await expect(phone).toHaveValue(value);
        await expect(page.getByText("Queda un campo por corregir.")).toBeVisible();
      }
    },
  );
}

test("Chromium's description of the country has all of its words", async ({ page }) => {
  const devTools = await page.context().newCDPSession(page);
  const { nodes } = await devTools.send("Accessibility.getFullAXTree");
  const country = nodes.find(
    ({ name, role }) => role?.value === "combobox" && name?.value === "País",
  );
  expect(country?.description?.value).toMatch(/escríbenos a hola@aurelia\.example\.$/);
});

const deliveryFacts = ["24-48 h en Madrid y alrededores.", "14 días desde que lo recibes"] as const;

test("on a phone total, delivery and returns are next to the button", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Aumentar cantidad" }).click();
  const form = page.locator("form");
  for (const fact of [`2 unidades: ${cost(2)}, IVA incluido`, ...deliveryFacts]) {
    await expect(form.getByText(fact)).toBeVisible();
    const { y = 0 } = (await form.getByText(fact).boundingBox()) ?? {};
    expect(y).toBeGreaterThan((await page.getByLabel("País").boundingBox())?.y ?? Number.NaN);
    expect(y).toBeLessThan((await submit(page).boundingBox())?.y ?? Number.NaN);
  }
  // The order summary does not repeat them on a phone.
  const summary = page.getByRole("region", { name: "Resumen del pedido" });
  for (const fact of ["Viaja en su caja", ...deliveryFacts])
    await expect(summary.getByText(fact)).toBeHidden();
});

async function expectHintsNearFields(page: Page) {
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const distances = await page.locator(".note > p").evaluateAll((hints) =>
      hints.map((hint) => {
        const { top, bottom } = hint.getBoundingClientRect();
        const control = hint.parentElement?.previousElementSibling?.getBoundingClientRect();
        const labels = [...document.querySelectorAll("label")].map(
          (label) => label.getBoundingClientRect().top,
        );
        const next = Math.min(...labels.filter((label) => label > top));
        return { above: top - (control?.bottom ?? Number.NaN), below: next - bottom };
      }),
    );
    expect(distances.length, `${width} px`).toBeGreaterThan(1);
    for (const { above, below } of distances) {
      expect(above, `${width} px`).toBeLessThanOrEqual(8);
      expect(Math.round(below), `${width} px`).toBeGreaterThanOrEqual(24);
    }
  }
}

async function expectArrivalBelowSum(page: Page) {
  const summary = page.getByRole("region", { name: "Resumen del pedido" });
  const total = summary.getByText("Total", { exact: true });
  const arrival = "Viaja en su caja, de un marrón casi negro";
  const [delivery, returns] = deliveryFacts;
  const factsIn = (part: Page | Locator) =>
    part
      .getByText(arrival)
      .or(part.getByText(delivery))
      .or(part.getByText(returns))
      .filter({ visible: true });
  for (const [width, height] of [
    [768, 1024],
    [1024, 768],
    [1440, 789],
    [1440, 930],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    const label = `${width} × ${height}`;
    // The form doesn't repeat them.
    await expect(factsIn(page), label).toContainText([arrival, delivery, returns]);
    const [sum = Number.NaN, ...facts] = await total
      .or(factsIn(summary))
      .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().top));
    expect(facts, label).toHaveLength(3);
    expect(Math.min(...facts), label).toBeGreaterThan(sum);
    await expect(
      page.locator("form").getByText(`1 unidad: ${cost(1)}, IVA incluido`),
    ).toBeVisible();
  }
}

/** The facts below the sum leave no more than a fifth of the screen empty. */
async function expectArrivalFillsScreen(page: Page) {
  for (const [width, height] of [
    [1440, 789],
    [1440, 930],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo({ top: 250, behavior: "instant" }));
    const { y = 0, height: block = 0 } = (await page.locator(".arrival").boundingBox()) ?? {};
    expect(y + block).toBeGreaterThan(0.8 * height);
    expect(y + block).toBeLessThan(height + 8);
  }
}

async function expectTotalBesideButton(page: Page) {
  const summary = page.getByRole("region", { name: "Resumen del pedido" });
  const total = summary.getByText("Total", { exact: true });
  for (const [width, height] of [
    [1024, 784],
    [1366, 784],
    [1440, 900],
    [1920, 1080],
    [2560, 1300],
  ] as const) {
    await page.setViewportSize({ width, height });
    // Scroll only until the whole button is visible.
    await submit(page).evaluate((button) => button.scrollIntoView(false));
    for (const part of [submit(page), total, summary.getByRole("img")])
      await expect(part, `${width} px`).toBeInViewport({ ratio: 1 });
  }
}

test("the layout at all widths", async ({ page }) => {
  for (const [claim, check] of [
    ["each hint is nearer to its field than to the next label", expectHintsNearFields],
    [
      "only the column below the total shows packaging, delivery and returns",
      expectArrivalBelowSum,
    ],
    ["this column stays beside the form while it scrolls", expectArrivalFillsScreen],
    ["the total and the button are in view together", expectTotalBesideButton],
  ] as const) {
    await test.step(claim, () => check(page));
  }
});

test(
  "a shopper who has scrolled on sees the notice, and nothing moves",
  engines,
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await stopClock(page);
    await fillShippingForm(page);
    await submit(page).click();
    await expect(processing(page)).toBeDisabled();
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await passProcessing(page);
    await expect(thanksTitle(page)).toBeFocused();
    await expect(confirmation(page)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  },
);

test("the confirmation has the name, product and address of the order as it was placed", async ({
  page,
}) => {
  const block = page.getByRole("region", { name: "Gracias" });
  await stopClock(page);
  await fillShippingForm(page);
  await page.getByRole("button", { name: "Aumentar cantidad" }).click();
  await expect(block).toHaveCount(0);
  await submit(page).click();
  await passProcessing(page);
  await expect(confirmation(page)).toBeVisible();
  await page.clock.runFor(8100);
  await expect(confirmation(page)).toHaveCount(0);
  // Changes are not validated before the next submit.
  await page.getByLabel("Nombre").fill("C");
  await expect(page.getByLabel("Nombre")).not.toHaveAttribute("aria-invalid");
  await page.getByLabel("Nombre").fill("Carmen");
  await page.getByRole("button", { name: "Aumentar cantidad" }).click();
  const title = "Gracias, Lucía. Tu pedido está confirmado.";
  await expect(block.getByRole("heading", { name: title })).toBeVisible();
  await expect(block.getByText("Lucía Ibáñez")).toHaveText(
    "Lucía Ibáñez\nCalle Mayor, 1\n28013 Madrid, España",
    { useInnerText: true },
  );
  for (const words of ["2 × Perfume signature, Eau de Parfum 50 ml", cost(2)]) {
    await expect(block.getByText(words, { exact: true })).toBeVisible();
  }
  // Not a live region, because the notice has already announced the order.
  await expect(page.locator("[aria-live]").filter({ has: block })).toHaveCount(0);

  await submit(page).click();
  await passProcessing(page);
  await expect(block.getByText("Gracias, Carmen.")).toBeVisible();
  await expect(block.getByText("3 × Perfume signature")).toBeVisible();
  await expect(block.getByText(cost(3))).toBeVisible();
  await expect(block).toHaveCount(1);
});

test("long input does not widen the confirmation", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await fillShippingForm(page);
  for (const label of ["Nombre", "Dirección"]) await page.getByLabel(label).fill("W".repeat(254));
  await stopClock(page);
  await submit(page).click();
  await passProcessing(page);
  await expect(page.getByRole("region", { name: "Gracias" })).toBeVisible();
  const overflow = () => document.documentElement.scrollWidth - innerWidth;
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
});

test("lists the later titles for the font subset, and the notice is one paragraph", async ({
  page,
}) => {
  const titles = page.locator("#order").locator(".item-title, .section-title");
  const before = await titles.allTextContents();
  await fillShippingForm(page);
  await stopClock(page);
  await submit(page).click();
  await passProcessing(page);
  await expect(confirmation(page)).toBeVisible();
  const later = (await titles.allTextContents()).filter((title) => !before.includes(title));
  expect(later.sort()).toEqual(["Tu pedido está confirmado.", "¡Pedido Confirmado!"]);
  await expect(page.locator("#order")).toHaveAttribute(
    "data-titles",
    "¡Pedido Confirmado! Tu pedido está confirmado.",
  );
  // Orca would read the notice once for each paragraph.
  const words = page.getByRole("region", { name: "Avisos" }).locator("[aria-live]");
  await expect(words.locator("p, div, section")).toHaveCount(1);
  await expect(words.getByRole("paragraph")).toHaveText(/^¡Pedido Confirmado! Tu pedido se ha/);
});

/**
 * Pastes a text, for example a number copied from a contact list.
 * @param key moves the caret in the field, or selects its value
 */
async function paste(page: Page, text: string, label: string, key = "End") {
  // The form's own fields are the only place from which all engines let a test copy.
  await page.getByLabel("Nombre").fill(text);
  await page.getByLabel("Nombre").press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+x");
  await page.getByLabel(label).press(key);
  await page.keyboard.press("ControlOrMeta+v");
}

test(
  "normalizes a pasted telephone or postal code, and validates it",
  engines,
  async ({ page }) => {
    const phone = page.getByLabel("Teléfono");
    await submit(page).click();
    await expect(phone).toHaveAttribute("aria-invalid", "true");
    await paste(page, "(+34) 612-345-678", "Teléfono");
    await expect(phone).toHaveValue("+34 612345678");
    await expect(phone).not.toHaveAttribute("aria-invalid");
    await paste(page, "28 013", "Código postal");
    await expect(page.getByLabel("Código postal")).toHaveValue("28013");

    // Foreign numbers and numbers pasted into other text are not changed.
    await phone.fill("+34 ");
    await paste(page, "+33 612345678", "Teléfono");
    await expect(phone).toHaveValue("+34 +33 612345678");
    await phone.fill("+34 6");
    await paste(page, "612345678", "Teléfono");
    await expect(phone).toHaveValue("+34 6612345678");
    // A number pasted over the selected value replaces it.
    await paste(page, "612 345 678", "Teléfono", "ControlOrMeta+a");
    await expect(phone).toHaveValue("+34 612345678");
  },
);

/** The vertical positions of the labels and the button, in px, by viewport width. */
async function places(page: Page) {
  const found: Record<number, number[]> = {};
  for (const width of [320, 360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    found[width] = await page.locator("label, form button").evaluateAll((parts) => {
      // Relative to the page's top, because the scroll position has fractions of a pixel.
      scrollTo(0, 0);
      return parts.map((part) => Math.round(part.getBoundingClientRect().top));
    });
  }
  return found;
}

test("messages move nothing", engines, async ({ page }) => {
  await page.getByLabel("Teléfono").fill("");
  const before = await places(page);
  await submit(page).click();
  await expect(page.getByText(allWrong)).toBeVisible();
  expect(await places(page)).toEqual(before);
  await fillShippingForm(page);
  await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  expect(await places(page)).toEqual(before);
});

test("moves the focus to the first invalid field, below the header", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await fillShippingForm(page);
  await page.getByLabel("Email").fill("lucia@ejemplo");
  await page.getByLabel("Ciudad").fill("M");
  await submit(page).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  const header = await page.getByRole("banner").boundingBox();
  const field = await page.getByLabel("Email").boundingBox();
  expect(field?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
});

/** Holds Enter on the focused control, with this many repeats. */
async function holdEnter({ keyboard }: Page, repeats: number) {
  for (let repeat = 0; repeat < repeats; repeat++) await keyboard.down("Enter");
  await keyboard.up("Enter");
}

test("keeps the quantity between 1 and 10, and updates the totals", engines, async ({ page }) => {
  const reduce = page.getByRole("button", { name: "Reducir cantidad" });
  const increase = page.getByRole("button", { name: "Aumentar cantidad" });
  const summary = page.getByRole("region", { name: "Resumen del pedido" });

  await expect(reduce).toBeDisabled();
  await increase.click();
  await increase.click();
  await expect(page.getByText(`Cantidad: 3. Total: ${cost(3)}`)).toBeAttached();
  await expect(summary.getByText(cost(3), { exact: true })).toHaveCount(2);
  await expect(summary.getByText("¡Gratis!")).toBeVisible();
  await test.step("single presses end at a limit, and move the focus", async () => {
    await holdEnter(page, 6);
    await increase.click();
    await expect(increase).toBeDisabled();
    await expect(reduce).toBeFocused();
    await expect(summary.getByText(cost(10), { exact: true })).toHaveCount(2);
    await holdEnter(page, 8);
    await reduce.press("Enter");
    await expect(reduce).toBeDisabled();
    await expect(increase).toBeFocused();
    await expect(page.getByText("más para envío gratuito")).toHaveCount(0);
  });
  await test.step("Enter held on one button does not press the other", async () => {
    await holdEnter(page, 20);
    await expect(reduce).toBeFocused();
    await expect(page.getByText(`10 unidades: ${cost(10)}`)).toBeVisible();
    await holdEnter(page, 20);
    await expect(page.getByText(`1 unidad: ${cost(1)}`)).toBeVisible();
  });
});

test("places an order with the keyboard alone", engines, async ({ page }) => {
  const { keyboard } = page;
  await page.evaluate(skipProcessing);
  const tabTo = async (name: string) => {
    await keyboard.press("Tab");
    await expect(page.locator(":focus")).toHaveAccessibleName(name);
  };

  await tabTo("Saltar al contenido");
  await keyboard.press("Enter");
  await tabTo("Aumentar cantidad");
  await keyboard.press("Space");
  await tabTo("Nombre");
  await keyboard.type("Lucía");
  await tabTo("Apellidos");
  await keyboard.type("Ibáñez");
  await tabTo("Email");
  await keyboard.type("lucia@ejemplo.es");
  await tabTo("Teléfono");
  await keyboard.type("612345678");
  await tabTo("Dirección");
  await keyboard.type("Calle Mayor, 1");
  await tabTo("Ciudad");
  await keyboard.type("Madrid");
  await tabTo("Código postal");
  await keyboard.type("28013");
  await tabTo("País");
  await keyboard.type("Fra");
  await tabTo("hola@aurelia.example");
  for (const name of ["términos", "política de privacidad", "política de devolución"])
    await tabTo(name);
  await tabTo("Confirmar pedido");
  await keyboard.press("Enter");
  await expect(confirmation(page)).toBeVisible();
  await expect(page.getByLabel("País")).toHaveValue("FR");
  await expect(thanksTitle(page)).toBeFocused();
  await tabTo("Confirmar pedido");
  await tabTo("Cerrar aviso");
  await keyboard.press("Enter");
  await expect(confirmation(page)).toHaveCount(0);
  await expect(thanksTitle(page)).toBeFocused();
});
