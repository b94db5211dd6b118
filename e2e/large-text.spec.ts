import { engines, expect, fillShippingForm, passProcessing, stopClock, test } from "./fixtures.ts";

test("all of the notice can be reached at font size 200 %", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/checkout");
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  await fillShippingForm(page);
  await stopClock(page);
  await page.getByRole("button", { name: "Confirmar pedido" }).click();
  await passProcessing(page);
  const notice = page.getByRole("region", { name: "Avisos" });
  const close = page.getByRole("button", { name: "Cerrar aviso" });
  const words = page.getByText("recibirás un correo de confirmación.");
  for (const [width, height] of [
    [320, 640],
    [360, 740],
    [390, 844],
    // A window of 1280 × 720 at 400 % zoom.
    [320, 180],
  ] as const) {
    await page.setViewportSize({ width, height });
    const label = `${width} × ${height}`;
    await expect(close, label).toBeInViewport({ ratio: 1 });
    expect(await notice.evaluate((box) => box.scrollWidth - box.clientWidth), label).toBe(0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, label).toBeLessThanOrEqual(0);

    const { y = 0, height: noticeHeight = 0 } = (await notice.boundingBox()) ?? {};
    expect(y, label).toBeGreaterThanOrEqual(0);
    expect(y + noticeHeight, label).toBeLessThanOrEqual(height);
    await notice.hover();
    await page.mouse.wheel(0, 2000);
    await expect
      .poll(() => words.evaluate((text) => text.getBoundingClientRect().bottom), label)
      .toBeLessThanOrEqual(y + noticeHeight);
  }
  await close.click();
  await expect(close).toHaveCount(0);
});

test("the price covers no part of the first view's sentence", engines, async ({ page }) => {
  await page.goto("/");
  const sentence = page.getByRole("heading", { level: 1 });
  const price = page.locator(".hero-purchase");
  for (const [size, width, height] of [
    ["200%", 320, 568],
    ["200%", 320, 640],
    ["200%", 360, 640],
    ["200%", 390, 664],
    ["175%", 320, 568],
    ["175%", 360, 560],
    ["150%", 320, 480],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(
      (size) => document.documentElement.style.setProperty("font-size", size),
      size,
    );
    const label = `${width} × ${height}, ${size}`;
    await expect(sentence, label).toBeInViewport({ ratio: 1 });
    const { y = Number.NaN, height: lines = 0 } = (await sentence.boundingBox()) ?? {};
    expect(y + lines, label).toBeLessThanOrEqual((await price.boundingBox())?.y ?? Number.NaN);
  }
});
