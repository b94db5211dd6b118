import { expect, fillShippingForm, passProcessing, stopClock, test } from "./fixtures.ts";

for (const [width, height] of [
  [320, 640],
  [360, 740],
  [390, 844],
  // A window of 1280 × 720 at 400 % zoom.
  [320, 180],
] as const) {
  test(`all of the notice can be reached at font size 200 %, ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/checkout");
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    await fillShippingForm(page);
    await stopClock(page);
    await page.getByRole("button", { name: "Confirmar pedido" }).click();
    await passProcessing(page);
    const notice = page.getByRole("region", { name: "Avisos" });
    const close = page.getByRole("button", { name: "Cerrar aviso" });
    await expect(close).toBeInViewport({ ratio: 1 });
    expect(await notice.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);

    const { y = 0, height: noticeHeight = 0 } = (await notice.boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + noticeHeight).toBeLessThanOrEqual(height);
    await notice.hover();
    await page.mouse.wheel(0, 2000);
    const words = page.getByText("recibirás un correo de confirmación.");
    await expect
      .poll(() => words.evaluate((text) => text.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual(y + noticeHeight);
    await close.click();
    await expect(close).toHaveCount(0);
  });
}
