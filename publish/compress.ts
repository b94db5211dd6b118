import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { filesOf } from "../server/files.ts";

/** Pictures and fonts are compressed already. */
const compressible = /\.(html|css|js|json|svg|xml|txt|webmanifest|ico)$/;

/** Brotli uses its best level by default, gzip has to be told. */
const formats = [
  { ending: ".br", compress: (bytes: Buffer) => promisify(brotliCompress)(bytes) },
  { ending: ".gz", compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
];

/** Writes a brotli and a gzip sibling beside each file that becomes smaller. */
export async function compress(folder: string): Promise<void> {
  const files = filesOf(folder).filter((file) => compressible.test(file));
  await Promise.all(
    files.flatMap((file) => formats.map((format) => writeSibling(join(folder, file), format))),
  );
}

async function writeSibling(path: string, { ending, compress }: (typeof formats)[number]) {
  const bytes = await readFile(path);
  const compressed = await compress(bytes);
  if (compressed.length < bytes.length) await writeFile(path + ending, compressed);
}
