import type { ShownFacts } from "../shop/shown-facts.ts";
import type { Desk } from "../storage/desk.ts";
import { stockOf } from "./stock.ts";
import { readFacts } from "./stored-facts.ts";
import { storeTerms } from "./terms.ts";

/** The facts that pages show. */
export async function readShownFacts(desk: Desk): Promise<ShownFacts> {
  const { db } = desk;
  const stored = await readFacts(db);
  const terms = await storeTerms(desk, stored);
  const { iban: _, paused, unconfirmed: __, ...facts } = stored;
  const stock = await stockOf(db);
  const isSoldOut = stock !== undefined && stock <= 0;
  return { ...facts, closed: paused ? `Volvemos ${paused}` : isSoldOut ? "Agotado" : "", terms };
}
