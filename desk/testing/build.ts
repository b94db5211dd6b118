/** The real shop for one run of the tests: its desk is tested on the pages that are sold. */
import type { TestProject } from "vitest/node";
import { demoShop, seller } from "../demo/shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the shop's site. */
    shop: string;
  }
}

/** As playwright.config.ts has it, so that one build serves both. */
const settings = {
  ...seller,
  SITE_URL: "https://aurelia.example",
  SHOP_EMAIL: "",
  SHOP_PHONE: "",
  STRIPE_SECRET_KEY: "",
};

export const testShop = () => demoShop({ ...process.env, ...settings });

export default (project: TestProject) => project.provide("shop", testShop());
