/**
 * What the owner sets from outside, by environment variables, when the shop is built.
 * A malformed value stops the build with a sentence that says what to mend.
 */
export const settings = {
  SHOP_EMAIL: setting(
    process.env.SHOP_EMAIL,
    "hola@aurelia.example",
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    "SHOP_EMAIL must be an e-mail address, such as hola@aurelia.example",
  ),
  SHOP_PHONE: setting(
    process.env.SHOP_PHONE,
    "+34 910 000 000",
    /^\+\d[\d ]{6,18}\d$/,
    "SHOP_PHONE must be an international number of digits and spaces, such as +34 910 000 000",
  ),
  SITE_URL: setting(
    process.env.SITE_URL,
    "https://aurelia.example",
    /^https?:\/\/[^\s/?#]+$/,
    "SITE_URL must be the shop's address without a path or a final slash, such as https://aurelia.example",
  ),
};

function setting(value: string | undefined, fallback: string, form: RegExp, advice: string) {
  if (!value) return fallback;
  if (!form.test(value)) throw new Error(`${advice}; it is "${value}".`);
  return value;
}
