/** The shop's settings file: one line per setting, its value between single quotes. */
import { parseEnv } from "node:util";
import {
  type Environment,
  shopSettings,
  validateSettings,
} from "../../app/shop/settings-schema.ts";
import { errorsOf as siteErrors } from "../../publish/settings-errors.ts";
import { errorsOf as deskErrors } from "../publish/settings-errors.ts";
import { readDeskSettings } from "../shop/settings-schema.ts";

export const readSettings = (text: string): Environment => parseEnv(text);

/** The file's text with this value. Replaces its line, also one that is commented out, and keeps all others. */
export function withSetting(text: string, name: string, value: string): string {
  const quoted = value.trim().replace(/\s+/g, " ").replaceAll("'", "’");
  const line = `${name}='${quoted}'`;
  for (const pattern of [new RegExp(`^${name}=.*$`, "m"), new RegExp(`^#${name}=.*$`, "m")]) {
    if (pattern.test(text)) return text.replace(pattern, () => line);
  }
  return `${text.replace(/\n*$/, "\n")}${line}\n`;
}

/** The text of a new file: the example, with the lines of these settings commented out. */
export const newSettings = (example: string, names: string[]) =>
  names.reduce((text, name) => text.replace(new RegExp(`^(?=${name}=)`, "m"), "#"), example);

/** A sentence for each setting that keeps the shop from being built or started. */
export const settingsErrors = (settings: Environment): string[] => [
  ...new Set([
    ...siteErrors(settings),
    ...deskErrors(settings),
    ...readDeskSettings(settings, "all").errors,
  ]),
];

/** The name of the shop's host, such as `brisa.es`. */
export const domainOf = (settings: Environment) =>
  new URL(validateSettings(shopSettings, settings).settings.SITE_URL).hostname;

/**
 * The changed settings. If the links to sign in went to the shop's address, they go to the new one, because a typo in
 * the address affects both.
 */
export function withLinksToShop(before: string, changed: string): string {
  const [old, { SHOP_EMAIL }] = [readSettings(before), readSettings(changed)];
  const isSame = old.OWNER_EMAIL !== undefined && old.OWNER_EMAIL === old.SHOP_EMAIL;
  return isSame && SHOP_EMAIL ? withSetting(changed, "OWNER_EMAIL", SHOP_EMAIL) : changed;
}
