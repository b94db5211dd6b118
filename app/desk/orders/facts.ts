import { product } from "../../shop/product.ts";
import { SHOP_NOTICE } from "../shop/settings.ts";
import type { ShownFacts } from "../shop/shown-facts.ts";

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
