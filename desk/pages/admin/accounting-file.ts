import { href, redirect } from "react-router";
import { exportPayments, periodOf } from "../../orders/accounting.ts";
import { withDesk } from "../context.ts";
import type { Route } from "./+types/accounting-file";

/** The CSV for the accountant. A route without a component or error boundary sends its Response as it is. */
export const loader = withDesk((desk, { request }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams;
  const [from, to] = ["desde", "hasta"].map((name) => query.get(name) || undefined);
  const period = periodOf(from, to);
  if (!period) throw redirect(`${href("/mostrador/cuentas")}?dias=no`, 303);
  const name = `cobros-${from ?? "todo"}-${to ?? "hoy"}.csv`;
  // Node streams a generator page by page, so that other requests are served in between. The type is the browser's.
  const pages = exportPayments(desk, period) as unknown as BodyInit;
  return new Response(pages, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
});
