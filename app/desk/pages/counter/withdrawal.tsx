import { readForm } from "../body.ts";
import { deskContext } from "../context.ts";
import type { Route } from "./+types/withdrawal";
import { backTo } from "./back-to.ts";

export { ErrorBoundary, meta } from "./error.tsx";

export const loader = () => backTo({});

/** Marks a withdrawal as handled. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const fields = await readForm(request);
  await context.get(deskContext).handleWithdrawal(id);
  return backTo(fields);
}
