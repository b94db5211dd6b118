import { href, redirect } from "react-router";
import { formatPrice } from "../../../shop/money.ts";
import { amountMismatch, formatMoment, stateNames } from "../../../shop/order-format.ts";
import { type OrderState, states } from "../../../shop/order-rules.ts";
import { Button } from "../../../ui/button.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { deskContext } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/orders";

export async function loader({ request, context }: Route.LoaderArgs) {
  const desk = context.get(deskContext);
  const query = new URL(request.url).searchParams;
  const number = query.get("pedido")?.trim().toUpperCase();
  if (number && (await desk.findOrder(number))) {
    throw redirect(href("/mostrador/:id", { id: number }), 303);
  }
  const state = states.find((state) => state === query.get("estado"));
  const { orders, next } = await desk.pageOfOrders({ state }, query.get("antes") ?? undefined);
  return {
    missing: number,
    state,
    orders,
    next,
    mails: await desk.stuckMails(),
    withdrawals: await desk.openWithdrawals(),
  };
}

type Data = Route.ComponentProps["loaderData"];

export const meta = () => deskMeta("Mostrador");

/** The owner's list of orders: what needs a look on top, then the newest. */
export default function Orders({ loaderData }: Route.ComponentProps) {
  const { missing, state, orders, next, mails, withdrawals } = loaderData;
  return (
    <div className="page-width pt-10 pb-24 md:pt-16">
      <PageTitle>Mostrador</PageTitle>
      {mails.length > 0 && <Mails mails={mails} />}
      {withdrawals.length > 0 && <Withdrawals withdrawals={withdrawals} />}
      <section aria-labelledby="orders" className="mt-12">
        <h2 id="orders" className="item-title">
          Pedidos
        </h2>
        <form action={href("/mostrador")} className="mt-6 flex flex-wrap items-end gap-4">
          <div>
            <label htmlFor="number" className="text-quiet text-small">
              Número de pedido
            </label>
            <input
              id="number"
              name="pedido"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="field block h-12 text-body"
            />
          </div>
          <Button type="submit" look="quiet">
            Buscar
          </Button>
        </form>
        {missing && (
          <p role="alert" className="mt-4 text-danger">
            No hay ningún pedido {missing}.
          </p>
        )}
        <nav aria-label="Estados" className="mt-8">
          <ul className="flex flex-wrap gap-x-6">
            {[undefined, ...states].map((choice) => (
              <li key={choice ?? "all"}>
                <a
                  href={listAddress(choice)}
                  aria-current={choice === state ? "page" : undefined}
                  className="flex min-h-11 items-center text-small [&[aria-current=page]]:font-strong [&[aria-current=page]]:underline"
                >
                  {choice ? stateNames[choice] : "Todos"}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {orders.length === 0 && <p className="mt-8 text-quiet">No hay pedidos.</p>}
        <ul className="mt-4">
          {orders.map((order) => (
            <Row key={order.id} {...order} />
          ))}
        </ul>
        {next && (
          <p className="mt-8">
            <a href={listAddress(state, next)} className="link">
              Pedidos anteriores
            </a>
          </p>
        )}
      </section>
    </div>
  );
}

function listAddress(estado?: OrderState, antes?: string): string {
  const query = new URLSearchParams({ ...(estado && { estado }), ...(antes && { antes }) });
  return query.size > 0 ? `${href("/mostrador")}?${query}` : href("/mostrador");
}

function Row(order: Data["orders"][number]) {
  const mismatch = amountMismatch(order);
  return (
    <li className="grid gap-x-6 gap-y-1 border-rule border-t py-4 md:grid-cols-[7rem_16rem_1fr_10rem_7rem]">
      <a href={href("/mostrador/:id", order)} className="self-start link font-strong">
        {order.id}
      </a>
      <span className="text-quiet text-small">{formatMoment(order.placedAt)}</span>
      <span>
        {order.forgottenAt ? "(datos borrados)" : `${order.firstName} ${order.lastName}`}
        {mismatch && <strong className="block text-danger text-small">{mismatch}</strong>}
      </span>
      <span>{stateNames[order.state]}</span>
      <span className="lining md:text-right">{formatPrice(order.total)}</span>
    </li>
  );
}

function Mails({ mails }: Pick<Data, "mails">) {
  return (
    <section aria-labelledby="mails" className="mt-10 border-danger border-l-2 pl-5">
      <h2 id="mails" className="item-title">
        Correos que no llegan
      </h2>
      <ul className="mt-4">
        {mails.map(({ id, recipient, subject, attempts, error }) => (
          <li key={id} className="border-rule border-t py-4 text-small">
            <p className="font-strong">{subject}</p>
            <p className="text-quiet">
              Para {recipient}, {attempts} intentos. {error}
            </p>
            <form method="post" action={href("/mostrador/correos/:id", { id })} className="mt-3">
              <Button type="submit" look="quiet">
                Reintentar ahora
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Withdrawals({ withdrawals }: Pick<Data, "withdrawals">) {
  return (
    <section aria-labelledby="withdrawals" className="mt-10">
      <h2 id="withdrawals" className="item-title">
        Desistimientos
      </h2>
      <ul className="mt-4">
        {withdrawals.map(({ id, at, name, email, contract, orderId }) => (
          <li key={id} className="border-rule border-t py-3 text-small">
            {formatMoment(at)}: {name}, {email}, «{contract}».{" "}
            {orderId ? (
              <a href={href("/mostrador/:id", { id: orderId })} className="link">
                Pedido {orderId}
              </a>
            ) : (
              "No corresponde a ningún pedido por número y email."
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
