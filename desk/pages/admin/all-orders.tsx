import { href, redirect } from "react-router";
import { countByStatus, listOrders, showCount } from "../../orders/order-list.ts";
import { orderStatuses } from "../../shop/order-format.ts";
import type { OrderStatus } from "../../shop/order-status.ts";
import { plain } from "../body.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/all-orders";
import { OrderRow } from "./order-row.tsx";
import { ownerNames } from "./status-mark.tsx";

export const loader = withDesk(async (desk, { request }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams;
  const text = plain(query.get("buscar") ?? "")
    .trim()
    .slice(0, 200);
  const status = orderStatuses.find((status) => status === query.get("estado"));
  const before = query.get("antes") ?? undefined;
  const { orders, next } = await listOrders(desk, { status, text }, before);
  const [only] = orders;
  if (text && only && orders.length === 1 && !before)
    throw redirect(href("/mostrador/:id", only), 303);
  const isSearching = query.get("buscar") === "";
  const counts = await countByStatus(desk);
  return { text, isSearching, status, orders, next, counts, now: desk.now() };
});

type Data = Route.ComponentProps["loaderData"];

export const meta = ({ loaderData }: Route.MetaArgs) =>
  deskMeta((loaderData && chosen(loaderData)) ?? "Pedidos");

const chosen = ({ text, status }: Data) => (text ? `«${text}»` : status && ownerNames[status]);

/** All orders, newest first, by status or by what the owner looks for. */
export default function AllOrders({ loaderData }: Route.ComponentProps) {
  const { text, status, orders, next, counts, now } = loaderData;
  return (
    <>
      <h1 className="item-title mb-4">{chosen(loaderData) ?? "Pedidos"}</h1>
      <search>
        <form action={href("/mostrador/pedidos")}>
          <input
            type="search"
            name="buscar"
            aria-label="Buscar un pedido por número, importe, nombre, email, teléfono o seguimiento"
            placeholder="Número, nombre, importe, teléfono…"
            defaultValue={text}
            // biome-ignore lint/a11y/noAutofocus: the owner has pressed «Buscar»
            autoFocus={loaderData.isSearching}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            className="field mb-3 block h-11 w-full max-w-[30rem] text-body placeholder:text-quiet"
          />
        </form>
      </search>
      <Statuses counts={counts} chosen={text ? null : status} />
      {orders.length === 0 && (
        <p className="mt-4 text-quiet text-small">
          {text
            ? "No hay ningún pedido con esos datos: prueba con el número, el importe, el nombre, el email, el teléfono, la ciudad o el seguimiento. Si ha pagado otra persona, busca solo el importe."
            : "No hay pedidos."}
        </p>
      )}
      <ul>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} now={now} />
        ))}
      </ul>
      {next && (
        <p className="mt-4">
          <a href={listAddress({ estado: status, buscar: text, antes: next })} className="button">
            Pedidos anteriores
          </a>
        </p>
      )}
    </>
  );
}

function listAddress(wanted: { [name in "estado" | "buscar" | "antes"]?: string | undefined }) {
  const chosen = Object.entries(wanted).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams(chosen);
  return query.size > 0 ? `${href("/mostrador/pedidos")}?${query}` : href("/mostrador/pedidos");
}

/** The orders to ship come first, because the owner must act on them. */
const tabs = [...new Set<OrderStatus>(["paid", ...orderStatuses])];

interface StatusesProps extends Pick<Data, "counts"> {
  /** Undefined shows all orders; null matches no filter. */
  chosen: OrderStatus | undefined | null;
}

function Statuses({ counts, chosen }: StatusesProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const shown = tabs.filter((status) => counts[status] || status === chosen);
  return (
    <nav aria-label="Estados" className="-mx-5 overflow-x-auto">
      <ul className="flex gap-x-5 px-5">
        {[undefined, ...shown].map((status) => (
          <li key={status ?? "all"}>
            <a
              href={listAddress({ estado: status })}
              aria-current={status === chosen ? "page" : undefined}
              className="-outline-offset-2 flex min-h-11 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 text-quiet text-small aria-[current]:border-text aria-[current]:font-strong aria-[current]:text-text"
            >
              {status ? ownerNames[status] : "Todos"}{" "}
              <b>{showCount(status ? counts[status] : all)}</b>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
