import { expect, test } from "vitest";
import { pageStyles } from "./page-styles.ts";

test("keeps the rules of the page's elements and classes", () => {
  const css =
    ".a{top:0}.b{top:1px}.a .b{top:2px}select{top:3px}p{top:4px}.md\\:c\\/2:hover{top:5px}";
  expect(pageStyles(css, '<p class="a md:c/2">')).toBe(
    ".a{top:0}p{top:4px}.md\\:c\\/2:hover{top:5px}",
  );
});

test("keeps the selectors that can match", () => {
  expect(pageStyles(".a,.b{top:0}", '<p class="b">')).toBe(".b{top:0}");
});

test("keeps states, whatever the initial page is like", () => {
  const css = ":focus-visible{top:0}.a:is(:hover,[aria-current]){top:1px}.a:not(.b){top:2px}";
  expect(pageStyles(css, '<p class="a">')).toBe(css);
});

test("removes rules whose :has() can't match", () => {
  expect(pageStyles(":root:has(.b){top:0}:is(.b,.c) p{top:1px}", "<p>")).toBe("");
  expect(pageStyles(":root:has(.b){top:0}", '<p class="b">')).toBe(":root:has(.b){top:0}");
});

test("keeps classes that a script of the page names", () => {
  const css = ".toast{top:0}.a\\>b{top:1px}";
  const script = 'e("div",{className:"x "+(y?"toast":`a>b`)})';
  expect(pageStyles(css, "<p>", [script])).toBe(css);
  expect(pageStyles(css, `<script>${script}</script>`)).toBe(css);
});

test("keeps the shop's own variables", () => {
  const css = ":root{--text:red}.a{--x:1px;top:var(--x)}p{color:var(--text)}";
  expect(pageStyles(css, '<p class="a">')).toBe(css);
});

test("replaces a registered variable that is never set with its initial value or fallback", () => {
  const css =
    "@layer properties{@supports (top:0){*,:before{--tw-style:solid;--tw-leading:initial}}}" +
    "p{border-style:var(--tw-style);line-height:var(--tw-leading,1.5)}" +
    '@property --tw-style{syntax:"*";inherits:false;initial-value:solid}' +
    '@property --tw-leading{syntax:"*";inherits:false}';
  expect(pageStyles(css, "<p>")).toBe("@layer properties;p{border-style:solid;line-height:1.5}");
});

test("removes a variable that is never read", () => {
  const css =
    '.a{--tw-weight:600;font-weight:600}@property --tw-weight{syntax:"*";inherits:false}' +
    ".b{line-height:var(--tw-weight)}";
  expect(pageStyles(css, '<p class="a">')).toBe(".a{font-weight:600}");
});

test("keeps the registration of a variable that is set and read, for old browsers too", () => {
  const css =
    "@layer properties{@supports (top:0){*,:before{--tw-leading:initial}}}" +
    ".a{--tw-leading:1;line-height:1}p{line-height:var(--tw-leading,1.5)}" +
    '@property --tw-leading{syntax:"*";inherits:false}';
  expect(pageStyles(css, '<p class="a">')).toBe(css);
});

test("uses syntax that old browsers know", () => {
  expect(pageStyles("@media (width>=48rem){p{top:0}}", "<p>")).toBe(
    "@media (min-width:48rem){p{top:0}}",
  );
});

test("keeps universal and attribute selectors", () => {
  const css = "*,[popover]{top:0}::backdrop{top:1px}";
  expect(pageStyles(css, "<p>")).toBe(css);
});

test("needs one alternative of :is(), with all of its parts", () => {
  expect(pageStyles(":is(.b,.c){top:0}", '<p class="b">')).toBe(":is(.b,.c){top:0}");
  expect(pageStyles(":where(.b){top:0}:root:has(.b .c){top:1px}", '<p class="c">')).toBe("");
});

test("does not take text for names, and parses classes as browsers do", () => {
  expect(
    pageStyles(".a{top:0}.b{top:1px}h2{top:2px}p{top:3px}", "<P\n class='a  c'>b h2</P>"),
  ).toBe(".a{top:0}p{top:3px}");
  const css = ".\\[\\&\\>p\\]\\:x>p,.it\\'s{top:0}";
  expect(pageStyles(css, '<div class="[&amp;&gt;p]:x it&#x27;s"><p>')).toBe(css);
});

test("includes the content of `noscript`", () => {
  expect(pageStyles(".a{top:0}", '<noscript><p class="a"></noscript>')).toBe(".a{top:0}");
});

test("removes comments", () => {
  expect(pageStyles("/*! tool v1 */\np{top:0}/*! end */", "<p>")).toBe("p{top:0}");
});

test("keeps the keyframes that a rule of the page plays", () => {
  const css =
    "@keyframes fade{to{opacity:0}}@keyframes grow{to{scale:2}}" +
    ".a{animation:1s grow,2s fade}.b{animation-name:none,grow}";
  expect(pageStyles(css, '<p class="a b">')).toBe(css);
  expect(pageStyles(css, '<p class="b">')).toBe(
    "@keyframes grow{to{scale:2}}.b{animation-name:none,grow}",
  );
  expect(pageStyles(css, "<p>")).toBe("");
});
