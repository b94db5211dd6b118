import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { filesOf } from "../server/files.ts";

/** Pictures and fonts are compressed already. */
const compressible = /\.(html|css|js|json|svg|xml|txt|webmanifest|ico)$/;

/**
 * The bytes in brotli and gzip, where they become smaller. Brotli uses its best level by default, gzip
 * does not.
 */
export async function compressed(bytes: Buffer): Promise<{ br?: Buffer; gzip?: Buffer }> {
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  return {
    ...(br.length < bytes.length && { br }),
    ...(gz.length < bytes.length && { gzip: gz }),
  };
}

/** Writes a brotli and a gzip sibling beside each file that becomes smaller. */
export async function compress(folder: string): Promise<void> {
  const files = filesOf(folder).filter((file) => compressible.test(file));
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const { br, gzip } = await compressed(await readFile(path));
      if (br) await writeFile(`${path}.br`, br);
      if (gzip) await writeFile(`${path}.gz`, gzip);
    }),
  );
}
