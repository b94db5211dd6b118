import type { Facts } from "../../app/shop/facts.ts";

/** The facts that pages show and that the owner changes while the shop runs. Claims: 0 or empty is left out. */
export interface ShownFacts extends Facts {
  /** The owner's sentence on the home page, or empty. */
  notice: string;
  /** Why the shop takes no orders, such as «Agotado»; empty while it takes them. */
  closed: string;
  /** The version of the terms, «2026-12-30», which orders name. Empty in the build, which does not know it. */
  terms: string;
}
