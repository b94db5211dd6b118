import {
  buildSettings,
  type Environment,
  shopSettings,
  validateSettings,
} from "../app/shop/settings-schema.ts";
import { unknownNames } from "../app/shop/unknown-names.ts";

const settings = { ...shopSettings, ...buildSettings };

/** An error message for each invalid or misspelt setting. */
export const errorsOf = (environment: Environment): string[] => [
  ...validateSettings(settings, environment).errors,
  ...unknownNames(environment, settings),
];
