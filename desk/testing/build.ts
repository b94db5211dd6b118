/** The built shop for one test run, so that the desk is tested with its production pages. */
import type { TestProject } from "vitest/node";
import { demoShop, seller } from "../demo/demo-shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the shop's site. */
    shop: string;
  }
}

/** The same as in playwright.config.ts, so that both share one build. */
const settings = {
  ...seller,
  SITE_URL: "https://aurelia.example",
  SHOP_EMAIL: "",
  SHOP_PHONE: "",
  PRODUCT_PRICE: "89,99",
  STRIPE_SECRET_KEY: "",
};

export const testShop = () => demoShop({ ...process.env, ...settings });

export default (project: TestProject) => project.provide("shop", testShop());
