import { validateSettings } from "../../app/shop/settings-schema.ts";
import { sellerSettings } from "./settings-schema.ts";

/* Vite replaces this module with its values, as it does app/shop/settings.ts. */

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
  SHOP_NOTICE,
} = validateSettings(sellerSettings, process.env).settings;

/** Pages know only whether the secret is set. */
export const takesCards = Boolean(process.env.STRIPE_SECRET_KEY?.trim());
