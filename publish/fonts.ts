import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { transform } from "lightningcss";
import subsetFont from "subset-font";
import { elementsOf, type HtmlElement } from "./html.ts";
import { targets } from "./page-styles.ts";

type Family = "Cormorant" | "Hanken Grotesk";

/** A subset of a font. */
interface Subset {
  characters: string;
  weight: number | { min: number; max: number };
  /** OpenType features. */
  features: string[];
}

/** Headings are large, so they need kerning. */
const large = ["kern"];

export type Subsets = Record<Family, Subset>;

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join("");

const latin = `${range(0x20, 0x7e)}áéíóúüñÁÉÍÓÚÜÑ¿¡«»ºª€–—·…©×−“”‘’\u00a0`;
/** Characters that people type: those of western European names and streets. */
const typed = latin + range(0xc0, 0xff);

/** For pages whose words are not known at build time. */
export const wholeAlphabets: Subsets = {
  Cormorant: { characters: latin, weight: 540, features: large },
  "Hanken Grotesk": { characters: typed, weight: { min: 400, max: 600 }, features: ["kern"] },
};

const isTitle = ({ name, attributes }: HtmlElement) =>
  /^(h[123]|strong)$/.test(name) ||
  /\b(\w+-title|font-display|menu)\b/.test(attributes.get("class") ?? "");

/**
 * The characters that a page shows, in one weight per family. A second weight of the text font took
 * 3 kB and kerning 1 kB, which made the first paint wait for a second round trip. Headings that are
 * added later, or by a style, are listed in the `data-titles` of an element around them.
 */
export function subsetsFor(html: string): Subsets {
  const elements = elementsOf(html);
  const titles = elements.filter(isTitle).map(({ words, attributes }) => {
    const isUppercase = attributes.get("class")?.split(" ").includes("uppercase");
    return isUppercase ? words.toUpperCase() : words;
  });
  const later = elements.map(({ attributes }) => attributes.get("data-titles") ?? "");
  const isTyped = elements.some(({ name }) => name === "input");
  const words = elements.find(({ name }) => name === "body")?.words ?? "";
  return {
    Cormorant: { characters: [...titles, ...later].join(""), weight: 540, features: large },
    "Hanken Grotesk": { characters: isTyped ? typed + words : words, weight: 400, features: [] },
  };
}

/**
 * Inlines the subset fonts into a style sheet: a font inside the page can't arrive late, so no text is
 * ever shown in another font first.
 * @param folder the folder of the files that the style sheet names
 */
export async function inlineFonts(css: string, subsets: Subsets, folder: string): Promise<string> {
  const fonts = new Map<string, string>();
  for (const [url, family] of fontsOf(css)) {
    const font = await makeSubset(join(folder, url), subsets[family]);
    fonts.set(url, `data:font/woff2;base64,${font.toString("base64")}`);
  }
  const { code } = transform({
    filename: "page.css",
    code: Buffer.from(css),
    minify: true,
    targets,
    visitor: { Url: (url) => ({ ...url, url: fonts.get(url.url) ?? url.url }) },
  });
  return code.toString();
}

/** The URLs of the fonts in a style sheet, with their families. */
function fontsOf(css: string): Map<string, Family> {
  const fonts = new Map<string, Family>();
  transform({
    filename: "page.css",
    code: Buffer.from(css),
    visitor: {
      Rule: {
        "font-face"({ value: { properties } }) {
          const family = properties.find(({ type }) => type === "font-family")?.value as Family;
          for (const property of properties) {
            if (property.type !== "source") continue;
            for (const source of property.value)
              if (source.type === "url") fonts.set(source.value.url.url, family);
          }
        },
      },
    },
  });
  return fonts;
}

const optionsFor = ({ features }: Subset) => ({
  keepFeatures: features,
  // STAT describes the styles of a variable font. The other tables hold the features.
  dropTables: ["STAT", ...(features.length > 0 ? [] : ["GDEF", "GPOS", "GSUB"])],
  noHinting: true,
  // The names, and the copyright and licence notices that the fonts' licence requires.
  preserveNameIds: [0, 1, 2, 3, 4, 5, 6, 13, 14],
});

const unpacked = new Map<string, Promise<Buffer>>();

/**
 * Decompresses a font and fixes its weight. The result is kept, because this takes longer than making a
 * subset and is the same for all pages.
 */
function unpack(file: string, subset: Subset): Promise<Buffer> {
  const read = async () =>
    subsetFont(await readFile(file), typed, {
      ...optionsFor(subset),
      targetFormat: "truetype",
      variationAxes: { wght: subset.weight },
    });
  const key = `${file} ${JSON.stringify([subset.weight, subset.features])}`;
  const font = unpacked.get(key) ?? read();
  unpacked.set(key, font);
  return font;
}

async function makeSubset(file: string, subset: Subset): Promise<Buffer> {
  const font = await unpack(file, subset);
  return subsetFont(font, subset.characters, { ...optionsFor(subset), targetFormat: "woff2" });
}
