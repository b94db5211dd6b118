/**
 * `npm run fonts` cuts the two fonts down to the letters and weights that the shop uses, and measures
 * the stand-ins of the display letter, which a device shows while that is on its way.
 * The texts of the built pages are held against the fonts by a test, so a new sign can't go missing.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFontStack } from "@capsizecss/core";
import { fromFile } from "@capsizecss/unpack/fs";
import subsetFont from "subset-font";

/** A test has it written elsewhere, to compare. */
const folder = process.argv[2] ?? join(import.meta.dirname, "../app/ui/fonts");

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join("");

const ascii = range(0x20, 0x7e);
const spanish = "áéíóúüñÁÉÍÓÚÜÑ¿¡«»ºª€–—·…©×−“”‘’\u00a0";
/** What shoppers type into the form: the letters of western Europe's names and streets. */
const westernEurope = range(0xc0, 0xff);

/** The serifs of Mac and Windows, of Android, and of a Linux without other fonts, as their files have them. */
const standIns = [
  {
    familyName: "Times New Roman",
    fullName: "Times New Roman",
    postscriptName: "TimesNewRomanPSMT",
    ascent: 1825,
    descent: -443,
    lineGap: 87,
    unitsPerEm: 2048,
    xWidthAvg: 832,
  },
  {
    familyName: "Noto Serif",
    fullName: "Noto Serif Regular",
    postscriptName: "NotoSerif-Regular",
    ascent: 1069,
    descent: -293,
    lineGap: 0,
    unitsPerEm: 1000,
    xWidthAvg: 481,
  },
  {
    familyName: "DejaVu Serif",
    ascent: 1901,
    descent: -483,
    lineGap: 0,
    unitsPerEm: 2048,
    xWidthAvg: 1058,
  },
];

await subset("cormorant", ascii + spanish, 540);
await subset("hanken-grotesk", ascii + spanish + westernEurope, { min: 400, max: 600 });

const cormorant = { ...(await fromFile(`${folder}/cormorant.woff2`)), familyName: "Cormorant" };
const { fontFaces } = createFontStack([cormorant, ...standIns]);
const faces = fontFaces
  .replaceAll(" Fallback: ", " as ")
  // What Linux has for Times New Roman, as wide to a hair.
  .replace("local('TimesNewRomanPSMT')", "$&, local('Liberation Serif')")
  .replaceAll("'", '"');
await writeFile(
  `${folder}/stand-ins.css`,
  `/* Written by npm run fonts: fonts of the device, scaled to the widths and heights of ours. */
${faces}
`,
);

async function subset(name: string, text: string, weight: number | { min: number; max: number }) {
  const font = await readFile(
    join(
      import.meta.dirname,
      `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`,
    ),
  );
  const cut = await subsetFont(font, text, {
    targetFormat: "woff2",
    variationAxes: { wght: weight },
    // The names, and the notices of copyright and licence that the fonts' licence asks to keep.
    preserveNameIds: [0, 1, 2, 3, 4, 5, 6, 13, 14],
  });
  await writeFile(`${folder}/${name}.woff2`, cut);
  console.log(`${name}: ${font.length} → ${cut.length} bytes`);
}
