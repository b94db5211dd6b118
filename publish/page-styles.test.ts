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
