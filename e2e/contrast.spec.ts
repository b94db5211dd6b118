import sharp from "sharp";
import { expect, test } from "./fixtures.ts";

/** Relative luminance of an sRGB colour of 0-255: WCAG 2.2, «relative luminance». */
function luminance(rgb: readonly number[]) {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Pages whose first words stand on a picture. */
const pictured = ["/", "/no-existe"];

const sizes = [
  [320, 568],
  [360, 640],
  [430, 932],
  [768, 1024],
  [800, 1000],
  [1024, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const;

for (const path of pictured) {
  for (const [width, height] of sizes) {
    test(`words on the photograph of ${path} keep 4.5:1 at ${width} × ${height}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await page
        .locator("main img")
        .first()
        .evaluate((picture: HTMLImageElement) => picture.decode());
      const hero = page.locator("main section").first();
      const words = await hero.locator("h1, p").evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility())
          .map((element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            const { left, top, width, height } = range.getBoundingClientRect();
            const ink = getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [];
            return { text: element.textContent, ink, box: { left, top, width, height } };
          }),
      );
      expect(words.length).toBeGreaterThanOrEqual(2);

      // The picture alone, as it stands behind the words.
      await hero.evaluate((section) => {
        for (const element of section.querySelectorAll("h1, p, a")) {
          (element as HTMLElement).style.visibility = "hidden";
        }
      });
      const ground = sharp(await page.screenshot()).removeAlpha();
      for (const { text, ink, box } of words) {
        const { data } = await ground
          .clone()
          .extract({
            left: Math.max(0, Math.floor(box.left)),
            top: Math.floor(box.top),
            width: Math.ceil(box.width),
            height: Math.ceil(box.height),
          })
          .raw()
          .toBuffer({ resolveWithObject: true });
        const letters = luminance(ink) + 0.05;
        let contrast = Number.POSITIVE_INFINITY;
        for (let pixel = 0; pixel < data.length; pixel += 3) {
          const behind = luminance([...data.subarray(pixel, pixel + 3)]) + 0.05;
          contrast = Math.min(contrast, Math.max(letters / behind, behind / letters));
        }
        expect(contrast, `«${text}»`).toBeGreaterThanOrEqual(4.5);
      }
    });
  }
}
