import { href } from "react-router";
import { Button } from "../../../app/ui/button.tsx";
import { dayOf } from "../../shop/time.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/accounts";
import { CompactField } from "./fields/compact-field.tsx";

export const loader = withDesk((desk, { request }: Route.LoaderArgs) => ({
  today: dayOf(desk.now()),
  isInvalid: new URL(request.url).searchParams.has("dias"),
}));

export const meta = () => deskMeta("Cuentas y datos");

/** The first and last day of the quarter before that of a day: the one that is declared next. */
function lastQuarter(today: string): [string, string] {
  const [year = 0, month = 0] = today.split("-").map(Number);
  const first = Math.floor((month - 1) / 3) * 3 - 3;
  const dayIn = (months: number, day: number) =>
    new Date(Date.UTC(year, months, day)).toISOString().slice(0, 10);
  return [dayIn(first, 1), dayIn(first + 3, 0)];
}

/** What the owner hands over: the accounts, and what is known of a person. */
export default function Accounting({ loaderData: { today, isInvalid } }: Route.ComponentProps) {
  const [from, to] = lastQuarter(today);
  return (
    <div className="max-w-measure">
      <h1 className="item-title">Cuentas y datos</h1>
      <section aria-labelledby="accounts" className="mt-6">
        <h2 id="accounts" className="font-strong text-small">
          Para la gestoría
        </h2>
        <p className="mb-3 text-small">
          Un libro de Excel con una línea por cada cobro y cada reembolso, con su base y su IVA.
        </p>
        {isInvalid && (
          <p role="alert" className="admin-warning mb-3">
            Elige dos días; el segundo no puede ser anterior al primero.
          </p>
        )}
        <form action={href("/mostrador/cuentas/exportar")}>
          <CompactField id="from" name="desde" label="Desde" type="date" defaultValue={from} />
          <CompactField id="to" name="hasta" label="Hasta" type="date" defaultValue={to} />
          <Button type="submit">Descargar</Button>
        </form>
      </section>
      <p className="mt-6">
        <a href={href("/mostrador/desistimientos")} className="admin-link">
          Desistimientos
        </a>
      </p>
      <section aria-labelledby="person" className="mt-10">
        <h2 id="person" className="font-strong text-small">
          Lo que sabemos de una persona
        </h2>
        <p className="mb-3 text-small">
          Si alguien lo pide (art. 15 del RGPD): una página para imprimir o guardar en PDF. Antes,
          comprueba que quien lo pide es esa persona. Salen también tus notas sobre ella, que son
          datos suyos.
        </p>
        <form action={href("/mostrador/persona")}>
          <CompactField id="email" name="email" label="Su email" type="email" />
          <Button type="submit" look="quiet">
            Ver
          </Button>
        </form>
      </section>
    </div>
  );
}
