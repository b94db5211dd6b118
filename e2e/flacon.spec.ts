import type { Page } from "@playwright/test";
import { engines, expect, test } from "./fixtures.ts";

/** The section of the large picture at this width: the boxes of its text and its picture, and the shown file's width. */
async function measureAt(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 });
  const section = page.getByRole("region", { name: "El frasco, al sol" });
  await section.getByRole("img").scrollIntoViewIfNeeded();
  return section.evaluate(async (section) => {
    const textBox = (selector: string) => {
      const range = document.createRange();
      const element = section.querySelector(selector) as HTMLElement;
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const boxes: DOMRect[] = [];
      while (texts.nextNode()) {
        range.selectNodeContents(texts.currentNode);
        boxes.push(...range.getClientRects());
      }
      return {
        left: Math.min(...boxes.map(({ left }) => left)),
        right: Math.max(...boxes.map(({ right }) => right)),
        top: Math.min(...boxes.map(({ top }) => top)),
        bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
      };
    };
    const picture = section.querySelector("img") as HTMLImageElement;
    await picture.decode();
    const file = new Image();
    file.src = picture.currentSrc;
    await file.decode();
    return {
      title: textBox("h2"),
      words: textBox("p"),
      picture: picture.getBoundingClientRect(),
      pixels: file.naturalWidth,
      screen: document.documentElement.clientWidth,
    };
  });
}

test(
  "the bottle's picture is large and whole, clear of its title and near its words",
  engines,
  async ({ page }) => {
    await page.goto("/");
    for (const [width, leastShare] of [
      [360, 1],
      [767, 1],
      [768, 0.7],
      [1023, 0.7],
      [1024, 0.43],
      [1440, 0.43],
      [2560, 0.4],
    ] as const) {
      const { title, words, picture, screen } = await measureAt(page, width);
      const at = `${width} px`;
      expect(picture.width / screen, at).toBeGreaterThanOrEqual(leastShare);
      expect(picture.height / picture.width, at).toBeCloseTo(1.25, 1);
      if (width < 768) {
        expect(picture.top - title.bottom, at).toBeGreaterThan(24);
      } else {
        expect(title.right, at).toBeLessThan(picture.left - 24);
        expect(Math.abs(title.top - picture.top), at).toBeLessThan(16);
      }
      if (width < 1024) {
        expect(words.top - picture.bottom, at).toBeGreaterThan(0);
        expect(words.top - picture.bottom, at).toBeLessThan(32);
      } else {
        expect(words.left - picture.right, at).toBeGreaterThan(16);
        expect(words.left - picture.right, at).toBeLessThan(32);
        expect(Math.abs(words.bottom - picture.bottom), at).toBeLessThan(16);
      }
    }
  },
);

test("prints the bottle's picture whole, with its title and words on one sheet", async ({
  page,
}) => {
  await page.goto("/");
  await page.emulateMedia({ media: "print" });
  // A4 with margins of a centimetre.
  const { title, words, picture } = await measureAt(page, 718);
  expect(picture.left).toBeGreaterThanOrEqual(0);
  expect(picture.right).toBeLessThanOrEqual(718);
  expect(picture.width).toBeGreaterThan(300);
  expect(words.bottom - title.top).toBeLessThan(700);
});

test.describe("at 2× density", () => {
  test.use({ deviceScaleFactor: 2 });

  test("the bottle's picture is sharp", async ({ page }) => {
    for (const [width, pixels] of [
      [360, 720],
      [390, 960],
      [600, 1200],
      [768, 1200],
      [1024, 960],
      [1440, 1200],
    ] as const) {
      // A browser keeps a larger file that it has.
      await page.goto("about:blank");
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/");
      const shown = await measureAt(page, width);
      expect(shown.pixels, `${width} px`).toBe(pixels);
      // The master has 1200.
      expect(pixels).toBeGreaterThanOrEqual(Math.min(1200, 2 * shown.picture.width));
    }
  });
});
