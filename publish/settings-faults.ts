import { existsSync } from "node:fs";
import { readDeskSettings } from "../app/shop/desk-settings.ts";
import type { settings } from "../app/shop/settings.ts";
import { isBuildFolder } from "./build-folder.ts";

/** What each setting has to look like, and what to say to the owner when it does not. */
const rules: Record<keyof typeof settings, { form: RegExp; advice: string }> = {
  SHOP_EMAIL: {
    form: /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/,
    advice: "must be an e-mail address, such as hola@aurelia.example",
  },
  SHOP_PHONE: {
    form: /^\+\d[\d ]{6,18}\d$/,
    advice: "must be an international number of digits and spaces, such as +34 910 000 000",
  },
  SITE_URL: {
    form: /^https?:\/\/[^\s/?#<>"]+$/,
    advice:
      "must be the shop's address without a path or a final slash, such as https://aurelia.example",
  },
};

/** A sentence for each setting that is not right. */
export function faultsOf(values: typeof settings): string[] {
  const names = Object.keys(rules) as (keyof typeof settings)[];
  return names
    .filter((name) => !rules[name].form.test(values[name]))
    .map((name) => `${name} ${rules[name].advice}; it is "${values[name]}".`);
}

/** The same for how the shop is built: where to, and with which order desk. */
export function buildFaultsOf(environment: Record<string, string | undefined>): string[] {
  const { ORDER_DESK: desk, BUILD_FOLDER: folder } = environment;
  const faults: string[] = [];
  if (folder && !isBuildFolder(folder)) {
    faults.push(
      `BUILD_FOLDER must be "build", or a name that begins with "build-"; it is "${folder}".`,
    );
  }
  if (desk === "real") faults.push(...deskFaultsOf(environment));
  else if (desk) faults.push(`ORDER_DESK must be "real", or not be set; it is "${desk}".`);
  return faults;
}

function deskFaultsOf(environment: Record<string, string | undefined>): string[] {
  const { settings, faults } = readDeskSettings(environment, "built");
  const notice = settings.GUARANTEE_NOTICE;
  if (notice && !existsSync(notice)) {
    faults.push(`GUARANTEE_NOTICE names a file that is not there: "${notice}".`);
  }
  return faults;
}
