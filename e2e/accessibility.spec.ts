import {
  allWrong,
  axeViolations,
  everyPage,
  expect,
  expectConfirmed,
  fillShippingForm,
  holdProcessing,
  test,
} from "./fixtures.ts";

const phone = { width: 360, height: 740 };
const desktop = { width: 1440, height: 800 };

for (const screen of [phone, desktop]) {
  test(`axe finds nothing on any page at ${screen.width} px`, async ({ page }) => {
    await page.setViewportSize(screen);
    for (const path of everyPage) {
      await page.goto(path);
      expect(await axeViolations(page), path).toEqual([]);
    }
  });
}

test("axe finds nothing in any state of the form", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.addInitScript(holdProcessing);
  await page.goto("/checkout");
  await page.getByLabel("Teléfono").fill("");
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  await expect(page.getByText(allWrong)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await fillShippingForm(page);
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  await expect(page.getByRole("button", { name: "Procesando..." })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await page.evaluate("endProcessing()");
  await expectConfirmed(page);
  for (const screen of [phone, desktop]) {
    await page.setViewportSize(screen);
    expect(await axeViolations(page), `${screen.width} px`).toEqual([]);
  }
});

test("axe finds nothing with the menu open", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await page.getByRole("button", { name: "Menú" }).click();
  await expect(page.getByRole("link", { name: "Contacto", exact: true })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

test("the browser tells screen readers whether the menu is open", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  const session = await page.context().newCDPSession(page);
  const expanded = async () => {
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    const button = nodes.find(
      ({ role, name }) => role?.value === "button" && /Menú|Cerrar/.test(String(name?.value)),
    );
    return button?.properties?.find(({ name }) => name === "expanded")?.value.value;
  };
  expect(await expanded()).toBe(false);
  await page.getByRole("button", { name: "Menú" }).click();
  expect(await expanded()).toBe(true);
});

test("every page declares its language, and that of its foreign words", async ({ page }) => {
  for (const path of everyPage) {
    await page.goto(path);
    await expect(page.locator("html"), path).toHaveAttribute("lang", "es");
    const foreign = await page
      .locator("body [lang]")
      .evaluateAll((words) =>
        words.map((word) => `${word.getAttribute("lang")}: ${word.textContent}`),
      );
    expect(new Set([...foreign, "en: signature", "fr: Eau de Parfum"]), path).toEqual(
      new Set(["en: signature", "fr: Eau de Parfum"]),
    );
    const text = await page.getByRole("main").innerText();
    for (const [words, marked] of [
      ["Eau de Parfum", "fr: Eau de Parfum"],
      ["Perfume signature", "en: signature"],
    ] as const) {
      const occurrences = text.split(words).length - 1;
      expect(foreign.filter((word) => word === marked).length, `${words} on ${path}`).toBe(
        occurrences,
      );
    }
  }
});

test("pages change at once under reduced motion", async ({ page }) => {
  for (const [reducedMotion, fades] of [
    ["no-preference", true],
    ["reduce", false],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto("/contacto");
    await page.addInitScript(() => {
      addEventListener("pagereveal", (event) => {
        Object.assign(window, { fades: (event as PageRevealEvent).viewTransition !== null });
      });
    });
    await page.getByRole("link", { name: "Quiénes Somos", exact: true }).click();
    await expect(page).toHaveURL("/quienes-somos");
    // The event precedes the page's first frame.
    const noted = () => page.evaluate(() => (window as { fades?: boolean }).fades);
    await expect.poll(noted, reducedMotion).toBe(fades);
  }
});

test("nothing moves under reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const path of everyPage) {
    await page.goto(path);
    const moving = await page.evaluate(() => {
      const still = /color|shadow|fill|stroke|gradient/;
      return [...document.querySelectorAll("*")].flatMap((element) => {
        const { transitionProperty, transitionDuration } = getComputedStyle(element);
        const durations = transitionDuration.split(", ");
        return transitionProperty
          .split(", ")
          .filter((property, index) => {
            const duration = durations[index % durations.length];
            return duration !== "0s" && !still.test(property);
          })
          .map((property) => `${property} of ${element.outerHTML.slice(0, 80)}`);
      });
    });
    expect(moving, path).toEqual([]);
  }
});
