import type { settings } from "../app/shop/settings.ts";

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
