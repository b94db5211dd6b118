import { href, redirect } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { stateNames } from "../../shop/order-format.ts";
import { type OrderState, states } from "../../shop/order-rules.ts";
import type { DeskService } from "../context.ts";
import { deskContext } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/orders";
import { OrderRow } from "./order-row.tsx";
import { ToDo } from "./to-do.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const desk = context.get(deskContext);
  const query = new URL(request.url).searchParams;
  // PostgreSQL takes no NUL.
  const text = query
    .get("buscar")
    ?.replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, 200);
  const state = states.find((state) => state === query.get("estado"));
  const before = query.get("antes") ?? undefined;
  const { orders, next } = await desk.pageOfOrders({ state, text }, before);
  const [only] = orders;
  if (text && only && orders.length === 1 && !before)
    throw redirect(href("/mostrador/:id", only), 303);
  return {
    text,
    state,
    orders,
    next,
    counts: await desk.countOrders(),
    // A search hides the tasks.
    toDo: text || state || before ? undefined : await readToDo(desk),
    isTest: desk.cards?.isTest,
    paused: await desk.pausedUntil(),
    stock: await desk.stockOf(),
    publication: desk.publication(),
    now: desk.now(),
  };
}

async function readToDo(desk: DeskService) {
  return {
    urgent: await desk.urgentWithdrawals(),
    ...(await desk.unclearWithdrawals(undefined, 5)),
    mails: await desk.stuckMails(),
    ...(await desk.waitingOrders()),
    invoices: await desk.openInvoices(),
  };
}

type Data = Route.ComponentProps["loaderData"];

export const meta = ({ loaderData }: Route.MetaArgs) =>
  deskMeta(loaderData ? (chosen(loaderData) ?? "Mostrador") : "Mostrador");

const chosen = ({ text, state }: Data) =>
  text ? `«${text}»` : (state && stateNames[state]) || undefined;

/** The owner's first page: the tasks, then the newest orders. */
export default function Orders({ loaderData }: Route.ComponentProps) {
  const { text, state, orders, next, counts, toDo, isTest, paused, stock, publication, now } =
    loaderData;
  const Title = toDo ? "h2" : "h1";
  return (
    <>
      {isTest && (
        <p className="counter-notice">
          La clave de Stripe es de pruebas: los pagos con tarjeta no son dinero de verdad.
        </p>
      )}
      {paused !== undefined && (
        <form method="post" action={href("/mostrador/ajustes")} className="counter-notice">
          <p>La venta está en pausa: «Volvemos {paused}».</p>
          <Button type="submit" name="ajuste" value="pausa">
            Abrir
          </Button>
        </form>
      )}
      {publication?.state === "failed" && (
        <p className="counter-notice">
          No se ha podido publicar la tienda con los últimos cambios.{" "}
          <a href={href("/mostrador/ajustes")} className="link">
            Ver por qué
          </a>
        </p>
      )}
      {stock !== undefined && stock <= 3 && (
        <p className="counter-notice">
          {stock <= 0
            ? "Agotado: la tienda no acepta pedidos."
            : `${stock === 1 ? "Queda un frasco" : `Quedan ${stock}\u00a0frascos`} por vender.`}
        </p>
      )}
      {toDo && <ToDo {...toDo} now={now} />}
      <section aria-labelledby="orders">
        <Title id="orders" className={toDo ? "counter-title" : "item-title"}>
          {chosen(loaderData) ?? "Pedidos"}
        </Title>
        <States counts={counts} chosen={text ? null : state} />
        {orders.length === 0 && (
          <p className="mt-4 text-quiet text-small">
            {text
              ? "No hay ningún pedido con esos datos: prueba con el número, el importe, el nombre, el email, el teléfono, la ciudad o el seguimiento."
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
            <a href={listAddress({ estado: state, buscar: text, antes: next })} className="button">
              Pedidos anteriores
            </a>
          </p>
        )}
      </section>
      {toDo && (
        <p className="mt-10">
          <a href={href("/mostrador/venta-en-mano")} className="counter-link mr-6">
            Venta en mano
          </a>
          <a href={href("/mostrador/cuentas")} className="counter-link mr-6">
            Cuentas y datos
          </a>
          <a href={href("/mostrador/ajustes")} className="counter-link">
            Ajustes
          </a>
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

interface StatesProps extends Pick<Data, "counts"> {
  /** Undefined shows all orders; null matches no filter. */
  chosen: OrderState | undefined | null;
}

function States({ counts, chosen }: StatesProps) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <nav aria-label="Estados" className="counter-states">
      <ul>
        {[undefined, ...states.filter((state) => counts[state] || state === chosen)].map(
          (state) => (
            <li key={state ?? "all"}>
              <a
                href={listAddress({ estado: state })}
                aria-current={state === chosen ? "page" : undefined}
              >
                {state ? stateNames[state] : "Todos"} <b>{state ? (counts[state] ?? 0) : all}</b>
              </a>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
