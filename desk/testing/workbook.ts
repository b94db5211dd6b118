import { crc32, inflateRawSync } from "node:zlib";
import { expect } from "vitest";

/** A cell as a spreadsheet reads it: a text, a number with two decimals, or a day. */
export type ReadCell = string | number | Date;

/** The rows of a workbook's first sheet. @throws if its archive is damaged, or a cell is of another kind */
export function readWorkbook(archive: Uint8Array): ReadCell[][] {
  const files = unzip(Buffer.from(archive));
  const fileOf = (name: string) => files.get(name) ?? expect.fail(`There is no ${name}.`);
  const texts = [...fileOf("xl/sharedStrings.xml").matchAll(/<si><t [^>]*>([^<]*)<\/t><\/si>/g)];
  const [cellFormats = ""] = fileOf("xl/styles.xml").match(/<cellXfs>.*<\/cellXfs>/) ?? [];
  const formats = [...cellFormats.matchAll(/numFmtId="(\d+)"/g)].map(([, id]) => id);
  return [...fileOf("xl/worksheets/sheet1.xml").matchAll(/<row r="(\d+)">(.*?)<\/row>/g)].map(
    ([, row, cells = ""], index) => {
      expect(row).toBe(String(index + 1));
      return [...cells.matchAll(/<c ([^>]*)><v>([^<]*)<\/v><\/c>/g)].map(
        ([, attributes = "", value = ""], column) => {
          const {
            r,
            s = 0,
            t,
          } = Object.fromEntries(
            [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, is]) => [name, is]),
          );
          expect(r).toBe(`${String.fromCharCode(65 + column)}${index + 1}`);
          if (t === "s") return decode(texts[Number(value)]?.[1] ?? expect.fail(value));
          const format = formats[Number(s)];
          // ECMA-376, 18.8.30: 4 is #,##0.00 and 14 is a day.
          if (format === "14") return new Date(Date.UTC(1899, 11, 30 + Number(value)));
          if (format === "4" && /^-?\d+\.\d\d$/.test(value)) return Number(value);
          return expect.fail(`${r} is «${value}» in the format ${format}.`);
        },
      );
    },
  );
}

const decode = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/_x([\dA-F]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/** Reads a ZIP archive by its directory, and compares the head of each file with it. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  expect(at + archive.readUInt32LE(end + 12)).toBe(end);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    const [checksum, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field));
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const name = archive.toString("utf8", at + 46, nameEnd);
    const start = archive.readUInt32LE(at + 42);
    expect(archive.readUInt32LE(start)).toBe(0x04034b50);
    expect(archive.subarray(start + 4, start + 30)).toEqual(archive.subarray(at + 6, at + 32));
    const data = start + 30 + name.length;
    expect(archive.toString("utf8", start + 30, data)).toBe(name);
    const text = inflateRawSync(archive.subarray(data, data + (packed ?? 0)));
    expect([crc32(text), text.length]).toEqual([checksum, size]);
    files.set(name, String(text));
    at = nameEnd;
  }
  expect(at).toBe(end);
  return files;
}
