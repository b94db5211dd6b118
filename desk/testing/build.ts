/** The real shop for one run of the tests: its desk is tested on the pages that are sold. */
import type { TestProject } from "vitest/node";
import { testShop } from "../demo-shop.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the shop's site. */
    shop: string;
  }
}

export default (project: TestProject) => project.provide("shop", testShop());
