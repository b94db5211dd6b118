import { href } from "react-router";
import { product } from "../../../app/shop/product.ts";
import { shop } from "../../../app/shop/shop.ts";
import { Wordmark } from "../../../app/ui/wordmark.tsx";
import { confirmedByEmail } from "../../mail/outbox.ts";
import { renderOnPaper } from "../../mail/render.ts";
import { ordersToPack } from "../../orders/order-list.ts";
import { findOrder } from "../../orders/orders.ts";
import { readFacts } from "../../orders/stored-facts.ts";
import { orderAddress } from "../../shop/order-format.ts";
import { kept } from "../../shop/order-status.ts";
import { seller } from "../../shop/seller.ts";
import type { Desk } from "../../storage/desk.ts";
import type { Order } from "../../storage/tables.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import { refusal } from "../refusal.tsx";
import type { Route } from "./+types/packing-slips";
import { shortDate } from "./times.ts";

/** How many slips are printed at once. */
const maxPrinted = 200;

export const loader = withDesk(async (desk, { request }: Route.LoaderArgs) => {
  const id = new URL(request.url).searchParams.get("pedido");
  const { email, phone } = await readFacts(desk.db);
  const sender = { email, phone };
  const orders = await ordersOf(desk, id);
  const confirmed = await confirmedByEmail(desk, orders);
  const papers: { id: string; text: string | undefined }[] = [];
  for (const { id } of orders)
    if (!confirmed.has(id)) papers.push({ id, text: await renderOnPaper(desk, id) });
  return { id, sender, orders, papers };
});

/** The order of this number; without one, all to pack. */
async function ordersOf(desk: Desk, id: string | null): Promise<Order[]> {
  if (id === null) return (await ordersToPack(desk, maxPrinted)).orders;
  const order = await findOrder(desk.db, id);
  if (!order || order.firstName === null || kept(order) === 0) throw refusal(404);
  return [order];
}

export const meta = () => deskMeta("Albaranes");

/**
 * The packing slips of all parcels to pack, four to a sheet of A4, or that of one order. Who has got no confirmation by
 * email finds it in the parcel.
 */
export default function PackingSlips({ loaderData }: Route.ComponentProps) {
  const { id, sender, orders, papers } = loaderData;
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
          : id === null
            ? `Salen cuatro por hoja A4${papers.length > 0 ? ", y después la confirmación de quien no tiene email" : ""}.`
            : "Imprime esta página en papel A6 o mayor."}
      </p>
      <div className={id === null ? "admin-slips" : "admin-slip print:*:p-0"}>
        {orders.map((order) => (
          <PackingSlip key={order.id} order={order} {...sender} />
        ))}
      </div>
      {papers.map((paper) => (
        <section
          key={paper.id}
          className={`${id === null ? "admin-confirmation" : "admin-slip"} mt-10 max-w-measure whitespace-pre-line text-small print:mt-0 print:max-w-none print:break-before-page print:text-[10pt]`}
        >
          {paper.text}
        </section>
      ))}
    </>
  );
}

/** A slip with a longer address, in characters, has smaller letters, or a quarter of a sheet would cut it. */
const longest = 140;

/** As on the paper: in millimetres. */
function PackingSlip({ order, email, phone }: { order: Order; email: string; phone: string }) {
  const lines = orderAddress(order);
  const [name, ...address] = lines;
  const isLong = lines.join("").length > longest;
  return (
    <article className="flex min-h-[92mm] max-w-[148mm] flex-col gap-[8mm] border border-edge p-[10mm] not-first-of-type:mt-[10mm] print:mt-0! print:min-h-0 print:max-w-none print:border-0">
      <header className="flex flex-wrap justify-between gap-x-[8mm] gap-y-[3mm] text-[8pt]/[1.35]">
        <Wordmark>{shop.brand}</Wordmark>
        <p>
          {seller.name}
          <br />
          {seller.address}
          <br />
          {phone} · {email}
        </p>
      </header>
      <address
        className={`flex-1 not-italic ${isLong ? "text-[12pt]/[1.3]" : "text-[15pt]/[1.3]"}`}
      >
        <h1
          className={`font-strong [overflow-wrap:anywhere] ${isLong ? "text-[14pt]/[1.2]" : "text-[19pt]/[1.2]"}`}
        >
          {name}
        </h1>
        {address.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </address>
      <footer className="border-edge border-t pt-[3mm] text-[11pt]/[1.4]">
        <p>
          <b>
            {kept(order)} × {product.name}
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
