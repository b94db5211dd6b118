import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesOf } from "../server/files.ts";
import { publish } from "../server/publish.ts";
import { compareWords } from "./words.ts";

const source = join(import.meta.dirname, "floor");
const pages = ["index.html", "checkout.html"];
const icon = "favicon.svg";

/** As vite names a file: the name it had, and eight characters made from its content. */
const hashed = (name: string, ending: string) => new RegExp(`^${name}-[\\w-]{8}\\.${ending}$`);

/**
 * Lays the floor: the hand-written pages, with the names that this build gave to pictures and
 * fonts, published like the shop itself. Both then differ in nothing but their HTML and CSS.
 * @throws when the shop has no such picture or font, or says other words.
 */
export async function layFloor(shop: string, target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(join(target, "assets"), { recursive: true });
  const assets = filesOf(join(shop, "assets"));

  for (const page of pages) {
    const built = readFileSync(join(shop, page), "utf8");
    const html = fill(readFileSync(join(source, page), "utf8"), built, assets, page);
    compareWords(page, html, built);
    for (const [, name = ""] of html.matchAll(/\/assets\/([\w.-]+)/g)) {
      copyFileSync(join(shop, "assets", name), join(target, "assets", name));
    }
    writeFileSync(join(target, page), html);
  }
  copyFileSync(join(shop, icon), join(target, icon));
  // Every published site has one.
  writeFileSync(
    join(target, "404.html"),
    '<!doctype html><meta charset="utf-8"><title>404</title>',
  );
  await publish(target);
}

function fill(html: string, built: string, assets: string[], page: string): string {
  const pictures = built.match(/<picture>.*?<\/picture>/gs) ?? [];

  function picture(photo: string) {
    const found = pictures.find((markup) => markup.includes(`<img src="/assets/${photo}-`));
    if (found) return found;
    throw new Error(`The floor shows the picture "${photo}", but the shop's ${page} has none.`);
  }

  return squeeze(
    html
      .replace(/(?:<link rel="stylesheet" href="[^"]+">\s*)+/, (links) => {
        const names = [...links.matchAll(/href="([^"]+)"/g)].map(([, name = ""]) => name);
        return `<style>${names.map((name) => readFileSync(join(source, name), "utf8")).join("")}</style>`;
      })
      // The shop's own sources, so that both sites offer a screen the same renditions.
      .replace(/<!-- sources:([\w-]+) -->/g, (_, photo) =>
        (picture(photo).match(/<source [^>]*>/g) ?? []).join(""),
      )
      .replace(/src="photo:([\w-]+)"/g, (_, photo) =>
        (picture(photo).match(/\b(?:src|width|height)="[^"]*"(?=[^<]*$)/g) ?? []).join(" "),
      )
      .replace(/font:([\w-]+)(?=")/g, (_, font) => {
        const file = assets.find((asset) => hashed(font, "woff2").test(asset));
        if (file) return `/assets/${file}`;
        throw new Error(`The floor is set in "${font}", but the shop's assets hold no such font.`);
      }),
  );
}

/** What a person writes with line breaks and notes, sent without them. */
function squeeze(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/s, (css) =>
      css
        .replace(/\/\*.*?\*\//gs, "")
        .replace(/\s+/g, " ")
        .replace(/ ?([{};,>]) ?/g, "$1")
        .replace(/: /g, ":")
        .replaceAll(";}", "}"),
    )
    .replace(/>\n+</g, "><");
}
