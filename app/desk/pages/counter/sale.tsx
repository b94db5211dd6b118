import { href, redirect } from "react-router";
import { readForm } from "../body.ts";
import { deskContext } from "../context.ts";
import type { Route } from "./+types/sale";

export { ErrorBoundary, meta } from "./error.tsx";

export const loader = () => redirect(href("/mostrador"), 303);

/** Pauses or resumes sales, or sets the stock. */
export async function action({ request, context }: Route.ActionArgs) {
  const { paso, hasta = "", frascos = "" } = await readForm(request);
  const until = hasta.trim().slice(0, 60) || "pronto";
  if (paso === "pausar" || paso === "abrir")
    await context.get(deskContext).pause(paso === "pausar" ? until : "");
  const counted = /^\d{1,6}$/.test(frascos.trim()) ? Number(frascos) : undefined;
  if (paso === "existencias" && (counted !== undefined || frascos.trim() === ""))
    await context.get(deskContext).setStock(counted);
  return redirect(href("/mostrador"), 303);
}
