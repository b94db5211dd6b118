import { readForm } from "../body.ts";
import { deskContext } from "../context.ts";
import type { Route } from "./+types/mail";
import { backTo } from "./back-to.ts";

export { ErrorBoundary, meta } from "./error.tsx";

export const loader = () => backTo({});

/** Sends an email again, or dismisses one that is undeliverable. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const fields = await readForm(request);
  const desk = context.get(deskContext);
  await (fields.paso === "dejar" ? desk.dismiss(id) : desk.sendAgain(id));
  return backTo(fields);
}
