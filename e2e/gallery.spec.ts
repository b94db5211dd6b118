import type { Locator } from "@playwright/test";
import { engines, expect, test } from "./fixtures.ts";

const left = async (element: Locator) => (await element.boundingBox())?.x ?? Number.NaN;

test(
  "arrow keys lead through the gallery, and each picture comes to rest where the first one stood",
  engines,
  async ({ page }) => {
    await page.goto("/");
    const gallery = page.getByRole("region", { name: "Fotografías del frasco" });
    const pictures = gallery.getByRole("listitem");
    await expect(pictures).toHaveCount(4);

    await page.getByRole("link", { name: "Cómo funciona" }).focus();
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
