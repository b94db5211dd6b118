import { compile } from "html-to-text";

/**
 * Converts pages to self-contained plain text for emails and for the archive: absolute URLs, no screen-only
 * parts, no dependency on the current site.
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
