import subsetFont from "subset-font";
import { expect, test } from "vitest";
import { inlineFonts, type Subsets, subsetsFor, wholeAlphabets } from "./fonts.ts";

const charactersIn = (html: string) => {
  const { Cormorant, "Hanken Grotesk": hanken } = subsetsFor(html);
  return { Cormorant: Cormorant.characters, "Hanken Grotesk": hanken.characters };
};

const sorted = (characters: string) => [...new Set(characters)].sort().join("");

test("titles use the display font, and the text font has all characters", () => {
  const characters = charactersIn(
    '<body><h1 class="page-title">Ab <i>c</i></h1><p class="item-title">d</p><p>é<script>x</script><style>y</style></p></body>',
  );
  expect(sorted(characters.Cormorant)).toBe(" Abcd");
  expect(sorted(characters["Hanken Grotesk"])).toBe(" Abcdé");
});

test("includes capitals made by text-transform", () => {
  const { Cormorant } = charactersIn('<body><span class="font-display uppercase">Añ</span></body>');
  expect(sorted(Cormorant)).toBe("AÑ");
});

test("includes titles rendered later", () => {
  const { Cormorant } = charactersIn('<body><div data-titles="¡Sí!"><h2>a</h2></div></body>');
  expect(sorted(Cormorant)).toBe("!¡aSí".split("").sort().join(""));
});

test("a page with fields has the characters of western European names", () => {
  const text = charactersIn("<body><input></body>")["Hanken Grotesk"];
  for (const character of "azAZ09@ñÑçØßÿº") expect(text).toContain(character);
  expect(charactersIn("<body>a</body>")["Hanken Grotesk"]).not.toContain("ñ");
});

const fonts = "app/ui";
const css = '@font-face{font-family:Cormorant;src:url(/cormorant-lining.woff2)format("woff2")}';
const hankenCss = `@font-face{font-family:"Hanken Grotesk";src:url(/hanken-grotesk-latin-wght-normal.woff2)}`;
const hankenFiles = "node_modules/@fontsource-variable/hanken-grotesk/files";

test("embeds the fonts, subset to the characters", async () => {
  const carried = (Cormorant: string) =>
    inlineFonts(css, subsetsFor(`<h1>${Cormorant}</h1>`), fonts);
  const one = await carried("a");
  expect(one).toMatch(
    /^@font-face\{font-family:Cormorant;src:url\("?data:font\/woff2;base64,d09GMg/,
  );
  expect(one.length).toBeGreaterThan(500);
  expect((await carried("abcdefgh")).length).toBeGreaterThan(one.length + 500);
});

test("embedded fonts keep their licence, and titles their kerning", async () => {
  // The types of `subset-font` lack them.
  const everything = { keepFeatures: ["kern"], preserveNameIds: [0, 14] };
  const uncompressed = async (css: string, folder: string, words: string) => {
    const [, font = ""] =
      /base64,([\w+/=]+)/.exec(await inlineFonts(css, subsetsFor(words), folder)) ?? [];
    return subsetFont(Buffer.from(font, "base64"), "AV", {
      targetFormat: "truetype",
      ...everything,
    });
  };
  const utf16 = (text: string) => Buffer.from(text, "utf16le").swap16();
  const title = await uncompressed(css, fonts, "<h1>AV</h1>");
  const text = await uncompressed(hankenCss, hankenFiles, "<body>AV</body>");
  for (const font of [title, text])
    for (const notice of ["Copyright 20", "https://scripts.sil.org/OFL"])
      expect(font.includes(utf16(notice)), notice).toBe(true);
  expect([title.includes("GPOS"), text.includes("GPOS")]).toEqual([true, false]);
});

test("a page with one weight embeds no font of several, even if another page needs one", async () => {
  const several = { ...wholeAlphabets["Hanken Grotesk"], characters: "a" };
  const inline = (text: Subsets["Hanken Grotesk"]) =>
    inlineFonts(hankenCss, { ...wholeAlphabets, "Hanken Grotesk": text }, hankenFiles);
  const heavy = await inline(several);
  const light = await inline(subsetsFor("<body>a</body>")["Hanken Grotesk"]);
  expect(light.length).toBeLessThan(heavy.length * 0.8);
});

test("the styles of a page without fonts stay as they are", async () => {
  // Must not become `(width >= 48rem)`, which old browsers do not support.
  const plain = "@media (min-width:48rem){p{background:url(/a.png)}}";
  expect(await inlineFonts(plain, subsetsFor("a"), fonts)).toBe(plain);
});
