import { href, redirect } from "react-router";
import { exportPayments, type Period, periodOf } from "#desk/orders/accounting.ts";
import { withDesk } from "../context.ts";
import type { Route } from "./+types/accounting-file";

/** The CSV for the accountant. A route without a component or error boundary sends its Response as it is. */
export const loader = withDesk((desk, { request }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams;
  const [from, to] = ["desde", "hasta"].map((name) => query.get(name) || undefined);
  const name = `cobros-${from ?? "todo"}-${to ?? "hoy"}.csv`;
  return new Response(streamOf(exportPayments(desk, readPeriod(from, to))), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
});

function readPeriod(from?: string, to?: string): Period {
  try {
    return periodOf(from, to);
  } catch {
    // It throws for nothing else.
    throw redirect(`${href("/mostrador/cuentas")}?dias=no`, 303);
  }
}

/** Streams the text page by page, so that other requests are served in between. */
function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return new ReadableStream<string>({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await texts.return(undefined);
    },
  }).pipeThrough(new TextEncoderStream());
}
