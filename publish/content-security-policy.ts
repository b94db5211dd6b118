import { createHash } from "node:crypto";
import { elementsOf, type HtmlElement } from "./html.ts";

/** Data blocks never run, so a policy needs no hash of them. */
const dataBlock = /^application\/(ld\+)?json$/;

/** What no page can say itself: browsers ignore it in a `meta`. */
export const noFrames = "frame-ancestors 'none'";

/** For responses that are no page: nothing may load, even if a picture is opened as a document. */
export const noContent = `default-src 'none'; ${noFrames}`;

/**
 * The page with its policy in a `meta`: it holds on any host, and at any spelling of the page's address. Hosts that
 * choose headers by address don't recognize them all.
 */
export function withPolicy(html: string, file: string): string {
  const charset = elementsOf(html).find(({ attributes }) => attributes.has("charset"));
  if (!charset) throw new Error(`${file} has no <meta charset="utf-8">.`);
  const policy = contentSecurityPolicy(html, file);
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}"/>`;
  return html.slice(0, charset.tagEnd) + meta + html.slice(charset.tagEnd);
}

/**
 * The policy of one page, computed from its HTML: the hashes of its inline scripts and styles, and
 * script files only if it loads one.
 * @throws if the page contains what only `'unsafe-inline'` would allow.
 */
export function contentSecurityPolicy(html: string, file: string): string {
  const elements = elementsOf(html);
  for (const element of elements) refuseInlineAttributes(element, file);
  const scripts = elements.filter(
    ({ name, attributes }) => name === "script" && !dataBlock.test(attributes.get("type") ?? ""),
  );
  const inlineScripts = scripts.filter(({ attributes }) => !attributes.has("src"));
  const files = inlineScripts.length < scripts.length ? ["'self'"] : [];
  const styles = elements.filter(({ name }) => name === "style");
  const hasPostForm = elements.some(
    ({ name, attributes }) => name === "form" && attributes.get("method")?.toLowerCase() === "post",
  );

  const directives = {
    "default-src": "'none'",
    "script-src": [...files, ...hashes(inlineScripts)].join(" ") || "'none'",
    "style-src": ["'self'", ...hashes(styles)].join(" "),
    "img-src": "'self'",
    // Fonts are inside the styles.
    "font-src": "data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    // The checkout's form never submits itself. Forms that do declare their method.
    "form-action": hasPostForm ? "'self'" : "'none'",
    "base-uri": "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

function hashes(inline: { text: string }[]): Set<string> {
  return new Set(
    inline.map(({ text }) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`),
  );
}

function refuseInlineAttributes({ attributes, tag }: HtmlElement, file: string): void {
  const forbidden = [...attributes.keys()].find(
    (name) => name === "style" || name.startsWith("on"),
  );
  if (forbidden) {
    throw new Error(
      `${file} carries the attribute "${forbidden}", which its security policy blocks ` +
        `(use a class, or a script of the build): ${tag.slice(0, 120)}`,
    );
  }
}
