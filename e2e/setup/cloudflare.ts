/**
 * Changes a page as Cloudflare, according to its documentation, changes the pages that it proxies:
 * https://developers.cloudflare.com/waf/tools/scrape-shield/email-address-obfuscation/
 */
import { type DefaultTreeAdapterTypes, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Addresses in these elements stay as they are. */
const exempt = ["head", "script", "noscript", "textarea", "xmp"];
const address = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g;
const protection = "/cdn-cgi/l/email-protection";
const decoder = "/cdn-cgi/scripts/cloudflare-static/email-decode.min.js";

/** The page with its email addresses obfuscated and the script that restores them. */
export function obfuscateEmails(html: string): string {
  let isOff = false;
  let result = "";
  let end = 0;
  const replace = (from: number, to: number, text: string) => {
    result += html.slice(end, from) + text;
    end = to;
  };
  const visit = (node: Node, isLinked: boolean) => {
    const { startOffset = 0, endOffset = 0 } = node.sourceCodeLocation ?? {};
    if (node.nodeName === "#comment" && "data" in node) {
      if (node.data === "email_off") isOff = true;
      if (node.data === "/email_off") isOff = false;
    } else if (node.nodeName === "#text" && !isOff) {
      const text = html.slice(startOffset, endOffset);
      const hidden = text.replace(address, (email) => placeholder(email, isLinked));
      if (hidden !== text) replace(startOffset, endOffset, hidden);
    } else if ("tagName" in node && !exempt.includes(node.tagName)) {
      const { href } = node.sourceCodeLocation?.attrs ?? {};
      const [, email] =
        /^mailto:(.*)/.exec(node.attrs.find(({ name }) => name === "href")?.value ?? "") ?? [];
      const isReplaced =
        node.tagName === "a" && href !== undefined && email !== undefined && !isOff;
      if (isReplaced) {
        replace(href.startOffset, href.endOffset, `href="${protection}#${encoded(email)}"`);
      }
      for (const child of node.childNodes) visit(child, isLinked || node.tagName === "a");
    }
  };
  // With scripting enabled, the content of `noscript` is text.
  for (const child of parse(html, { sourceCodeLocationInfo: true }).childNodes) visit(child, false);
  if (!result) return html;
  const script = `<script data-cfasync="false" src="${decoder}"></script></body>`;
  return (result + html.slice(end)).replace("</body>", script);
}

/** The first byte is a key; the others are the address's, XORed with it. */
function encoded(email: string): string {
  const key = 0x6e;
  return Buffer.from([key, ...Buffer.from(email).map((byte) => byte ^ key)]).toString("hex");
}

function placeholder(email: string, isLinked: boolean): string {
  const tag = isLinked ? "span" : `a href="${protection}"`;
  const [name] = tag.split(" ");
  return `<${tag} class="__cf_email__" data-cfemail="${encoded(email)}">[email&#160;protected]</${name}>`;
}
