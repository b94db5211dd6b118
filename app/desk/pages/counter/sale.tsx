import { href, redirect } from "react-router";
import { readForm } from "../body.ts";
import { deskContext } from "../context.ts";
import type { Route } from "./+types/sale";

export { ErrorBoundary, meta } from "./error.tsx";

export const loader = () => redirect(href("/mostrador"), 303);

/** Pauses or resumes sales. */
export async function action({ request, context }: Route.ActionArgs) {
  const { paso, hasta = "" } = await readForm(request);
  const until = hasta.trim().slice(0, 60) || "pronto";
  if (paso === "pausar" || paso === "abrir")
    await context.get(deskContext).pause(paso === "pausar" ? until : "");
  return redirect(href("/mostrador"), 303);
}
