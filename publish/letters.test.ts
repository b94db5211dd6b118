import { expect, test } from "vitest";
import { cutsFor, inlineFonts } from "./letters.ts";

const lettersIn = (html: string) => {
  const { Cormorant, "Hanken Grotesk": hanken } = cutsFor(html);
  return { Cormorant: Cormorant.letters, "Hanken Grotesk": hanken.letters };
};

const sorted = (letters: string) => [...new Set(letters)].sort().join("");

test("titles use the display font, and the text font has all characters", () => {
  const letters = lettersIn(
    '<body><h1 class="page-title">Ab <i>c</i></h1><p class="item-title">d</p><p>é<script>x</script><style>y</style></p></body>',
  );
  expect(sorted(letters.Cormorant)).toBe(" Abcd");
  expect(sorted(letters["Hanken Grotesk"])).toBe(" Abcdé");
});

test("includes capitals made by text-transform", () => {
  const { Cormorant } = lettersIn('<body><span class="font-display uppercase">Añ</span></body>');
  expect(sorted(Cormorant)).toBe("AÑ");
});

test("includes titles rendered later", () => {
  const { Cormorant } = lettersIn('<body><div data-titles="¡Sí!"><h2>a</h2></div></body>');
  expect(sorted(Cormorant)).toBe("!¡aSí".split("").sort().join(""));
});

test("a page with words that people type has the characters of western European names", () => {
  for (const typed of ["<input>", '<span data-typed="">a</span>']) {
    const text = lettersIn(`<body>${typed}</body>`)["Hanken Grotesk"];
    for (const letter of "azAZ09@ñÑçØßÿº") expect(text).toContain(letter);
  }
  expect(lettersIn("<body>a</body>")["Hanken Grotesk"]).not.toContain("ñ");
});

const fonts = "node_modules/@fontsource-variable/cormorant/files";
const css =
  '@font-face{font-family:Cormorant;src:url(/cormorant-latin-wght-normal.woff2)format("woff2")}';

test("embeds the fonts, subset to the characters", async () => {
  const carried = (Cormorant: string) => inlineFonts(css, cutsFor(`<h1>${Cormorant}</h1>`), fonts);
  const one = await carried("a");
  expect(one).toMatch(
    /^@font-face\{font-family:Cormorant;src:url\("?data:font\/woff2;base64,d09GMg/,
  );
  expect(one.length).toBeGreaterThan(500);
  expect((await carried("abcdefgh")).length).toBeGreaterThan(one.length + 500);
});

test("the styles of a page without fonts stay as they are", async () => {
  // Must not become `(width >= 48rem)`, which old browsers do not support.
  const plain = "@media (min-width:48rem){p{background:url(/a.png)}}";
  expect(await inlineFonts(plain, cutsFor("a"), fonts)).toBe(plain);
});
