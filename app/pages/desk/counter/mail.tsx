import { readForm } from "../body.ts";
import { deskContext } from "../context.ts";
import type { Route } from "./+types/mail";
import { backTo } from "./back-to.ts";

export { ErrorBoundary, meta } from "./error.tsx";

export const loader = () => backTo({});

/** Sends a mail again. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const fields = await readForm(request);
  await context.get(deskContext).sendAgain(id);
  return backTo(fields);
}
