import sharp from "sharp";
import {
  expect,
  expectNothingStickyTooTall,
  expectUndarkened,
  followFocus,
  lowScreens,
  test,
} from "./fixtures.ts";

test("Tab brings each control of the checkout into view", async ({ page }) => {
  await page.goto("/checkout");
  await expect(page.getByRole("button", { name: "Confirmar pedido" })).toBeEnabled();
  for (const [width, height] of [[320, 180], [640, 200], ...lowScreens] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await page.getByRole("banner").getByRole("link", { name: "Aurelia" }).focus();
    const reached = await followFocus(page, "Tab", "Confirmar pedido", `${width} × ${height}`);
    expect(reached).toContain("Aumentar cantidad");
  }
});

test("neither header nor bar covers a control of home that Tab reaches", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  for (const [width, height, standard] of [
    [320, 180, 16],
    [640, 360, 32],
    // With the bar, whose button is alone.
    [360, 640, 32],
  ] as const) {
    await page.setViewportSize({ width, height });
    await session.send("Page.setFontSizes", { fontSizes: { standard } });
    await page.goto("/");
    const reached = await followFocus(page, "Tab", "+34 910 000 000", `${width} × ${height}`);
    expect(reached.filter((name) => name === "Comprar Ahora")).toHaveLength(2);
  }
});

test("nothing sticky is taller than the screen", async ({ page }) => {
  // The other pages have nothing sticky but the header. All legal texts have the same layout.
  await expectNothingStickyTooTall(page, ["/", "/checkout", "/terminos-de-servicio"]);
});

test("a browser that darkens pages leaves these as they are", async ({ page }) => {
  // With pictures, with a form, on a dark ground, and with text alone.
  await expectUndarkened(page, ["/", "/checkout", "/no-existe", "/politica-de-devolucion"]);
});

test("no bright line crosses the night above the price", async ({ page }) => {
  await page.goto("/");
  for (const width of [320, 360, 375, 390, 393, 412, 430, 600]) {
    await page.setViewportSize({ width, height: 844 });
    const line = page.locator(".purchase-bar");
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    const { y = Number.NaN } = (await line.boundingBox()) ?? {};
    const clip = { x: 0, y: Math.floor(y) - 3, width, height: 6 };
    const { channels } = await sharp(await page.screenshot({ clip })).stats();
    // The rule above the price is the lightest: rgb(77, 64, 52).
    expect(Math.max(...channels.slice(0, 3).map(({ max }) => max)), `${width} px`).toBeLessThan(80);
  }
});

test("a picture that fails leaves the words on it legible", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route("**/*.avif", (route) => route.fulfill({ contentType: "image/avif", body: "" }));
  for (const path of ["/", "/no-existe"]) {
    await page.goto(path);
    const title = page.getByRole("heading", { level: 1 });
    const withAlternative = await title.screenshot();
    await page
      .locator("main img")
      .first()
      .evaluate((picture) => picture.remove());
    expect((await title.screenshot()).equals(withAlternative), path).toBe(true);
  }
});
