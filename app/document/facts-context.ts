import { createContext } from "react";
import { facts } from "#orders/facts/page-facts.ts";
import type { Facts } from "../shop/facts.ts";

/** The facts that pages of every kind show. A page that is rendered on request provides current ones. */
export const FactsContext = createContext<Facts>(facts);
