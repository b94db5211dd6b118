/**
 * What the owner sets from outside, by environment variables, when the shop is built. Each value is
 * judged before that (check-settings.ts).
 */
export const settings = {
  SHOP_EMAIL: process.env.SHOP_EMAIL || "hola@aurelia.example",
  SHOP_PHONE: process.env.SHOP_PHONE || "+34 910 000 000",
  SITE_URL: process.env.SITE_URL || "https://aurelia.example",
};
