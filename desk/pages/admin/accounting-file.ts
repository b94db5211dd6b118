import { href, redirect } from "react-router";
import { exportPayments, periodOf } from "../../orders/accounting.ts";
import { withDesk } from "../context.ts";
import type { Route } from "./+types/accounting-file";

/** The workbook for the accountant. A route without a component or error boundary sends its Response as it is. */
export const loader = withDesk(async (desk, { request }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams;
  const [from, to] = ["desde", "hasta"].map((name) => query.get(name) || undefined);
  const period = periodOf(from, to);
  if (!period) throw redirect(`${href("/mostrador/cuentas")}?dias=no`, 303);
  const name = `cobros-${from ?? "todo"}-${to ?? "hoy"}.xlsx`;
  return new Response(await exportPayments(desk, period), {
    headers: {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
});
