import { href, redirect } from "react-router";

/** Redirects to the page of the form: an order's, or the counter's first. */
export const backTo = ({ pedido: id = "" }: Record<string, string>) =>
  redirect(/^[\dA-Z]{8}$/.test(id) ? href("/mostrador/:id", { id }) : href("/mostrador"), 303);
