import type { Environment } from "../app/shop/settings-schema.ts";
import type { PublishedDesk } from "../server/site.ts";

/** Publishes the additional files of a shop that sells, in and beside this folder. */
export type PublishDesk = (folder: string) => PublishedDesk;

interface DeskPublishing {
  /** A sentence for each desk setting that the shop can't be built with. */
  errorsOf: (environment: Environment) => Promise<string[]>;
  publisher: (environment: Environment) => PublishDesk;
}

/** Where orders are real. The computed path lets the boutique compile without desk/. */
export const loadDesk = async (): Promise<DeskPublishing | undefined> =>
  process.env.ORDER_DESK === "real"
    ? import(`${import.meta.dirname}/../desk/publish/publish.ts`)
    : undefined;
