import sharp from "sharp";
import { expect, test } from "./fixtures.ts";

/** The relative luminance (as defined in WCAG 2.2) of an sRGB colour with channels of 0-255. */
function luminance(rgb: readonly number[]) {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Pages whose first text is on a picture. */
const pictured = ["/", "/no-existe"];

/** Viewport width and height, and the user's font size. */
const sizes = [
  [320, 568, "100%"],
  [360, 640, "100%"],
  [430, 932, "100%"],
  [768, 1024, "100%"],
  [800, 1000, "100%"],
  [1024, 768, "100%"],
  [1440, 900, "100%"],
  [1920, 1080, "100%"],
  [2560, 1440, "100%"],
  [3440, 1440, "100%"],
  [320, 568, "150%"],
  [360, 740, "150%"],
  [360, 740, "200%"],
  [390, 844, "200%"],
  [768, 1024, "200%"],
  [1440, 900, "200%"],
  // A window 1280 px wide at 300 % and 400 % zoom.
  [427, 341, "100%"],
  [320, 256, "100%"],
] as const;

for (const path of pictured) {
  for (const [width, height, letters] of sizes) {
    test(`text on the photograph of ${path} has 4.5:1 at ${width} × ${height}, font size ${letters}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, letters);
      await page
        .locator("main img")
        .first()
        .evaluate((picture: HTMLImageElement) => picture.decode());
      const hero = page.locator("main section").first();
      const words = await hero.locator("h1, p").evaluateAll((elements) =>
        elements
          .filter((element) => element.checkVisibility() && !element.closest(".hour"))
          .map((element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            const { left, top, right, bottom } = range.getBoundingClientRect();
            const ink = getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [];
            return { text: element.textContent, ink, box: { left, top, right, bottom } };
          })
          .filter(({ box }) => box.top < innerHeight),
      );
      expect(words.length).toBeGreaterThanOrEqual(1);

      // Take the screenshot without the text.
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
            width: Math.ceil(Math.min(width, box.right) - Math.max(0, Math.floor(box.left))),
            height: Math.ceil(Math.min(height, box.bottom) - Math.floor(box.top)),
          })
          .raw()
          .toBuffer({ resolveWithObject: true });
        const inked = luminance(ink) + 0.05;
        let contrast = Number.POSITIVE_INFINITY;
        for (let pixel = 0; pixel < data.length; pixel += 3) {
          const behind = luminance([...data.subarray(pixel, pixel + 3)]) + 0.05;
          contrast = Math.min(contrast, Math.max(inked / behind, behind / inked));
        }
        expect(contrast, `«${text}»`).toBeGreaterThanOrEqual(4.5);
      }
    });
  }
}

/** The scroll positions of a frame: parts of the distance over which it is pinned. */
const positions = [
  ...Array.from({ length: 26 }, (_, step) => [".hero", step / 25] as const),
  ...Array.from({ length: 26 }, (_, step) => [".nightfall", step / 25] as const),
];

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1440, 900],
  [1920, 950],
] as const) {
  test(`the hour and the header have 4.5:1 at every hour at ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    for (const [frame, part] of positions) {
      const found = await page.evaluate(
        async ([frame, part]) => {
          const track = document.querySelector(frame) as HTMLElement;
          const standing = Number.parseFloat(
            getComputedStyle(track.querySelector(".hour") as Element).blockSize,
          );
          const whole = (track.querySelector(".frame") as Element).clientHeight - standing;
          scrollTo({ top: 0, behavior: "instant" });
          const top = track.getBoundingClientRect().top - 64 + part * whole;
          scrollTo({ top, behavior: "instant" });
          await new Promise((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(resolve)),
          );
          for (const picture of track.querySelectorAll("img")) {
            if (picture.checkVisibility() && !picture.complete) await picture.decode();
          }
          const line = track.querySelector(".hour p") as HTMLElement;
          const letters = document.createRange();
          letters.selectNodeContents(line);
          const { left, top: upper, right, bottom } = letters.getBoundingClientRect();
          const numbers = (colour: string) => colour.match(/[\d.]+/g)?.map(Number) ?? [];
          const header = getComputedStyle(document.querySelector(".header") as Element);
          return {
            ink: numbers(getComputedStyle(line).color),
            box: { left, top: upper, right, bottom },
            header: [numbers(header.color), numbers(header.backgroundColor)],
          };
        },
        [frame, part] as const,
      );
      const label = `${frame} ${part}`;
      const [letters = [], ground = []] = found.header;
      const [low, high] = [luminance(letters), luminance(ground)].sort((a, b) => a - b);
      expect(((high ?? 0) + 0.05) / ((low ?? 0) + 0.05), `header, ${label}`).toBeGreaterThan(4.5);

      // Take the screenshot without the letters. Only an important style overrides an animation.
      const line = page.locator(`${frame} .hour p`);
      await line.evaluate((text) => text.style.setProperty("color", "transparent", "important"));
      const { left, top, right, bottom } = found.box;
      const { data } = await sharp(await page.screenshot())
        .removeAlpha()
        .extract({
          left: Math.floor(left),
          top: Math.floor(top),
          width: Math.ceil(right - left),
          height: Math.ceil(bottom - top),
        })
        .raw()
        .toBuffer({ resolveWithObject: true });
      await line.evaluate((text) => text.style.removeProperty("color"));
      const ink = luminance(found.ink) + 0.05;
      let contrast = Number.POSITIVE_INFINITY;
      for (let pixel = 0; pixel < data.length; pixel += 3) {
        const behind = luminance([...data.subarray(pixel, pixel + 3)]) + 0.05;
        contrast = Math.min(contrast, Math.max(ink / behind, behind / ink));
      }
      expect(contrast, `hour, ${label}`).toBeGreaterThan(4.5);
    }
  });
}
