import { product } from "../../shop/product.ts";
import { SHOP_NOTICE } from "../shop/settings.ts";

/** The facts that pages show and that the owner changes while the shop runs. */
export interface ShownFacts {
  /** In cents. */
  price: number;
  /** The owner's sentence on the home page, or empty. */
  notice: string;
  /** Why the shop takes no orders, such as «Agotado»; empty while it takes them. */
  closed: string;
}

/** The facts that are rendered now, besides the product's price. */
export const shown = { notice: SHOP_NOTICE, closed: "" };

/** Renders with these facts from now on. */
export function show({ price, ...others }: ShownFacts): void {
  product.price = price;
  Object.assign(shown, others);
}

export const isOpen = () => shown.closed === "";

/** The checkout's HTML carries its price to its script, which is compiled once for all prices. */
export const shownFacts = () => ({ "data-price": product.price });

const island = typeof document === "undefined" ? null : document.getElementById("order");
if (island?.dataset.price) product.price = Number(island.dataset.price);
