import { href, redirect } from "react-router";

/** Back to the page of which a form was pressed: an order's, or the counter's first. */
export const backTo = ({ pedido: id = "" }: Record<string, string>) =>
  redirect(/^[\dA-Z]{8}$/.test(id) ? href("/mostrador/:id", { id }) : href("/mostrador"), 303);
