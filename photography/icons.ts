/**
 * `npm run icons` makes the pictures of `public/` that are requested by a fixed name:
 * the icons from the emblem, `public/favicon.svg`, and the share picture from `hero-wide`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

/** A test writes them elsewhere, to compare. */
const folder = process.argv[2] ?? "public";

const emblem = await readFile("public/favicon.svg");

const png = (size: number) => sharp(emblem, { density: 600 }).resize(size, size).png().toBuffer();

await writeFile(join(folder, "favicon.ico"), icoOf(32, await png(32)));
await writeFile(join(folder, "apple-touch-icon.png"), await png(180));
// The emblem is within the inner 80 %, to which a launcher may crop, so one drawing serves both purposes.
await writeFile(join(folder, "icon-192.png"), await png(192));
await writeFile(join(folder, "icon-512.png"), await png(512));

// Messengers show 1200 × 630 uncropped, and all of them accept 300 kB.
const share = { width: 1200, height: 630 };
const hero = sharp("app/photos/hero-wide.avif");
const { width, height } = await hero.metadata();
await hero
  .extract({
    left: 0,
    top: Math.round(height * 0.064),
    width,
    height: Math.round((width * share.height) / share.width),
  })
  .resize(share.width, share.height)
  .jpeg({ quality: 84, mozjpeg: true })
  .toFile(join(folder, "share.jpg"));

/** An .ico file that holds one PNG: https://en.wikipedia.org/wiki/ICO_(file_format). */
function icoOf(size: number, image: Buffer) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // of one image
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits a pixel
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}
