import { data, href, redirect } from "react-router";
import { formatPrice } from "../../../app/shop/money.ts";
import { Button } from "../../../app/ui/button.tsx";
import { unpaidOrders } from "../../orders/order-list.ts";
import { remindOnce } from "../../orders/reminders.ts";
import { readForm } from "../body.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/unpaid-orders";
import { countBottles, nameOf } from "./order-row.tsx";
import { cancelOrder } from "./steps/general-steps.tsx";
import { takeStep } from "./take-step.ts";
import { daysLeft } from "./times.ts";

/** How many orders the page lists. */
const mostListed = 100;

export const loader = withDesk(async (desk) => ({
  ...(await unpaidOrders(desk, mostListed)),
  now: desk.now(),
}));

/** A chosen order has a field whose name begins so, and whose value is the version that the page shows. */
const prefix = "anular-";

/**
 * Reminds of one order, or cancels the chosen ones, each in a transaction of its own. Sent twice, the form changes
 * nothing more.
 */
export const action = withDesk(async (desk, { request }: Route.ActionArgs) => {
  const { recordar, ...fields } = await readForm(request);
  if (recordar !== undefined) {
    await remindOnce(desk, recordar);
    throw redirect(href("/mostrador/sin-pagar"), 303);
  }
  const failed: string[] = [];
  for (const [name, version] of Object.entries(fields)) {
    if (!name.startsWith(prefix)) continue;
    const id = name.slice(prefix.length);
    const done = await takeStep(desk, id, cancelOrder.path, { version, seguro: "si" });
    if (done !== "done") failed.push(id);
  }
  if (failed.length === 0) throw redirect(href("/mostrador/sin-pagar"), 303);
  return data({ failed }, 409);
});

export const meta = () => deskMeta("Esperan el pago");

/** The orders that nothing is paid for, the next to expire first. Several can be cancelled together. */
export default function UnpaidOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, count, now } = loaderData;
  const bottles = orders.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className="max-w-[44rem]">
      <h1 className="item-title">
        Esperan el pago
        {count > 0 && (
          <span className="font-regular font-text text-body text-quiet">
            {` · ${count === 1 ? "1\u00a0pedido" : `${count}\u00a0pedidos`}, ${countBottles(bottles)}`}
          </span>
        )}
      </h1>
      {actionData && (
        <p role="alert" className="admin-warning mt-4">
          {actionData.failed.length === 1
            ? "Ha cambiado mientras tanto y no se ha anulado: "
            : "Han cambiado mientras tanto y no se han anulado: "}
          {actionData.failed.join(", ")}.
        </p>
      )}
      {orders.length === 0 ? (
        <p className="mt-4 text-small">No hay ninguno.</p>
      ) : (
        <form method="post" className="mt-4">
          <ul>
            {orders.map((order) => (
              <UnpaidOrder key={order.id} order={order} now={now} />
            ))}
          </ul>
          <p className="my-4 text-quiet text-small">
            Anulado, un pedido devuelve sus frascos a la venta, y su comprador recibe un correo.
          </p>
          <Button type="submit" look="quiet">
            Anular los marcados
          </Button>
        </form>
      )}
    </div>
  );
}

interface Props {
  order: Route.ComponentProps["loaderData"]["orders"][number];
  now: number;
}

function UnpaidOrder({ order, now }: Props) {
  const { id, version, quantity, total, email, payUntil, isReminded } = order;
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
          <span className="text-right tabular-nums">{formatPrice(total)}</span>
          <span className="text-quiet">
            {quantity > 1 && `${countBottles(quantity)} · `}
            {payUntil !== null && daysLeft(payUntil, now)}
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
