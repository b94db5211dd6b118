import { href, redirect } from "react-router";
import { deskContext } from "../context.ts";
import type { Route } from "./+types/send-again";

/** Without it, the owner would read JSON when the database is away. */
export { ErrorBoundary, meta } from "../refusal.tsx";

export async function action({ params: { id }, context }: Route.ActionArgs) {
  await context.get(deskContext).sendAgain(id);
  return redirect(href("/mostrador"), 303);
}
