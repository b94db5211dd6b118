import sharp, { type AvifOptions } from "sharp";
import { expect, test } from "vitest";
import { withFilmGrain } from "./film-grain.ts";

/** A gradient from black on the left to white on the right. */
async function gradient({ width = 1000, ...options }: AvifOptions & { width?: number } = {}) {
  const shades = Buffer.from(Array.from({ length: 256 }, (_, shade) => shade));
  return sharp(shades, { raw: { width: 256, height: 1, channels: 1 } })
    .resize(width, 700, { fit: "fill" })
    .toColourspace("srgb")
    .avif({ effort: 0, quality: 50, ...options })
    .toBuffer();
}

/** What the grain adds between two shares of the width: its mean and its standard deviation. */
async function grainOf(plain: Buffer, grained: Buffer, from = 0, to = 1) {
  const { width = 0 } = await sharp(plain).metadata();
  const decode = (avif: Buffer) =>
    sharp(avif)
      .extract({
        left: Math.round(from * width),
        top: 0,
        width: Math.round((to - from) * width),
        height: 700,
      })
      .removeAlpha()
      .raw()
      .toBuffer();
  const [before, after] = await Promise.all([decode(plain), decode(grained)]);
  let sum = 0;
  let squares = 0;
  for (const [i, value] of after.entries()) {
    const difference = value - (before[i] ?? 0);
    sum += difference;
    squares += difference ** 2;
  }
  return { mean: sum / after.length, deviation: Math.sqrt(squares / after.length) };
}

test.each([
  ["at eight bits", {}],
  ["at ten bits", { bitdepth: 10 }],
  ["at low quality", { quality: 20 }],
  ["in a small picture", { width: 60 }],
  ["in a picture of several tiles", { width: 4200 }],
] satisfies [string, Parameters<typeof gradient>[0]][])("adds grain, %s", async (_, options) => {
  const plain = await gradient(options);
  const grained = withFilmGrain(plain);
  expect(grained.length - plain.length).toBeLessThan(32);
  const { mean, deviation } = await grainOf(plain, grained);
  expect(Math.abs(mean)).toBeLessThan(0.1);
  expect(deviation).toBeGreaterThan(1);
  expect(deviation).toBeLessThan(2.5);
});

test("is weaker in black and white than in between", async () => {
  const plain = await gradient();
  const grained = withFilmGrain(plain);
  const black = await grainOf(plain, grained, 0.02, 0.06);
  const grey = await grainOf(plain, grained, 0.4, 0.6);
  const white = await grainOf(plain, grained, 0.94, 0.98);
  expect(black.deviation).toBeLessThan(0.8 * grey.deviation);
  expect(white.deviation).toBeLessThan(0.8 * grey.deviation);
});

test("rejects what it cannot read", async () => {
  const subsampled = await gradient({ chromaSubsampling: "4:2:0" });
  expect(() => withFilmGrain(subsampled)).toThrow("must be a still picture in 4:4:4");
  const lossless = await gradient({ lossless: true });
  expect(() => withFilmGrain(lossless)).toThrow("lossless");
  const webp = await sharp(await gradient())
    .webp()
    .toBuffer();
  expect(() => withFilmGrain(webp)).toThrow("must contain one picture");
});
