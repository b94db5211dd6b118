import { href, redirect } from "react-router";
import { deskContext } from "../context.ts";
import type { Route } from "./+types/export";

/** The bookkeeper's file. Without an error boundary it is answered as it is, and not as a page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const [from, to] = ["desde", "hasta"].map((name) => query.get(name) || undefined);
  const text = await context.get(deskContext).exportBetween(from, to);
  if (text === undefined) throw redirect(`${href("/mostrador/cuentas")}?dias=no`, 303);
  const name = `cobros-${from ?? "todo"}-${to ?? "hoy"}.csv`;
  return new Response(text, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}
