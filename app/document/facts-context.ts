import { createContext } from "react";
import { facts } from "#orders/facts/page-facts.ts";
import type { Facts } from "../shop/facts.ts";

/** The facts of what stands on pages of every kind. A page that is rendered on request provides newer ones. */
export const FactsContext = createContext<Facts>(facts);
