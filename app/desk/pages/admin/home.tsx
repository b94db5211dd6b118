import { href, redirect } from "react-router";
import type { Desk } from "#desk/context.ts";
import { readFactValues } from "#desk/facts.ts";
import { stuckMails } from "#desk/mail/outbox.ts";
import {
  countByStatus,
  highestCount,
  listOrders,
  ordersToPack,
  ordersToSettle,
} from "#desk/orders/admin.ts";
import { stockOf } from "#desk/orders/stock.ts";
import { openWithdrawals } from "#desk/orders/withdrawals.ts";
import { Button } from "../../../ui/button.tsx";
import { readClaims } from "../../shop/claims.ts";
import { orderStatuses, statusNames } from "../../shop/order-format.ts";
import type { OrderStatus } from "../../shop/order-status.ts";
import { plain } from "../body.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/home";
import { Unconfirmed } from "./claims.tsx";
import { OrderRow } from "./order-row.tsx";
import { Tasks } from "./tasks.tsx";

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
  const { paused, claims } = await readFactValues(desk.db, desk.settings);
  return {
    text,
    status,
    orders,
    next,
    counts: await countByStatus(desk),
    // A search hides the tasks.
    tasks: text || status || before ? undefined : await readTasks(desk),
    isTest: desk.card?.isTest ?? false,
    paused,
    ...readClaims(claims),
    stock: await stockOf(desk.db),
    now: desk.now(),
  };
});

const readTasks = async (desk: Desk) => ({
  withdrawals: await openWithdrawals(desk.db),
  mails: await stuckMails(desk.db),
  toSettle: await ordersToSettle(desk, 50),
  toPack: await ordersToPack(desk, 50),
});

export type TaskData = Awaited<ReturnType<typeof readTasks>>;
type Data = Route.ComponentProps["loaderData"];

export const meta = ({ loaderData }: Route.MetaArgs) =>
  deskMeta((loaderData && chosen(loaderData)) ?? "Mostrador");

const chosen = ({ text, status }: Data) =>
  text ? `«${text}»` : (status && statusNames[status]) || undefined;

/** The owner's first page: the tasks, then the newest orders. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { text, status, orders, next, counts, tasks, now } = loaderData;
  const Title = tasks ? "h2" : "h1";
  return (
    <>
      <Notices {...loaderData} />
      {tasks && <Tasks {...tasks} unpaid={counts.unpaid} now={now} />}
      <section aria-labelledby="orders">
        <Title id="orders" className={tasks ? "font-strong text-small" : "item-title"}>
          {chosen(loaderData) ?? "Pedidos"}
        </Title>
        <Statuses counts={counts} chosen={text ? null : status} />
        {orders.length === 0 && (
          <p className="mt-4 text-quiet text-small">
            {text
              ? "No hay ningún pedido con esos datos: prueba con el número, el importe, el nombre, el email, el teléfono, la ciudad o el seguimiento."
              : "No hay pedidos."}
          </p>
        )}
        <ul>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
        {next && (
          <p className="mt-4">
            <a href={listAddress({ estado: status, buscar: text, antes: next })} className="button">
              Pedidos anteriores
            </a>
          </p>
        )}
      </section>
      {tasks && (
        <p className="mt-10 flex flex-wrap gap-x-6">
          <a href={href("/mostrador/anotar-pedido")} className="admin-link">
            Anotar un pedido
          </a>
          <a href={href("/mostrador/desistimientos")} className="admin-link">
            Desistimientos
          </a>
          <a href={href("/mostrador/cuentas")} className="admin-link">
            Cuentas y datos
          </a>
          <a href={href("/mostrador/ajustes")} className="admin-link">
            Ajustes
          </a>
          <a href={href("/")} className="admin-link">
            Ver la tienda
          </a>
        </p>
      )}
    </>
  );
}

/** What the owner should know before all else. */
function Notices({ isTest, paused, stock, claims, unconfirmed }: Data) {
  return (
    <>
      <Unconfirmed claims={claims} unconfirmed={unconfirmed} />
      {isTest && (
        <p className="admin-warning mb-4">
          La clave de Stripe es de pruebas: los pagos con tarjeta no son dinero de verdad.
        </p>
      )}
      {paused && (
        <form
          method="post"
          action={href("/mostrador/ajustes")}
          className="admin-warning mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
        >
          <p>La venta está en pausa: «Volvemos {paused}».</p>
          <input type="hidden" name="antes" value={paused} />
          <input type="hidden" name="valor" value="" />
          <Button type="submit" name="ajuste" value="pausa">
            Abrir
          </Button>
        </form>
      )}
      {stock !== undefined && stock <= 3 && (
        <p className="admin-warning mb-4">
          {stock <= 0
            ? "Agotado: la tienda no acepta pedidos."
            : `${stock === 1 ? "Queda un frasco" : `Quedan ${stock}\u00a0frascos`} por vender.`}
        </p>
      )}
    </>
  );
}

function listAddress(wanted: { [name in "estado" | "buscar" | "antes"]?: string | undefined }) {
  const chosen = Object.entries(wanted).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams(chosen);
  return query.size > 0 ? `${href("/mostrador")}?${query}` : href("/mostrador");
}

const showCount = (count: number) => (count < highestCount ? count : `${highestCount}+`);

interface StatusesProps extends Pick<Data, "counts"> {
  /** Undefined shows all orders; null matches no filter. */
  chosen: OrderStatus | undefined | null;
}

function Statuses({ counts, chosen }: StatusesProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const shown = orderStatuses.filter((status) => counts[status] || status === chosen);
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
              {status ? statusNames[status] : "Todos"}{" "}
              <b>{showCount(status ? counts[status] : all)}</b>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
