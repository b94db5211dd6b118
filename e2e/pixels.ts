import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";

/** The linear light of a channel of 0-255. A table, because every pixel is measured. */
const light = Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** NaN, which fails every comparison, for a channel that is missing or no integer. */
const lightOf = (channel = -1) => light[channel] ?? Number.NaN;

/** The relative luminance (as defined in WCAG 2.2) of an sRGB colour with channels of 0-255. */
export const luminance = (red?: number, green?: number, blue?: number) =>
  0.2126 * lightOf(red) + 0.7152 * lightOf(green) + 0.0722 * lightOf(blue);

/** In CSS pixels, which are also the screenshot's pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * What the page shows in this box: three channels for each pixel.
 * @param animations by default, finite ones are ended first; also those in a scroll timeline
 */
export async function pixels(
  page: Page,
  clip: Box,
  animations: "disabled" | "allow" = "disabled",
): Promise<Buffer> {
  // A screenshot of the box alone takes a fraction of the time of one of the page. To hide the caret, Playwright would
  // add a style, which the page's security policy refuses.
  const picture = await page.screenshot({ clip, animations, caret: "initial" });
  return sharp(picture).removeAlpha().raw().toBuffer();
}

/** Compares two pictures of this width: counts, for each column, the pixels that differ by at least this contrast. */
export function contrasting(before: Buffer, after: Buffer, width: number, contrast: number) {
  const columns = Array<number>(width).fill(0);
  for (let pixel = 0; pixel < before.length; pixel += 3) {
    const was = luminance(before[pixel], before[pixel + 1], before[pixel + 2]) + 0.05;
    const is = luminance(after[pixel], after[pixel + 1], after[pixel + 2]) + 0.05;
    if (Math.max(was / is, is / was) < contrast) continue;
    const column = (pixel / 3) % width;
    columns[column] = (columns[column] ?? 0) + 1;
  }
  return columns;
}

/** The boxes of an element, one for each of its lines, in whole pixels. */
export const boxesOf = (element: Locator): Promise<Box[]> =>
  element.evaluate((element) =>
    Array.from(element.getClientRects(), ({ left, top, right, bottom }) => {
      const [x, y] = [Math.round(left), Math.round(top)];
      return { x, y, width: Math.round(right) - x, height: Math.round(bottom) - y };
    }),
  );

/** The part of the screen with these boxes and a margin around them, for outlines. */
function around(boxes: Box[], page: Page, margin = 6): Box {
  const screen = page.viewportSize() ?? { width: 0, height: 0 };
  const x = Math.max(0, Math.min(...boxes.map((box) => box.x)) - margin);
  const y = Math.max(0, Math.min(...boxes.map((box) => box.y)) - margin);
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + margin;
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + margin;
  return {
    x,
    y,
    width: Math.min(screen.width, right) - x,
    height: Math.min(screen.height, bottom) - y,
  };
}

/**
 * The share, from 0 to 1, of the width of an element's boxes in which a change is visible: columns in which at least
 * `thickness` pixels change by at least this contrast.
 */
export async function widthOfChange(
  element: Locator,
  change: () => Promise<unknown>,
  thickness = 2,
  contrast = 3,
): Promise<number> {
  const page = element.page();
  const boxes = await boxesOf(element);
  const clip = around(boxes, page);
  const before = await pixels(page, clip);
  await change();
  const columns = contrasting(before, await pixels(page, clip), clip.width, contrast);
  const inBoxes = boxes.flatMap(({ x, width }) => columns.slice(x - clip.x, x - clip.x + width));
  return inBoxes.filter((changed) => changed >= thickness).length / inBoxes.length;
}
