import { engines, expect, test } from "./fixtures.ts";

test.use({ viewport: { width: 767, height: 740 } });

// The menu uses native browser features, so it must also work without JavaScript.
for (const javaScriptEnabled of [true, false]) {
  test.describe(`menu, script ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    const details = javaScriptEnabled ? {} : engines;
    test("opens, exposes its state and closes, also after a link", details, async ({ page }) => {
      await page.goto("/contacto");
      const open = page.getByRole("button", { name: "Menú" });
      const close = page.getByRole("button", { name: "Cerrar" });
      const links = page.getByRole("navigation", { name: "Principal" }).getByRole("link");

      await expect(links).toHaveCount(0);
      await open.click();
      await expect(links).toHaveText(["Inicio", "Quiénes Somos", "Contacto"]);
      await expect(close).toBeVisible();
      await expect(open).toHaveCount(0);

      await close.click();
      await expect(links).toHaveCount(0);

      await open.click();
      await page.keyboard.press("Escape");
      await expect(links).toHaveCount(0);

      await open.click();
      await page.mouse.click(300, 700);
      await expect(links).toHaveCount(0);

      await open.click();
      await page.getByRole("link", { name: "Quiénes Somos" }).click();
      await expect(page).toHaveURL("/quienes-somos");
      await expect(open).toBeVisible();
      await expect(links).toHaveCount(0);
    });
  });
}

test("works with the keyboard", engines, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Menú" }).press("Enter");
  for (const name of ["Inicio", "Quiénes Somos", "Contacto"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Menú" })).toBeFocused();
});

test("closes when a rotated phone is wide enough for the list", engines, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/contacto");
  await page.getByRole("button", { name: "Menú" }).click();
  const isOpen = () => page.locator("#menu").evaluate((menu) => menu.matches(":popover-open"));
  expect(await isOpen()).toBe(true);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(isOpen).toBe(false);
  await expect(page.getByRole("link", { name: "Quiénes Somos", exact: true })).toBeInViewport();
});

test("closes when a link is followed, so that it is closed on Back", engines, async ({ page }) => {
  await page.goto("/contacto");
  await page.getByRole("button", { name: "Menú" }).click();
  const link = page.getByRole("link", { name: "Quiénes Somos" });
  await page.evaluate(() => {
    document.addEventListener("click", (event) => event.preventDefault());
  });
  await link.click();
  await expect(page.getByRole("button", { name: "Menú" })).toBeVisible();
  await expect(link).toHaveCount(0);
  await expect(page).toHaveURL("/contacto");
});
