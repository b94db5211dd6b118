import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { filesOf } from "./files.ts";

/** Pictures and fonts are compressed already. */
const compressible = /\.(html|css|js|json|svg|xml|txt|webmanifest|ico)$/;

const formats = [
  {
    ending: ".br",
    compress: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotliOptions(bytes)),
  },
  { ending: ".gz", compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
];

/** Lays a brotli and a gzip sibling beside each file that gets smaller by it. */
export async function compress(folder: string): Promise<void> {
  const files = filesOf(folder).filter((file) => compressible.test(file));
  await Promise.all(
    files.flatMap((file) => formats.map((format) => writeSibling(join(folder, file), format))),
  );
}

async function writeSibling(path: string, format: (typeof formats)[number]): Promise<void> {
  const sibling = path + format.ending;
  // A sibling of the same clock tick may be of the text before: it is made anew.
  if ((await changedAt(sibling)) > (await changedAt(path))) return;
  const bytes = await readFile(path);
  const compressed = await format.compress(bytes);
  if (compressed.length < bytes.length) await writeFile(sibling, compressed);
  else await rm(sibling, { force: true });
}

/** Zero when there is no such file. */
async function changedAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

function brotliOptions(bytes: Buffer) {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
}
