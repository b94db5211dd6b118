import { compile } from "html-to-text";

/**
 * What pages say, as a text that lasts and can be mailed: in their order, with whole addresses, and
 * without what is not printed. Nothing in it needs the site, which may say something else by then.
 */
export function termsText(pages: string[], siteUrl: string): string {
  const links = { baseUrl: siteUrl, linkBrackets: ["(", ")"] as [string, string] };
  const toText = compile({
    baseElements: { selectors: ["main"] },
    // Mail programs wrap lines to the width of the screen.
    wordwrap: false,
    selectors: [
      { selector: "a", options: { ...links, hideLinkHrefIfSameAsText: true } },
      { selector: 'a[href^="tel:"]', format: "inline" },
      { selector: "img", options: links },
      { selector: "figcaption", format: "block" },
      { selector: '[class~="print:hidden"]', format: "skip" },
    ],
  });
  return `${pages.map(toText).join("\n\n\n\n").replace(/ +$/gm, "")}\n`;
}
