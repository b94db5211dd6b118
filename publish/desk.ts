import { copyFileSync, readFileSync, rmSync } from "node:fs";
import { extname, join } from "node:path";
import { seller } from "../app/shop/seller.ts";
import { settings } from "../app/shop/settings.ts";
import type { DeskSettings } from "../app/shop/settings-schema.ts";
import { shop } from "../app/shop/shop.ts";
import type { Headers } from "../server/headers.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";

/** What publishing writes beside the site, for the order desk. */
export interface PublishedDesk {
  /** What the pages were built with: the desk has to be started with the same. */
  settings: Partial<DeskSettings> & typeof settings;
  /** Whether the pages say that one pays by card. */
  takesCards: boolean;
  shop: typeof shop;
  /** The headers of every answer. */
  always: Headers;
  /** By address, without the first slash: HTML with places that the desk fills in, and its policy. */
  pages: Record<string, { html: string; policy: string }>;
}

const addresses = ["pedido", "desistimiento", "mostrador", "mostrador/pedido", "respuesta"];

/**
 * Takes the pages that the desk fills in out of the site, where they would be seen empty, and lays the
 * official notice on the legal guarantee into it, under the name that pages know it by.
 */
export function takeDesk(
  folder: string,
  built: Partial<DeskSettings>,
): Omit<PublishedDesk, "always"> {
  const notice = built.GUARANTEE_NOTICE ?? "";
  copyFileSync(notice, join(folder, `aviso-garantia${extname(notice)}`));
  const pages = Object.fromEntries(addresses.map((address) => [address, take(folder, address)]));
  rmSync(join(folder, "mostrador"), { recursive: true });
  return { settings: { ...built, ...settings }, takesCards: seller.takesCards, shop, pages };
}

function take(folder: string, address: string) {
  const file = `${address}.html`;
  const html = readFileSync(join(folder, file), "utf8");
  rmSync(join(folder, file));
  return { html, policy: contentSecurityPolicy(html, file) };
}
