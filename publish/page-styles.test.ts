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
  const css = ".toast{top:0}";
  expect(pageStyles(css, '<p></p> e("div",{className:"x "+(y?"toast":"")})')).toBe(css);
});

test("a variable with one value gives way to it", () => {
  const css =
    ":root{--ink:#210;--text:var(--ink);--step:.25rem}p{color:var(--text);margin:calc(var(--step)*8)}";
  expect(pageStyles(css, "<p>")).toBe("p{color:#210;margin:2rem}");
});

test("a variable that changes stays one", () => {
  const css = ":root{--text:red}@media print{:root{--text:#000}}p{color:var(--text)}";
  expect(pageStyles(css, "<p>")).toBe(css);
});

test("a variable that nobody sets is its initial value, or what stands in for it", () => {
  const css =
    "@layer properties{@supports (top:0){*,:before{--tw-style:solid;--tw-leading:initial}}}" +
    "p{border-style:var(--tw-style);line-height:var(--tw-leading,1.5)}" +
    '@property --tw-style{syntax:"*";inherits:false;initial-value:solid}' +
    '@property --tw-leading{syntax:"*";inherits:false}';
  expect(pageStyles(css, "<p>")).toBe("p{border-style:solid;line-height:1.5}");
});

test("one that a rule sets and another reads keeps its registration", () => {
  const css =
    '.a{--tw-leading:1;line-height:1}p{line-height:var(--tw-leading,1.5)}@property --tw-leading{syntax:"*";inherits:false}';
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

test("words are parted by blanks, quotes and angle brackets, as many as there are", () => {
  expect(pageStyles(".a{top:0}.b{top:1px}p{top:2px}", "<p\n  class='a'>`b`</p>")).toBe(
    ".a{top:0}.b{top:1px}p{top:2px}",
  );
});

test("notices and empty layers are not sent", () => {
  expect(pageStyles("/*! tool v1 */\n@layer properties;p{top:0}/*! end */", "<p>")).toBe(
    "p{top:0}",
  );
});

test("what stands in for a variable may hold another and a sum", () => {
  const css = ":root{--a:2px}p{top:var(--b,calc(1px + 3px));left:var(--c,var(--a))}";
  expect(pageStyles(css, "<p>")).toBe("p{top:4px;left:2px}");
});

test("a variable that its own element sets is none of the page's", () => {
  const css = ".a{--x:1px;top:var(--x)}";
  expect(pageStyles(css, '<p class="a">')).toBe(css);
});
