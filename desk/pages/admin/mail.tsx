import { href, redirect } from "react-router";
import { dismiss, sendAgain } from "../../mail/outbox.ts";
import { readForm } from "../body.ts";
import { withDesk } from "../context.ts";
import type { Route } from "./+types/mail";

export { ErrorBoundary, meta } from "./error.tsx";

/** A GET of a form's address redirects. */
export const loader = () => redirect(href("/mostrador"), 303);

/** Sends an email again, or dismisses one that is undeliverable. */
export const action = withDesk(async (desk, { request, params: { id } }: Route.ActionArgs) => {
  const { paso, pedido = "" } = await readForm(request);
  await (paso === "dejar" ? dismiss(desk, id) : sendAgain(desk, id));
  const isOrder = /^[\dA-Z]{8}$/.test(pedido);
  return redirect(isOrder ? href("/mostrador/:id", { id: pedido }) : href("/mostrador"), 303);
});
