import {
  buildSettings,
  type Environment,
  shopSettings,
  validateSettings,
} from "../app/shop/settings-schema.ts";

/** An error message for each invalid setting. */
export const errorsOf = (environment: Environment): string[] =>
  validateSettings({ ...shopSettings, ...buildSettings }, environment).errors;
