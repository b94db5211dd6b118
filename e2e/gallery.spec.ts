import type { ElementHandle, Locator } from "@playwright/test";
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

    await page.getByRole("link", { name: "Nuestra historia" }).focus();
    await page.keyboard.press("Tab");
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

/** The box of each picture and of the words below it, and the box of the title's text. */
const boxes = (gallery: Locator, title: ElementHandle | null) =>
  gallery.evaluate((row, title) => {
    const words = document.createRange();
    words.selectNodeContents(title as Node);
    return {
      pictures: Array.from(row.querySelectorAll("li"), (item) => ({
        photo: item.querySelector("img")?.getBoundingClientRect() ?? new DOMRect(),
        words: item.querySelector("p")?.getBoundingClientRect() ?? new DOMRect(),
      })),
      title: words.getBoundingClientRect(),
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      // Without the scrollbar.
      screen: document.documentElement.clientWidth,
    };
  }, title);

test(
  "from 1024 px on three pictures fill the page's width, each with its words below",
  engines,
  async ({ page, browserName }) => {
    await page.goto("/");
    const gallery = page.getByRole("region", { name: "Fotografías del frasco" });
    const heading = await page.getByRole("heading", { name: "El frasco, al sol" }).elementHandle();
    // The widths between depend on our styles alone.
    const widths = browserName === "chromium" ? [1440, 1535, 1920, 2560] : [];
    for (const width of [1024, 1536, ...widths]) {
      await page.setViewportSize({ width, height: 800 });
      const { pictures, title, overflow, screen } = await boxes(gallery, heading);
      expect(pictures).toHaveLength(3);
      expect(overflow, `${width} px`).toBe(0);
      for (const { photo, words } of pictures) {
        expect(words.left, `${width} px`).toBeCloseTo(photo.left, 0);
        expect(words.top - photo.bottom, `${width} px`).toBeGreaterThan(0);
        expect(words.top - photo.bottom, `${width} px`).toBeLessThan(24);
      }
      const [shadow, cap, uncapped] = pictures.map(({ photo }) => photo);
      if (!shadow || !cap || !uncapped) throw new Error("A picture is missing.");
      expect(shadow.left).toBeCloseTo(title.left, 0);
      expect(screen - uncapped.right).toBeCloseTo(shadow.left, 0);
      expect(cap.top).toBeCloseTo(shadow.top, 0);
      expect(uncapped.bottom).toBeCloseTo(shadow.bottom, 0);
      expect(cap.left - shadow.right).toBeCloseTo(24, 0);
      if (width < 1536) {
        // One above the other, beside the first.
        expect(uncapped.left).toBeCloseTo(cap.left, 0);
        expect(uncapped.right).toBeCloseTo(cap.right, 0);
      } else {
        expect(uncapped.left - cap.right).toBeCloseTo(24, 0);
        expect(cap.bottom).toBeCloseTo(shadow.bottom, 0);
      }
      await page.getByRole("link", { name: "Nuestra historia" }).focus();
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link").and(page.locator(":focus")), `${width} px`).toBeVisible();
    }
  },
);
