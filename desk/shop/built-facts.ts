import { facts } from "../../app/shop/facts.ts";
import { SHOP_NOTICE } from "./settings.ts";
import type { ShownFacts } from "./shown-facts.ts";

/** The facts of the settings and the specification, which the build's pages show. */
export const builtFacts: ShownFacts = { ...facts, notice: SHOP_NOTICE, closed: "", terms: "" };
