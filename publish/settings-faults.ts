import {
  buildSettings,
  type Environment,
  judge,
  shopSettings,
} from "../app/shop/settings-schema.ts";
import { unknownNames } from "../app/shop/unknown-names.ts";

const settings = { ...shopSettings, ...buildSettings };

/** A sentence for each setting that the shop can't be built with. */
export const faultsOf = (environment: Environment): string[] => [
  ...judge(settings, environment).faults,
  ...unknownNames(environment, settings),
];
