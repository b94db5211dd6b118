import { expect, type Page } from "@playwright/test";

/** No page of the shop may load anything from this site, or send anything to it. */
const stranger = "https://evil.test";

/** Adds to the page what an attacker would, and collects the directives that refuse it. */
function attack(stranger: string) {
  const refused = new Set<string>();
  Object.assign(window, { refused });
  addEventListener("securitypolicyviolation", ({ effectiveDirective, disposition }) => {
    if (disposition === "enforce") refused.add(effectiveDirective);
  });
  const add = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    properties: Partial<HTMLElementTagNameMap[Name]>,
    [attribute, value] = ["class", ""],
  ) => {
    const element = Object.assign(document.createElement(name), properties);
    element.setAttribute(attribute, value);
    document.body.append(element);
    return element;
  };
  add("script", { textContent: "document.title = 'injected'" });
  add("script", { src: `${stranger}/a.js` });
  add("button", {}, ["onclick", "document.title = 'injected'"]).click();
  add("style", { textContent: "body { opacity: 0.5 }" });
  add("p", {}, ["style", "opacity: 0.5"]);
  add("img", { src: `${stranger}/a.png` });
  add("iframe", { src: stranger });
  add("video", { src: `${stranger}/a.mp4` });
  new FontFace("stranger", `url(${stranger}/a.woff2)`).load().catch(() => {});
  fetch(stranger).catch(() => {});
  add("form", { action: stranger }).requestSubmit();
  add("base", { href: stranger });
}

/** `default-src` stands for the directives of frames and videos. */
const everyRefusal = [
  "base-uri",
  "connect-src",
  "font-src",
  "form-action",
  "frame-src",
  "img-src",
  "media-src",
  "script-src-attr",
  "script-src-elem",
  "style-src-attr",
  "style-src-elem",
];

/** Expects that the page refuses what an attacker may have added to it. Browsers log each refusal as an error. */
export async function expectAttackRefused(page: Page) {
  const title = await page.title();
  await page.evaluate(attack, stranger);
  const refused = () =>
    page.evaluate(() => [...((window as { refused?: Set<string> }).refused ?? [])].sort());
  await expect.poll(refused, `refused at ${page.url()}`).toEqual(everyRefusal);
  const shown = await page.evaluate(() => [
    document.title,
    getComputedStyle(document.body).opacity,
  ]);
  expect(shown).toEqual([title, "1"]);
}
