import { judge, sellerSettings, shopSettings } from "./settings-schema.ts";

/*
 * The settings that pages show, as they hold. Browsers have no environment, and pages no other than that
 * of their build: there, Vite writes the values in the place of this file (vite.config.ts).
 */

export const { settings } = judge(shopSettings, process.env);

/** Of a shop that takes real orders; empty in another. */
export const {
  SELLER_NAME,
  SELLER_TAX_ID,
  SELLER_ADDRESS,
  SELLER_REGISTER,
  SELLER_ARBITRATION,
  SHIPS_TO,
  GUARANTEE_NOTICE,
  PRODUCT_MAKER,
  PRODUCT_IDENTIFIER,
  PRODUCT_WARNINGS,
  PRODUCT_INGREDIENTS,
} = judge(sellerSettings, process.env).settings;

/** Of the secret, pages know only whether there is one. */
export const takesCards = Boolean(process.env.STRIPE_SECRET_KEY?.trim());
