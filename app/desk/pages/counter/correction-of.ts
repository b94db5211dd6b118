import { href } from "react-router";

/** Where an order's address is corrected: its page, with that form open. */
export const correctionOf = (id: string) => `${href("/mostrador/:id", { id })}?paso=datos#datos`;
