import { existsSync } from "node:fs";
import {
  buildSettings,
  type Environment,
  judge,
  sellerSettings,
  shopSettings,
} from "../app/shop/settings-schema.ts";

/** A sentence for each setting that the shop can't be built with. */
export function faultsOf(environment: Environment): string[] {
  const { faults } = judge({ ...shopSettings, ...buildSettings }, environment);
  if (environment.ORDER_DESK !== "real") return faults;

  const seller = judge(sellerSettings, environment);
  const notice = seller.settings.GUARANTEE_NOTICE;
  if (notice && !existsSync(notice)) {
    seller.faults.push(`GUARANTEE_NOTICE names a file that is not there: "${notice}".`);
  }
  return [...faults, ...seller.faults];
}
