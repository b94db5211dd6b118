/** The facts that pages show and that the owner changes while the shop runs. */
export interface ShownFacts {
  /** In cents. */
  price: number;
  /** The owner's sentence on the home page, or empty. */
  notice: string;
  /** Why the shop takes no orders, such as «Agotado»; empty while it takes them. */
  closed: string;
}
