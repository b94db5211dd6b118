import { data, href, redirect } from "react-router";
import { Button } from "../../../app/ui/button.tsx";
import { lastClosedWithdrawals } from "../../orders/order-list.ts";
import { changeOrder, ordersNamed } from "../../orders/orders.ts";
import { readFacts } from "../../orders/stored-facts.ts";
import {
  closeWithdrawal,
  linkWithdrawal,
  openWithdrawals,
  reopenWithdrawal,
} from "../../orders/withdrawals.ts";
import { readForm } from "../body.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/open-withdrawals";
import { CompactField } from "./fields/compact-field.tsx";
import { noReason, textIn } from "./steps/fields.tsx";
import { WithdrawalTask } from "./tasks.tsx";
import { shortMoment } from "./times.ts";

export const loader = withDesk(async (desk) => ({
  withdrawals: await openWithdrawals(desk.db),
  closed: await lastClosedWithdrawals(desk),
  answerHours: (await readFacts(desk.db)).authorizationHours,
  now: desk.now(),
}));

const hasChanged = "Ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.";

/** Links a withdrawal to an order, closes it with a note, or opens it again. */
export const action = withDesk(async (desk, { request }: Route.ActionArgs) => {
  const fields = await readForm(request);
  const { id = "", paso, pedido = "" } = fields;
  const refuse = (field: "pedido" | "nota", message: string, status = 400) =>
    data({ id, field, message, fields }, status);
  if (paso === "abrir") await reopenWithdrawal(desk, id);
  if (paso === "resolver") {
    const answer = textIn(fields.nota);
    if (!answer) return refuse("nota", noReason);
    if (!(await closeWithdrawal(desk, id, answer))) return refuse("nota", hasChanged, 409);
  }
  if (paso === "enlazar") {
    const [order, ...others] = await ordersNamed(desk.db, pedido);
    if (!order || others.length > 0 || order.erasedAt !== null)
      return refuse("pedido", "No hay ningún pedido con ese número");
    const linked = await changeOrder(desk, order.id, undefined, (trx, current) =>
      linkWithdrawal(desk, trx, current, id),
    );
    if (!linked) return refuse("pedido", hasChanged, 409);
    throw redirect(href("/mostrador/:id", order), 303);
  }
  throw redirect(href("/mostrador/desistimientos"), 303);
});

export const meta = () => deskMeta("Desistimientos");

type Withdrawal = Route.ComponentProps["loaderData"]["withdrawals"][number];
type Tried = Route.ComponentProps["actionData"];

/** The open withdrawals, oldest first, and the last that were closed without an order. */
export default function Withdrawals({ loaderData, actionData }: Route.ComponentProps) {
  const { withdrawals, closed, now, answerHours } = loaderData;
  return (
    <>
      <h1 className="item-title">Desistimientos</h1>
      {withdrawals.length === 0 && <p className="mt-4">No queda ninguno por resolver.</p>}
      <ul className="mt-4">
        {withdrawals.map((withdrawal) => (
          <WithdrawalTask
            key={withdrawal.id}
            withdrawal={withdrawal}
            now={now}
            answerHours={answerHours}
          >
            {withdrawal.orderId === null && <Forms withdrawal={withdrawal} tried={actionData} />}
          </WithdrawalTask>
        ))}
      </ul>
      {closed.length > 0 && (
        <section aria-labelledby="closed" className="mt-10">
          <h2 id="closed" className="font-strong text-small">
            Los últimos resueltos sin pedido
          </h2>
          <ul>
            {closed.map(({ id, name, at, contract, answer }) => (
              <li key={id} className="admin-task">
                <div className="[overflow-wrap:anywhere]">
                  <p>
                    {name} · {shortMoment(at, now)} · «{contract}»
                  </p>
                  <p className="text-quiet">{answer}</p>
                </div>
                <form method="post">
                  <input type="hidden" name="id" value={id} />
                  <button
                    type="submit"
                    name="paso"
                    value="abrir"
                    className="min-h-11 underline"
                    aria-label={`Abrir otra vez: ${name}`}
                  >
                    Abrir otra vez
                  </button>
                </form>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The owner says which order a withdrawal means, or closes it with a note. */
function Forms({ withdrawal, tried }: { withdrawal: Withdrawal; tried: Tried }) {
  const { id, name, email } = withdrawal;
  const search = `${href("/mostrador/pedidos")}?${new URLSearchParams({ buscar: email })}`;
  const forms = [
    {
      field: "pedido",
      label: "Número de su pedido",
      hint: (
        <a href={search} className="link">
          Buscarlo por su email
        </a>
      ),
      paso: "enlazar",
      button: "Es de este pedido",
    },
    {
      field: "nota",
      label: "Si no es de ningún pedido, por qué",
      hint: "Solo lo lees tú.",
      paso: "resolver",
      button: "Resuelto",
    },
  ];
  return (
    <div className="mt-4 grid grid-cols-1 gap-x-16 gap-y-6 md:grid-cols-2">
      {forms.map(({ field, label, hint, paso, button }) => {
        const here = tried?.id === id && tried.field === field ? tried : undefined;
        return (
          <form key={paso} method="post">
            <input type="hidden" name="id" value={id} />
            <CompactField
              id={`${field}-${id}`}
              name={field}
              label={label}
              hint={hint}
              defaultValue={here?.fields[field]}
              message={here?.message}
              autoFocus={here !== undefined}
              maxLength={200}
            />
            <Button
              type="submit"
              name="paso"
              value={paso}
              look="quiet"
              aria-label={`${button}: ${name}`}
            >
              {button}
            </Button>
          </form>
        );
      })}
    </div>
  );
}
