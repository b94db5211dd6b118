import {
  buildSettings,
  type Environment,
  shopSettings,
  validateSettings,
} from "../app/shop/settings-schema.ts";
import { unknownNames } from "../app/shop/unknown-names.ts";

const settings = { ...shopSettings, ...buildSettings };

/** A sentence for each setting that the shop can't be built with. */
export const errorsOf = (environment: Environment): string[] => [
  ...validateSettings(settings, environment).errors,
  ...unknownNames(environment, settings),
];
