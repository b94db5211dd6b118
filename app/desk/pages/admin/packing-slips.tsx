import { href } from "react-router";
import { ordersToPack } from "#desk/orders/admin.ts";
import { findOrder } from "#desk/orders/orders.ts";
import type { Order } from "#desk/storage/tables.ts";
import { product } from "../../../shop/product.ts";
import { shop } from "../../../shop/shop.ts";
import { Wordmark } from "../../../ui/wordmark.tsx";
import { orderAddress } from "../../shop/order-format.ts";
import { seller } from "../../shop/seller.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import { refusal } from "../refusal.tsx";
import type { Route } from "./+types/packing-slips";
import { shortDate } from "./times.ts";

/** How many slips are printed at once. */
const maxPrinted = 200;

export const loader = withDesk(async (desk, { request }: Route.LoaderArgs) => {
  const id = new URL(request.url).searchParams.get("pedido");
  if (id === null) return { id, orders: (await ordersToPack(desk, maxPrinted)).orders };
  const order = await findOrder(desk.db, id);
  if (!order || order.firstName === null) throw refusal(404);
  return { id, orders: [order] };
});

export const meta = () => deskMeta("Albaranes");

/** The packing slips of all parcels to pack, or of one order, a page each. */
export default function PackingSlips({ loaderData: { id, orders } }: Route.ComponentProps) {
  return (
    <>
      <p className="mb-6 text-small print:hidden">
        <a
          href={id === null ? href("/mostrador") : href("/mostrador/:id", { id })}
          className="admin-link"
        >
          {id === null ? "Volver al mostrador" : "Volver al pedido"}
        </a>{" "}
        ·{" "}
        {orders.length === 0
          ? "No hay nada por enviar."
          : "Imprime esta página en papel A6 o mayor."}
      </p>
      {orders.map((order) => (
        <PackingSlip key={order.id} order={order} />
      ))}
    </>
  );
}

/** As on the paper: in millimetres. */
function PackingSlip({ order }: { order: Order }) {
  const [name, ...address] = orderAddress(order);
  return (
    <article className="flex min-h-[92mm] max-w-[148mm] flex-col gap-[8mm] border border-edge p-[7mm] not-first-of-type:mt-[10mm] print:min-h-0 print:max-w-none print:border-0 print:p-0 print:not-first-of-type:break-before-page">
      <header className="flex flex-wrap justify-between gap-x-[8mm] gap-y-[3mm] text-[8pt]/[1.35]">
        <Wordmark>{shop.brand}</Wordmark>
        <p>
          {seller.name}
          <br />
          {seller.address}
          <br />
          {shop.phone} · {shop.email}
        </p>
      </header>
      <address className="flex-1 text-[15pt]/[1.3] not-italic">
        <h1 className="font-strong text-[19pt]/[1.2] [overflow-wrap:anywhere]">{name}</h1>
        {address.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </address>
      <footer className="border-edge border-t pt-[3mm] text-[11pt]/[1.4]">
        <p>
          <b>
            {order.quantity} × {product.name}
          </b>
          , <span lang="fr">{product.concentration}</span>, {product.volume}
        </p>
        <p>
          Pedido <b>{order.id}</b> del {shortDate(order.placedAt)}
        </p>
      </footer>
    </article>
  );
}
