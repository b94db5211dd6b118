import { createHash } from "node:crypto";
import { elementsOf, type HtmlElement } from "./html.ts";

/** Blocks of data are never run, so no policy asks for their hash. */
const data = /^application\/(ld\+)?json$/;

/**
 * What one page may load and run, computed from its own HTML: its inline scripts and styles by
 * their hashes, and script files only where it asks for one.
 * @throws when the page holds what only `'unsafe-inline'` would allow.
 */
export function contentSecurityPolicy(html: string, file: string): string {
  const elements = elementsOf(html);
  for (const element of elements) refuseInlineAttributes(element, file);
  const scripts = elements.filter(
    ({ name, attributes }) => name === "script" && !data.test(attributes.get("type") ?? ""),
  );
  const inlineScripts = scripts.filter(({ attributes }) => !attributes.has("src"));
  const files = inlineScripts.length < scripts.length ? ["'self'"] : [];
  const styles = elements.filter(({ name }) => name === "style");
  const sendsItself = elements.some(
    ({ name, attributes }) => name === "form" && attributes.get("method")?.toLowerCase() === "post",
  );

  return policy({
    "default-src": "'none'",
    "script-src": [...files, ...hashes(inlineScripts)].join(" ") || "'none'",
    "style-src": ["'self'", ...hashes(styles)].join(" "),
    "img-src": "'self'",
    // Letters travel inside the styles.
    "font-src": "data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    // No form of the shop sends itself; those that the order desk takes say so.
    "form-action": sendsItself ? "'self'" : "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
  });
}

/** For what is no page: nothing may load, even when someone opens a picture as a document. */
export const noContentPolicy = policy({ "default-src": "'none'", "frame-ancestors": "'none'" });

function policy(directives: Record<string, string>): string {
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
