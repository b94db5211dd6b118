import { href, redirect } from "react-router";
import { formatAmount, formatPrice } from "../../../app/shop/money.ts";
import { Button } from "../../../app/ui/button.tsx";
import { unpaidOrders } from "../../orders/order-list.ts";
import { remind } from "../../orders/reminders.ts";
import { countBottles } from "../../shop/order-format.ts";
import { kept, net, outstanding } from "../../shop/order-status.ts";
import { largestForm, readForm } from "../body.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/unpaid-orders";
import { DaysLeft, More, nameOf } from "./order-row.tsx";
import { Question } from "./question.tsx";
import { Day } from "./steps/fields.tsx";
import { cancelOrder, reopenOrder } from "./steps/general-steps.tsx";
import { payment, reverseEntry } from "./steps/money-steps.tsx";
import type { Fields } from "./steps/step.ts";
import { StepsTaken as Result } from "./steps-taken.tsx";
import { type StepsTaken, takeSteps, undoneIn } from "./take-step.ts";

/** How many orders the page lists. */
const mostListed = 100;

export const loader = withDesk(async (desk) => ({
  ...(await unpaidOrders(desk, mostListed)),
  now: desk.now(),
}));

/** A chosen order has a field whose name begins so, and whose value is the version that the page shows. */
const prefix = "pedido-";

/** Reminds of one order, or records the payments of the chosen ones, or cancels them, or takes that back. */
export const action = withDesk(async (desk, { request }: Route.ActionArgs) => {
  const form = await readForm(request, largestForm);
  const { recordar, paso = payment.path, fecha = "", seguro, ...fields } = form;
  if (recordar !== undefined) {
    await remind(desk, recordar);
    throw redirect(href("/mostrador/sin-pagar"), 303);
  }
  const undone = undoneIn(fields);
  if (Object.keys(undone).length > 0)
    return { paso, ...(await takeSteps(desk, paso, undone)), undo: {} };

  const isPayment = paso !== cancelOrder.path;
  const { orders } = await unpaidOrders(desk, mostListed);
  const forms: Record<string, Fields> = {};
  const unpaid: typeof orders = [];
  const refused: StepsTaken["refused"] = [];
  for (const [name, version] of Object.entries(fields)) {
    if (!name.startsWith(prefix)) continue;
    const id = name.slice(prefix.length);
    // Of an order that is paid by now, the version is outdated.
    const order = orders.find((order) => order.id === id);
    const importe = order ? formatAmount(outstanding(order)) : "";
    if (!isPayment) forms[id] = { version, ...(order?.paid === 0 && { seguro: "si" }) };
    else if (order?.method === "card") refused.push({ id, reason: paysByCard });
    else forms[id] = { version, importe, fecha };
    if (order?.paid === 0) unpaid.push(order);
  }
  if (!isPayment && unpaid.length > 0 && seguro === undefined) {
    const bottles = unpaid.reduce((sum, order) => sum + kept(order), 0);
    const asked: Asked = {
      count: unpaid.length,
      bottles,
      fields: { ...fields, paso, seguro: "si" },
    };
    return { asked };
  }
  const taken = await takeSteps(desk, isPayment ? payment.path : paso, forms);
  return { paso, ...taken, refused: [...refused, ...taken.refused] };
});

const paysByCard =
  "Paga con tarjeta, y ese cobro se anota solo. Si te ha hecho una transferencia, anótala en su página.";

/** What was done to one order and to more, by the step. */
const said: Record<string, readonly [string, string]> = {
  [payment.path]: ["pago anotado", "pagos anotados"],
  [reverseEntry.path]: ["pago anulado", "pagos anulados"],
  [cancelOrder.path]: ["pedido anulado", "pedidos anulados"],
  [reopenOrder.path]: ["pedido reabierto", "pedidos reabiertos"],
};

export const meta = () => deskMeta("Esperan el pago");

/** The form of the reminders. Enter in a field of the other form must not send one. */
const reminders = "recordar";

