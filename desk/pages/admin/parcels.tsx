import { href } from "react-router";
import { product } from "../../../app/shop/product.ts";
import { Button } from "../../../app/ui/button.tsx";
import { ordersToDecide, ordersToPack } from "../../orders/order-list.ts";
import { lastCarrier } from "../../orders/orders.ts";
import { countBottles, orderAddress } from "../../shop/order-format.ts";
import { kept } from "../../shop/order-status.ts";
import type { Order } from "../../storage/tables.ts";
import { largestForm, readForm } from "../body.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/parcels";
import { More, nameOf } from "./order-row.tsx";
import { shipOrder, TrackingFields } from "./steps/shipping-steps.tsx";
import type { Fields } from "./steps/step.ts";
import { StepsTaken } from "./steps-taken.tsx";
import { takeSteps, undoneIn } from "./take-step.ts";

/** How many orders the page lists. */
const mostListed = 50;

export const loader = withDesk(async (desk) => ({
  ...(await ordersToPack(desk, mostListed)),
  toDecide: (await ordersToDecide(desk, mostListed)).orders.filter(
    ({ fulfilment }) => fulfilment === "unfulfilled",
  ),
  carrier: await lastCarrier(desk.db),
}));

/** The fields of an order in the form. A chosen order has its version. */
const namesOf = (id: string) => ({
  chosen: `enviar-${id}`,
  empresa: `empresa-${id}`,
  seguimiento: `numero-${id}`,
});

/** Marks the chosen orders as sent, or takes that back. */
export const action = withDesk(async (desk, { request }: Route.ActionArgs) => {
  const { paso = shipOrder.path, ...fields } = await readForm(request, largestForm);
  const undone = undoneIn(fields);
  if (Object.keys(undone).length > 0)
    return { paso, ...(await takeSteps(desk, paso, undone)), undo: {}, typed: fields };

  const forms: Record<string, Fields> = {};
  for (const field of Object.keys(fields)) {
    const [, id] = /^enviar-([\dA-Z]{8})$/.exec(field) ?? [];
    if (!id) continue;
    const { chosen, empresa, seguimiento } = namesOf(id);
    forms[id] = {
      version: fields[chosen] ?? "",
      empresa: fields[empresa] ?? "",
      seguimiento: fields[seguimiento] ?? "",
    };
  }
  return { paso, ...(await takeSteps(desk, shipOrder.path, forms)), typed: fields };
});

export const meta = () => deskMeta("Preparar envíos");

/** The orders to send, with their addresses and the numbers of their parcels, and one button for all. */
export default function Parcels({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, count, toDecide, carrier } = loaderData;
  const typed = actionData?.typed;
  /** What was typed for an order that is not listed any more. */
  const numberLost = (id: string) => {
    const number = typed?.[namesOf(id).seguimiento];
    return number && orders.every((order) => order.id !== id) ? ` Habías escrito «${number}».` : "";
  };
  return (
    <>
      <h1 className="item-title">Preparar envíos</h1>
      {actionData && (
        <StepsTaken
          {...actionData}
          refused={actionData.refused.map(({ id, reason }) => ({
            id,
            reason: `${reason}${numberLost(id)}`,
          }))}
          says={
            actionData.paso === shipOrder.path
              ? ["pedido marcado como enviado", "pedidos marcados como enviados"]
              : ["pedido que vuelve a estar por enviar", "pedidos que vuelven a estar por enviar"]
          }
        />
      )}
      {orders.length === 0 ? (
        <p className="mt-4 text-small">No hay nada por enviar.</p>
      ) : (
        <>
          <p className="mt-1 mb-4 text-quiet text-small">
            {product.name}, {product.volume}. Cada comprador con email recibe un aviso dentro de dos
            minutos.{" "}
            <a href={href("/mostrador/albaranes")} className="link">
              Albaranes
            </a>
          </p>
          <form method="post">
            <ul>
              {orders.map((order) => (
                <Parcel key={order.id} order={order} carrier={carrier} typed={typed} />
              ))}
            </ul>
            <div className="admin-sticky">
              <Button type="submit" className="w-full md:w-auto">
                {orders.length === 1 ? "Marcar como enviado" : "Marcar los elegidos como enviados"}
              </Button>
            </div>
          </form>
          <More count={count - orders.length} />
        </>
      )}
      {toDecide.length > 0 && (
        <section aria-labelledby="to-decide" className="mt-8">
          <h2 id="to-decide" className="font-strong text-small">
            Decide antes de enviarlos
          </h2>
          <ul>
            {toDecide.map((order) => (
              <li key={order.id} className="admin-task">
                <span>{nameOf(order)}</span>
                <a href={href("/mostrador/:id", { id: order.id })} className="admin-link">
                  {order.id}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface ParcelProps {
  order: Order;
  carrier: string;
  /** What was typed in a form that left this order unsent. */
  typed: Fields | undefined;
}

function Parcel({ order, carrier, typed }: ParcelProps) {
  const { id, version } = order;
  const { chosen, ...names } = namesOf(id);
  const [name, ...address] = orderAddress(order);
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] items-baseline gap-x-4 border-rule border-t pt-3 lg:grid-cols-[1.25rem_minmax(0,3fr)_minmax(0,3fr)_minmax(0,5fr)_5.5rem]">
      <input
        type="checkbox"
        id={chosen}
        name={chosen}
        value={version}
        defaultChecked={typed === undefined || chosen in typed}
        autoComplete="off"
        className="mt-1 size-5 self-start accent-action"
      />
      <label htmlFor={chosen} className="cursor-pointer">
        <strong>{name}</strong>{" "}
        <span className={`block text-small ${kept(order) > 1 ? "font-strong" : ""}`}>
          {countBottles(kept(order))}
        </span>
      </label>
      <a
        href={href("/mostrador/:id", { id })}
        className="link justify-self-end text-quiet text-small lg:order-1"
      >
        {id}
      </a>
      <address className="col-span-2 col-start-2 mb-3 select-all text-small not-italic lg:col-auto">
        {address.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      <div className="col-span-2 col-start-2 lg:col-auto">
        <TrackingFields
          carrier={carrier}
          field={(field, value) => ({
            id: `${field}-${id}`,
            name: names[field as keyof typeof names],
            defaultValue: typed?.[names[field as keyof typeof names]] ?? value,
          })}
        />
      </div>
    </li>
  );
}
