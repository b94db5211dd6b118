import {
  cost,
  engines,
  expect,
  fillShippingForm,
  passProcessing,
  stopClock,
  test,
} from "./fixtures.ts";

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

/** The worst cases: the user's font size in px, the window, and the most of its height that the bar may take. */
const largeLetters = [
  // 200 % by the browser's font size, and by zoom.
  [32, 360, 640, 0.25],
  [16, 180, 320, 0.25],
] as const;

for (const [standard, width, height, most] of largeLetters) {
  test(`«Comprar Ahora» is always on home at ${width} × ${height} with text of ${standard} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard } });
    await page.goto("/");
    await page.getByRole("link", { name: "Nuestra historia" }).scrollIntoViewIfNeeded();
    // Alone, because an amount needs its price of 100 ml beside it.
    const price = page.getByText(cost(1), { exact: true }).filter({ visible: true });
    await expect(price).toHaveCount(2);
    await expect(price.last()).toBeVisible();
    for (let step = 0, end = 1; step <= end; step++) {
      const at = await page.evaluate(
        async (top) => {
          scrollTo({ top, behavior: "instant" });
          await new Promise((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(resolve)),
          );
          const { bottom: header = Number.NaN } =
            document.querySelector("header")?.getBoundingClientRect() ?? {};
          const [bar] = [...document.querySelectorAll("main a")]
            .slice(-1)
            .map((a) => a.closest(".night"));
          const whole = [...document.querySelectorAll("main a")].filter((link) => {
            const { top, bottom, left, right } = link.getBoundingClientRect();
            return (
              link.textContent === "Comprar Ahora" &&
              top >= header - 0.5 &&
              bottom <= innerHeight + 0.5 &&
              link.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
            );
          });
          return {
            whole: whole.length,
            bar: (bar?.clientHeight ?? Number.NaN) / innerHeight,
            end: Math.ceil(
              (document.documentElement.scrollHeight - innerHeight) / (innerHeight / 2),
            ),
          };
        },
        (step * height) / 2,
      );
      end = at.end;
      expect(at.whole, `${(step * height) / 2} px`).toBeGreaterThan(0);
      expect(at.bar).toBeLessThanOrEqual(most);
    }
  });
}

test("from 1024 px on the bar omits first the delivery, then the name of the product", async ({
  page,
}) => {
  await page.goto("/");
  const bar = page.getByRole("link", { name: "Comprar Ahora" }).last().locator("..");
  const parts = [
    bar.getByText("Envío gratis. En Madrid, en 24-48 h."),
    bar.getByText("Perfume signature"),
    bar.getByText(cost(1), { exact: true }),
    bar.getByRole("link", { name: "Comprar Ahora" }),
  ];
  for (const [width, size, shown] of [
    [1023, "100%", [false, false, true, true]],
    [1024, "100%", [true, true, true, true]],
    [1440, "150%", [false, true, true, true]],
    [1440, "175%", [false, false, true, true]],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, size);
    const visible = await Promise.all(parts.map((part) => part.isVisible()));
    expect(visible, `${width} px, ${size}`).toEqual(shown);
  }
});
