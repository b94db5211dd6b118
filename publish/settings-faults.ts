import {
  buildSettings,
  type Environment,
  judge,
  shopSettings,
} from "../app/shop/settings-schema.ts";

/** A sentence for each setting that the shop can't be built with. */
export const faultsOf = (environment: Environment): string[] =>
  judge({ ...shopSettings, ...buildSettings }, environment).faults;
