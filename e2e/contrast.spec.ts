import type { ViewportSize } from "@playwright/test";
import { expect, scrollFrame, test } from "./fixtures.ts";
import { type Box as Clip, luminance, pixels } from "./pixels.ts";

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The lowest contrast between text of this colour in the box and a picture of this part of the screen. */
function lowestContrast(picture: Buffer, part: Clip, ink: readonly number[], box: Box): number {
  const inked = luminance(...ink) + 0.05;
  let lowest = Number.POSITIVE_INFINITY;
  const [right, bottom] = [part.x + part.width, part.y + part.height];
  for (let y = Math.floor(box.top); y < Math.min(bottom, box.bottom); y++) {
    for (let x = Math.max(0, Math.floor(box.left)); x < Math.min(right, box.right); x++) {
      const offset = 3 * ((y - part.y) * part.width + x - part.x);
      const behind = luminance(picture[offset], picture[offset + 1], picture[offset + 2]) + 0.05;
      lowest = Math.min(lowest, Math.max(inked / behind, behind / inked));
    }
  }
  return lowest;
}

/** The part of the screen with these boxes. */
function partWith(boxes: Box[], { width, height }: ViewportSize): Clip {
  const x = Math.max(0, Math.floor(Math.min(...boxes.map(({ left }) => left))));
  const y = Math.max(0, Math.floor(Math.min(...boxes.map(({ top }) => top))));
  const right = Math.min(width, Math.ceil(Math.max(...boxes.map(({ right }) => right))));
  const bottom = Math.min(height, Math.ceil(Math.max(...boxes.map(({ bottom }) => bottom))));
  return { x, y, width: right - x, height: bottom - y };
}

/** Viewport width and height, and the user's font size. */
const sizes = [
  [320, 568, "100%"],
  [430, 932, "100%"],
  [768, 1024, "100%"],
  [1024, 768, "100%"],
  [1440, 900, "100%"],
  [1920, 1080, "100%"],
  [3440, 1440, "100%"],
  [320, 568, "150%"],
  [360, 740, "200%"],
  [390, 844, "200%"],
  [1440, 900, "200%"],
  // A window 1280 px wide at 300 % and 400 % zoom.
  [427, 341, "100%"],
  [320, 256, "100%"],
] as const;

/** Finds the texts on the picture: their colours and their boxes. */
async function textsOnPicture() {
  const hero = document.querySelector("main section") as Element;
  // A resized window may choose another file for the picture, and a later hour is fetched when its turn comes near.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (const picture of hero.querySelectorAll("img")) {
    if (!picture.checkVisibility()) continue;
    while (!picture.complete) await new Promise(requestAnimationFrame);
    await picture.decode();
  }
  return Array.from(hero.querySelectorAll("h1, p"))
    .filter((element) => element.checkVisibility())
    .flatMap((element) => {
      const ink = getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [];
      const range = document.createRange();
      const textNodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const lines: { text: string | null; ink: number[]; box: Box }[] = [];
      // Not the element's own box, which is wider than its lines.
      while (textNodes.nextNode()) {
        range.selectNodeContents(textNodes.currentNode);
        for (const { left, top, right, bottom } of range.getClientRects())
          lines.push({
            text: textNodes.currentNode.nodeValue,
            ink,
            box: { left, top, right, bottom },
          });
      }
      return lines;
    })
    .filter(({ box }) => box.top < innerHeight && box.right > box.left);
}

/** The parts of the distance over which home's first view is pinned at which it shows its first and its last hour. */
const hours = [0, 0.76];

for (const [path, parts] of [
  ["/", hours],
  ["/no-existe", [0]],
] as const) {
  test(`text on the photograph of ${path} has 4.5:1 on any screen`, async ({ page }) => {
    await page.goto(path);
    // Screenshots show the picture without the text.
    await page
      .locator("main section")
      .first()
      .locator("h1, p, a")
      .evaluateAll((elements) => {
        for (const element of elements) (element as HTMLElement).style.visibility = "hidden";
      });
    for (const [width, height, fontSize] of sizes) {
      await page.setViewportSize({ width, height });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, fontSize);
      for (const part of parts) {
        if (path === "/") await scrollFrame(page, ".hero", part);
        const label = `${width} × ${height}, font size ${fontSize}, hour ${part}`;
        const words = await page.evaluate(textsOnPicture);
        expect(words.length, label).toBeGreaterThanOrEqual(1);
        const clip = partWith(
          words.map(({ box }) => box),
          { width, height },
        );
        const picture = await pixels(page, clip, "allow");
        for (const { text, ink, box } of words) {
          const contrast = lowestContrast(picture, clip, ink, box);
          expect.soft(contrast, `«${text}» at ${label}`).toBeGreaterThanOrEqual(4.5);
        }
      }
    }
  });
}

/**
 * The scroll positions of a frame: parts of the distance over which it is pinned. The header changes at nightfall, and
 * a gradual change would pass through colours that are too much alike.
 */
const positions = [
  ...[0, 0.5, 1].map((part) => [".hero", part] as const),
  ...[-0.1, 0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1].map((part) => [".nightfall", part] as const),
];

// One screen size for each frame, tall and wide.
for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`the header has 4.5:1 at every hour at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    for (const [frame, part] of positions) {
      await scrollFrame(page, frame, part);
      const colours = await page.getByRole("banner").evaluate((header) => {
        const { backgroundColor, color } = getComputedStyle(header);
        return [backgroundColor, color].map((colour) => colour.match(/[\d.]+/g)?.map(Number) ?? []);
      });
      const [low = 0, high = 0] = colours
        .map((colour) => luminance(...colour))
        .sort((a, b) => a - b);
      expect((high + 0.05) / (low + 0.05), `${frame} ${part}`).toBeGreaterThan(4.5);
    }
  });
}
