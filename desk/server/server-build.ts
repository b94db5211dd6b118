import type { ShownFacts } from "../shop/shown-facts.ts";
import type { Database } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import type { PersonalPages } from "./personal-pages.ts";

/** What the build's main module exports (entry.ts), for programs that Node runs without a bundler. */
export interface ServerBuild {
  pagesOf: (desk: Desk, factsNow: () => ShownFacts | Promise<ShownFacts>) => PersonalPages;
  /** The facts that its files show. */
  builtFacts: ShownFacts;
  /** Opens the database as the server does, with the build's own packages. */
  openDatabase: (url: string) => Promise<Database>;
}
