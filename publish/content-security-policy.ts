import { createHash } from "node:crypto";

/** A script or style element with what it holds; our pages are React's output, so names are plain. */
const rawElement = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi;
const openingTag = /<[a-z][\w-]*(?:[^"'>]|"[^"]*"|'[^']*')*>/gi;
const forbiddenAttribute = /\s(style|on[a-z]+)\s*=/i;
/** Blocks of data are never run, so no policy asks for their hash. */
const data = /\btype="application\/(ld\+)?json"/i;

/**
 * What one page may load and run, computed from its own HTML: its inline scripts and styles by
 * their hashes, and script files only where it asks for one.
 * @throws when the page holds what only `'unsafe-inline'` would allow.
 */
export function contentSecurityPolicy(html: string, file: string): string {
  refuseInlineAttributes(html, file);
  const elements = [...html.matchAll(rawElement)].map(
    ([, name = "", attributes = "", text = ""]) => ({
      name: name.toLowerCase(),
      attributes,
      text,
    }),
  );
  const scripts = elements.filter(
    ({ name, attributes }) => name === "script" && !data.test(attributes),
  );
  const styles = elements.filter(({ name }) => name === "style");
  const inlineScripts = scripts.filter(({ attributes }) => !/\ssrc=/i.test(attributes));
  const files = inlineScripts.length < scripts.length ? ["'self'"] : [];

  return policy({
    "default-src": "'none'",
    "script-src": [...files, ...hashes(inlineScripts)].join(" ") || "'none'",
    "style-src": ["'self'", ...hashes(styles)].join(" "),
    "img-src": "'self'",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    // No form of the shop sends itself; those that the order desk takes say so.
    "form-action": sendsItself(html) ? "'self'" : "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
  });
}

const sendsItself = (html: string) => /<form\b[^>]*\smethod="post"/i.test(html);

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

function refuseInlineAttributes(html: string, file: string): void {
  const markup = html.replace(/<!--[\s\S]*?-->/g, "").replace(rawElement, "<$1$2>");
  for (const [tag] of markup.matchAll(openingTag)) {
    const [, attribute] = forbiddenAttribute.exec(tag.replace(/"[^"]*"|'[^']*'/g, '""')) ?? [];
    if (attribute) {
      throw new Error(
        `${file} carries the attribute "${attribute}", which its security policy blocks ` +
          `(use a class, or a script of the build): ${tag.slice(0, 120)}`,
      );
    }
  }
}
