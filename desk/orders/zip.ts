import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file's name, and its text in parts. */
type File = [name: string, parts: Iterable<string> | AsyncIterable<string>];

/** 1 January 1980, the first day that the format knows. */
const noDate = 0x21;

/**
 * A ZIP archive of these files, one after the other. Their texts pass through the compressor part by part, so that only
 * compressed bytes are kept in memory, and nothing is sent before everything has been read.
 */
export async function zip(files: File[]): Promise<Uint8Array<ArrayBuffer>> {
  const bodies: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, parts] of files) {
    let checksum = 0;
    let size = 0;
    const data = await pipeline(
      Readable.from(parts),
      async function* (read: AsyncIterable<string>) {
        for await (const part of read) {
          const bytes = Buffer.from(part);
          checksum = crc32(bytes, checksum);
          size += bytes.length;
          yield bytes;
        }
      },
      createDeflateRaw(),
      buffer,
    );
    // Version 2.0, no flags, deflated.
    const common = fields([2, 20], [2, 0], [2, 8], [2, 0], [2, noDate]);
    const sizes = fields([4, checksum], [4, data.length], [4, size], [2, name.length], [2, 0]);
    const title = Buffer.from(name);
    bodies.push(fields([4, 0x04034b50]), common, sizes, title, data);
    directory.push(
      fields([4, 0x02014b50], [2, 20]),
      common,
      sizes,
      fields([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      title,
    );
    offset += 30 + title.length + data.length;
  }
  const count = files.length;
  const listed = Buffer.concat(directory);
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, listed.length],
    [4, offset],
    [2, 0],
  );
  return Buffer.concat([...bodies, listed, end]);
}

/** Little-endian numbers of 2 or 4 bytes. */
const fields = (...values: [size: 2 | 4, value: number][]) =>
  Buffer.concat(
    values.map(([size, value]) => {
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value, 0, size);
      return bytes;
    }),
  );
