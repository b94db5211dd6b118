import { existsSync } from "node:fs";
import {
  buildSettings,
  type Environment,
  judge,
  readDeskSettings,
  shopSettings,
} from "../app/shop/settings-schema.ts";

/** A sentence for each setting that the shop can't be built with. */
export function faultsOf(environment: Environment): string[] {
  const { settings, faults } = judge({ ...shopSettings, ...buildSettings }, environment);
  if (settings.ORDER_DESK !== "real") return faults;

  const seller = readDeskSettings(environment, "built");
  const notice = seller.settings.GUARANTEE_NOTICE;
  if (notice && !existsSync(notice)) {
    seller.faults.push(`GUARANTEE_NOTICE names a file that is not there: "${notice}".`);
  }
  const own = settings.DEMO ? [] : identityFaults(settings);
  return [...faults, ...own, ...seller.faults];
}

const examples = judge(shopSettings, {}).settings;

/** Who sells for real is nobody's example, and lets no order or password travel in the clear. */
function identityFaults(settings: typeof examples): string[] {
  const names = Object.keys(examples) as (keyof typeof examples)[];
  const faults = names
    .filter((name) => settings[name] === examples[name] || /\.example(:\d+)?$/.test(settings[name]))
    .map((name) => `${name} must be your own where orders are real; it is "${settings[name]}".`);
  if (/^http:\/\/(?!localhost(:\d+)?$)/.test(settings.SITE_URL)) {
    faults.push(
      `SITE_URL must begin with https:// where orders are real; it is "${settings.SITE_URL}".`,
    );
  }
  return faults;
}
