import type { Locator } from "@playwright/test";
import { engines, expect, test } from "./fixtures.ts";

const left = async (element: Locator) => (await element.boundingBox())?.x ?? Number.NaN;

test(
  "arrow keys move through the gallery, and each picture snaps into the same place",
  engines,
  async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto("/");
    const gallery = page.getByRole("region", { name: "Fotografías del frasco" });
    const pictures = gallery.getByRole("listitem");
    await expect(pictures).toHaveCount(3);

    await page.getByRole("link", { name: "Escríbenos" }).focus();
    await page.keyboard.press("Shift+Tab");
    await expect(gallery).toBeFocused();

    const axis = await left(pictures.first());
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => left(pictures.nth(1))).toBeCloseTo(axis, 0);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => left(pictures.first())).toBeCloseTo(axis, 0);

    const end = (page.viewportSize()?.width ?? 0) - 400;
    await expect(async () => {
      await page.keyboard.press("ArrowRight");
      expect(await left(pictures.last())).toBeLessThanOrEqual(end);
    }).toPass();
  },
);

test("prints all pictures whole, side by side", async ({ page }) => {
  await page.goto("/");
  // A4 without margins.
  await page.setViewportSize({ width: 718, height: 1047 });
  await page.emulateMedia({ media: "print" });
  const pictures = page.getByRole("region", { name: "Fotografías del frasco" }).getByRole("img");
  await expect(pictures).toHaveCount(3);
  for (const picture of await pictures.all()) {
    const { x = 0, width = 0 } = (await picture.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(718);
  }
});

test(
  "shows all pictures whole from 1024 px on, aligned with the page",
  engines,
  async ({ page }) => {
    await page.goto("/");
    const gallery = page.getByRole("region", { name: "Fotografías del frasco" });
    for (const width of [1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      const boxes = await gallery
        .getByRole("img")
        .evaluateAll((pictures) => pictures.map((picture) => picture.getBoundingClientRect()));
      const [front, cap, back] = boxes;
      const axis = await page
        .getByRole("heading", { name: "El frasco, al sol" })
        .evaluate((title) => {
          const words = document.createRange();
          words.selectNodeContents(title);
          return words.getBoundingClientRect().left;
        });
      expect(front?.left).toBeCloseTo(axis, 0);
      expect(back?.left).toBeCloseTo(cap?.left ?? Number.NaN, 0);
      expect(back?.bottom).toBeCloseTo(front?.bottom ?? Number.NaN, 0);
      expect(cap?.top).toBeCloseTo(front?.top ?? Number.NaN, 0);
      expect(await gallery.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
    }
  },
);
