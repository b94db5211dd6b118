import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
// biome-ignore lint/correctness/noUndeclaredDependencies: the shop brings it, and is built before it is measured.
import { transform } from "lightningcss";
import { publish } from "../publish/publish.ts";

/**
 * Lays the baseline: of each page what its reader sees and nothing else, as short as it can be said. No
 * script, no word for machines, and class names of a letter or two. What the shop's page takes longer
 * is what React, its tools and our own care for other readers cost.
 */
export async function layBaseline(shop: string, target: string, pages: string[]): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(dirname(target), { recursive: true });
  cpSync(shop, target, { recursive: true, filter: (file) => !/\.(html|br|gz)$/.test(file) });
  for (const page of pages) {
    writeFileSync(join(target, page), bare(readFileSync(join(shop, page), "utf8")));
  }
  // Every published site has one.
  const notFound = '<!doctype html><meta charset="utf-8"><title>404</title>';
  writeFileSync(join(target, "404.html"), notFound);
  await publish(target);
}

/** Of the built page, what is read. */
function bare(page: string): string {
  const names = new Map<string, string>();
  const short = (name: string) => {
    // «a» to «z», then «a1».
    const letter = String.fromCharCode(97 + (names.size % 26));
    const known = names.get(name) ?? letter + (Math.floor(names.size / 26) || "");
    names.set(name, known);
    return known;
  };
  return page
    .replace(/<script\b.*?<\/script>|<noscript>.*?<\/noscript>|<!--.*?-->/gs, "")
    .replace(/<meta property=[^>]*>|<meta name="twitter:[^>]*>/g, "")
    .replace(/<link rel="(?:preload|manifest|apple-touch-icon)"[^>]*>/g, "")
    .replace(/ class="([^"]*)"/g, (_, list: string) => {
      const classes = list.split(/\s+/).filter(Boolean);
      return classes.length > 0 ? ` class="${classes.map(short).join(" ")}"` : "";
    })
    .replace(/(?<=<style>)[^<]+(?=<\/style>)/, (css) => renamed(css, names));
}

function renamed(css: string, names: ReadonlyMap<string, string>): string {
  const { code } = transform({
    filename: "page.css",
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Selector: (selector) =>
        selector.map((part) =>
          part.type === "class" ? { ...part, name: names.get(part.name) ?? part.name } : part,
        ),
    },
  });
  return code.toString();
}