/** The orders that wait for their payment, the next to expire first. Several are paid or cancelled together. */
export default function UnpaidOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, count, now } = loaderData;
  const bottles = orders.reduce((sum, order) => sum + kept(order), 0);
  if (actionData?.asked) return <CancelQuestion {...actionData.asked} />;
  return (
    <div className="max-w-[44rem]">
      <h1 className="item-title">
        Esperan el pago
        {count > 0 && (
          <span className="font-regular font-text text-body text-quiet">
            {` ${count === 1 ? "1\u00a0pedido" : `${count}\u00a0pedidos`}`}
            {orders.length === count && `, ${countBottles(bottles)}`}
          </span>
        )}
      </h1>
      {actionData && (
        <Result {...actionData} says={said[actionData.paso] ?? ["cambio", "cambios"]} />
      )}
      {orders.length === 0 ? (
        <p className="mt-4 text-small">No hay ninguno.</p>
      ) : (
        <>
          <p className="mt-3 text-quiet text-small">
            Marca los que ya están en tu cuenta. Si no sabes de quién es una línea del banco, busca
            su nombre y su importe. Si no es de ningún pedido, pide a tu banco que devuelva el
            dinero.
          </p>
          <form method="post" id={reminders} />
          <form method="post" className="mt-4">
            <ul>
              {orders.map((order) => (
                <UnpaidOrder key={order.id} order={order} now={now} />
              ))}
            </ul>
            <More count={count - orders.length} />
            <div className="max-w-measure border-rule border-t pt-4">
              <Day
                field={(name, value) => ({
                  id: name,
                  name,
                  defaultValue: value,
                })}
                now={now}
                label="Cuándo llegaron"
                hint="El importe entero de cada uno. Si ha llegado otro, anótalo en su página."
              />
              <Button type="submit" name="paso" value={payment.path}>
                Anotar el pago de los marcados
              </Button>
            </div>
            <details className="admin-step mt-8">
              <summary>Anular varios</summary>
              <Button
                type="submit"
                name="paso"
                value={cancelOrder.path}
                look="quiet"
                className="my-4"
              >
                Anular los marcados
              </Button>
            </details>
          </form>
        </>
      )}
    </div>
  );
}

/** Asks once before several orders are cancelled. */
function CancelQuestion({ count, bottles, fields }: Asked) {
  const orders = count === 1 ? "un pedido" : `${count}\u00a0pedidos`;
  return (
    <Question
      title={`¿Anular ${orders}, ${countBottles(bottles)}?`}
      changes={[]}
      lines={[
        "Los frascos vuelven a la venta, y cada comprador con email recibe un aviso dentro de dos minutos. Hasta entonces lo puedes deshacer.",
      ]}
      action={href("/mostrador/sin-pagar")}
      fields={fields}
      yes="Sí, anular"
      no={href("/mostrador/sin-pagar")}
    />
  );
}

interface Asked {
  count: number;
  bottles: number;
  fields: Fields;
}

interface Props {
  order: Route.ComponentProps["loaderData"]["orders"][number];
  now: number;
}

function UnpaidOrder({ order, now }: Props) {
  const { id, version, email, isReminded } = order;
  return (
    <li className="admin-task">
      <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-4">
        <input
          type="checkbox"
          name={`${prefix}${id}`}
          value={version}
          autoComplete="off"
          className="size-5 flex-none accent-action"
        />
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-4">
          <strong>{nameOf(order)}</strong>
          <span className="text-right tabular-nums">{formatPrice(outstanding(order))}</span>
          <span className="text-quiet">
            {order.method === "card" && "Con tarjeta · "}
            <DaysLeft {...order} now={now} />
            {kept(order) > 1 && ` · ${countBottles(kept(order))}`}
            {order.paid > 0 && ` · ${formatPrice(net(order))} ya pagados`}
          </span>
        </span>
      </label>
      <p className="flex basis-full justify-end gap-x-6 pl-9">
        <a href={href("/mostrador/:id", { id })} className="admin-link mr-auto">
          {id}
        </a>
        {isReminded ? (
          <span className="py-3 text-quiet">Recordado</span>
        ) : (
          email && (
            <button
              type="submit"
              form={reminders}
              name="recordar"
              value={id}
              className="min-h-11 underline"
              aria-label={`Recordar a ${nameOf(order)}`}
            >
              Recordar
            </button>
          )
        )}
      </p>
    </li>
  );
}
