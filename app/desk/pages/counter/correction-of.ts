import { href } from "react-router";

/** The order's page with the form for its details open. */
export const correctionOf = (id: string) => `${href("/mostrador/:id", { id })}?paso=datos#datos`;
