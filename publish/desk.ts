import type { Environment } from "../app/shop/settings-schema.ts";
import type { PublishedDesk } from "../server/site.ts";

/** Publishes what a shop that sells has besides its files, into and beside this folder. */
export type PublishDesk = (
  folder: string,
  policyOf: (html: string, page: string) => string,
) => PublishedDesk;

interface DeskPublishing {
  /** A sentence for each of its settings that the shop can't be built with. */
  faultsOf: (environment: Environment) => string[];
  publisher: (environment: Environment) => PublishDesk;
}

/** Where orders are real. The computed path lets the boutique compile without desk/. */
export const loadDesk = async (): Promise<DeskPublishing | undefined> =>
  process.env.ORDER_DESK === "real"
    ? import(`${import.meta.dirname}/../desk/publish/publish.ts`)
    : undefined;
