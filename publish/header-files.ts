import type { Headers, HeaderTable } from "../server/headers.ts";

/** Cloudflare reads no more than this: https://developers.cloudflare.com/pages/configuration/headers/ */
const maxRules = 100;
const maxLineLength = 2000;

/** The table in the `_headers` syntax of Netlify and Cloudflare Pages. */
export function cdnHeaders(table: HeaderTable): string {
  const rules = Object.entries({ "/*": table.common, ...table.addresses });
  const lines = rules.flatMap(([address, headers]) => [
    encodeURI(address),
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ]);
  if (rules.length > maxRules) {
    throw new Error(`_headers has ${rules.length} rules; Cloudflare reads ${maxRules}.`);
  }
  const tooLong = lines.find((line) => line.length > maxLineLength);
  if (tooLong) {
    throw new Error(
      `_headers has a line of over ${maxLineLength} characters: ${tooLong.slice(0, 80)}…`,
    );
  }
  return `${lines.join("\n")}\n`;
}

/**
 * The table for nginx's `http` block. One map per header, because `add_header` inside a `location`
 * would drop all those outside it. `$uri` is the file served in the end: `/checkout.html`, or
 * `/404.html` at an unknown address.
 */
export function nginxHeaders(table: HeaderTable): string {
  const files: Record<string, Headers> = { "/404.html": table.notFound };
  for (const [address, headers] of Object.entries(table.addresses)) files[uri(address)] = headers;

  const names = new Set(Object.values(files).flatMap(Object.keys));
  names.delete("Content-Type"); // nginx sends its own; docs/hosting/nginx.conf sets it.

  const constants = Object.entries(table.common)
    .filter(([name]) => !(name in table.noPage))
    .map(([name, value]) => `add_header ${name} "${value}" always;`);
  const pages = Object.entries(table.noPage).map(([name, value]) =>
    map(name, { "~\\.html$": table.common }, value),
  );
  const maps = [...names].map((name) => map(name, files, table.fallback[name] ?? ""));
  return ["# Written by publish/publish.ts.", ...constants, ...pages, ...maps, allow, ""].join(
    "\n",
  );
}

/** nginx refuses other methods by itself, but does not send `Allow`. */
const allow =
  'map $status $shop_allow {\n  405 "GET, HEAD";\n}\nadd_header Allow $shop_allow always;';

/** Without a value nginx leaves the header out. */
function map(name: string, files: Record<string, Headers>, fallback: string): string {
  const variable = `$shop_${name.toLowerCase().replaceAll("-", "_")}`;
  const lines = Object.entries({ default: { [name]: fallback }, ...files })
    .filter(([file, headers]) => file === "default" || (headers[name] ?? "") !== fallback)
    .map(
      ([file, headers]) => `  ${quoted(file)} "${headers[name]?.replaceAll('"', '\\"') ?? ""}";`,
    );
  return `map $uri ${variable} {\n${lines.join("\n")}\n}\nadd_header ${name} ${variable} always;`;
}

/** A space would end an unquoted name. */
const quoted = (name: string) => (/\s/.test(name) ? `"${name}"` : name);

function uri(address: string): string {
  if (address === "/") return "/index.html";
  if (address.endsWith("/*")) return `~^${address.slice(0, -1)}`;
  return /\.\w+$/.test(address) ? address : `${address}.html`;
}
