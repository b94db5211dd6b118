import { shipping } from "../../shop/pricing.ts";
import { product } from "../../shop/product.ts";
import { shop } from "../../shop/shop.ts";
import { SHOP_NOTICE } from "./settings.ts";

/** The claims as pages read them: 0, an empty text or an empty list is left out. */
const builtClaims = {
  returns: { ...shop.returns },
  founded: shop.founded,
  customers: shop.customers,
  fragrances: shop.fragrances,
  ingredients: shop.ingredients,
  mastersYears: shop.mastersYears,
  lastingHours: shop.lastingHours,
  goldKarats: shop.goldKarats,
  cityDeliveryHours: shop.cityDeliveryHours,
  emailReplyHours: shop.emailReplyHours,
  openingHours: shop.openingHours,
};

/** The facts that pages show and that the owner changes while the shop runs. */
export interface ShownFacts {
  /** In cents. */
  price: number;
  /** In cents: what it costs, and from which subtotal on it is free. */
  shipping: typeof shipping;
  email: string;
  phone: string;
  claims: typeof builtClaims;
  /** The owner's sentence on the home page, or empty. */
  notice: string;
  /** Why the shop takes no orders, such as «Agotado»; empty while it takes them. */
  closed: string;
}

/** The facts that are rendered now. At first, those of the settings and the specification. */
export let shown: ShownFacts = {
  price: product.price,
  shipping: { ...shipping },
  email: shop.email,
  phone: shop.phone,
  claims: builtClaims,
  notice: SHOP_NOTICE,
  closed: "",
};

/** The facts of the settings and the specification. */
export const builtFacts = shown;

/** Renders pages and emails with these facts from now on. */
export function show(facts: ShownFacts): void {
  const { price, email, phone, claims } = facts;
  shown = facts;
  product.price = price;
  Object.assign(shipping, facts.shipping);
  const { returns, ...others } = claims;
  Object.assign(shop.returns, returns);
  Object.assign(shop, others, {
    email,
    emailLink: `mailto:${email}`,
    phone,
    phoneLink: `tel:${phone.replaceAll(" ", "")}`,
  });
}
