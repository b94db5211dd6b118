import { href } from "react-router";
import { product } from "../../../shop/product.ts";
import { shop } from "../../../shop/shop.ts";
import { Wordmark } from "../../../ui/wordmark.tsx";
import { orderAddress } from "../../shop/order-format.ts";
import { seller } from "../../shop/seller.ts";
import { deskContext } from "../context.ts";
import { deskMeta } from "../head.ts";
import { refusal } from "../refusal.tsx";
import type { Route } from "./+types/packing-slip";
import { shortDate } from "./times.ts";

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const order = await context.get(deskContext).findOrder(id);
  if (!order || order.forgottenAt !== null) throw refusal(404);
  return order;
}

export const meta = ({ params: { id } }: Route.MetaArgs) => deskMeta(`Albarán ${id}`);

/** The packing slip, for A6 paper or larger. */
export default function PackingSlip({ loaderData: order }: Route.ComponentProps) {
  const [name, ...address] = orderAddress(order);
  return (
    <>
      <p className="mb-6 text-small print:hidden">
        <a href={href("/mostrador/:id", order)} className="underline">
          Volver al pedido
        </a>{" "}
        · Imprime esta página en A6 o mayor.
      </p>
      <article className="slip">
        <header>
          <Wordmark>{shop.brand}</Wordmark>
          <p>
            {seller.name}
            <br />
            {seller.address}
            <br />
            {shop.phone} · {shop.email}
          </p>
        </header>
        <address>
          <h1>{name}</h1>
          {address.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </address>
        <footer>
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
    </>
  );
}
