import { expect, test } from "vitest";
import { pageStyles } from "./page-styles.ts";

test("a page gets the rules of the elements and classes that it has", () => {
  const css =
    ".a{top:0}.b{top:1px}.a .b{top:2px}select{top:3px}p{top:4px}.md\\:c\\/2:hover{top:5px}";
  expect(pageStyles(css, '<p class="a md:c/2">')).toBe(
    ".a{top:0}p{top:4px}.md\\:c\\/2:hover{top:5px}",
  );
});

test("of several selectors, those that can match stay", () => {
  expect(pageStyles(".a,.b{top:0}", '<p class="b">')).toBe(".b{top:0}");
});

test("states stay, whatever the page looks like when it arrives", () => {
  const css = ":focus-visible{top:0}.a:is(:hover,[aria-current]){top:1px}.a:not(.b){top:2px}";
  expect(pageStyles(css, '<p class="a">')).toBe(css);
});

test("what only matches around something that the page has not goes", () => {
  expect(pageStyles(":root:has(.b){top:0}:is(.b,.c) p{top:1px}", "<p>")).toBe("");
  expect(pageStyles(":root:has(.b){top:0}", '<p class="b">')).toBe(":root:has(.b){top:0}");
});

test("classes that a script of the page names stay", () => {
  const css = ".toast{top:0}.a\\>b{top:1px}";
  const script = 'e("div",{className:"x "+(y?"toast":`a>b`)})';
  expect(pageStyles(css, "<p>", [script])).toBe(css);
  expect(pageStyles(css, `<script>${script}</script>`)).toBe(css);
});

test("variables of our own stay", () => {
  const css = ":root{--text:red}.a{--x:1px;top:var(--x)}p{color:var(--text)}";
  expect(pageStyles(css, '<p class="a">')).toBe(css);
});

test("a registered variable that nobody sets is its initial value, or what stands in for it", () => {
  const css =
    "@layer properties{@supports (top:0){*,:before{--tw-style:solid;--tw-leading:initial}}}" +
    "p{border-style:var(--tw-style);line-height:var(--tw-leading,1.5)}" +
    '@property --tw-style{syntax:"*";inherits:false;initial-value:solid}' +
    '@property --tw-leading{syntax:"*";inherits:false}';
  expect(pageStyles(css, "<p>")).toBe("@layer properties;p{border-style:solid;line-height:1.5}");
});

test("one that nobody reads goes", () => {
  const css =
    '.a{--tw-weight:600;font-weight:600}@property --tw-weight{syntax:"*";inherits:false}' +
    ".b{line-height:var(--tw-weight)}";
  expect(pageStyles(css, '<p class="a">')).toBe(".a{font-weight:600}");
});

test("one that a rule sets and another reads keeps its registration, for old browsers too", () => {
  const css =
    "@layer properties{@supports (top:0){*,:before{--tw-leading:initial}}}" +
    ".a{--tw-leading:1;line-height:1}p{line-height:var(--tw-leading,1.5)}" +
    '@property --tw-leading{syntax:"*";inherits:false}';
  expect(pageStyles(css, '<p class="a">')).toBe(css);
});

test("old browsers get the syntax that they know", () => {
  expect(pageStyles("@media (width>=48rem){p{top:0}}", "<p>")).toBe(
    "@media (min-width:48rem){p{top:0}}",
  );
});

test("what stands for any element, or asks for an attribute, stays", () => {
  const css = "*,[popover]{top:0}::backdrop{top:1px}";
  expect(pageStyles(css, "<p>")).toBe(css);
});

test("one choice of several is enough, and each part of a choice is needed", () => {
  expect(pageStyles(":is(.b,.c){top:0}", '<p class="b">')).toBe(":is(.b,.c){top:0}");
  expect(pageStyles(":where(.b){top:0}:root:has(.b .c){top:1px}", '<p class="c">')).toBe("");
});

test("words of its text are none of a page's names, and its classes are read as browsers do", () => {
  expect(
    pageStyles(".a{top:0}.b{top:1px}h2{top:2px}p{top:3px}", "<P\n class='a  c'>b h2</P>"),
  ).toBe(".a{top:0}p{top:3px}");
  const css = ".\\[\\&\\>p\\]\\:x>p,.it\\'s{top:0}";
  expect(pageStyles(css, '<div class="[&amp;&gt;p]:x it&#x27;s"><p>')).toBe(css);
});

test("what stands in a `noscript` counts too", () => {
  expect(pageStyles(".a{top:0}", '<noscript><p class="a"></noscript>')).toBe(".a{top:0}");
});

test("notices are not sent", () => {
  expect(pageStyles("/*! tool v1 */\np{top:0}/*! end */", "<p>")).toBe("p{top:0}");
});
