import type { Order } from "#desk/storage/tables.ts";
import { product } from "../../../shop/product.ts";
import { shop } from "../../../shop/shop.ts";
import { Wordmark } from "../../../ui/wordmark.tsx";
import { orderAddress } from "../../shop/order-format.ts";
import { seller } from "../../shop/seller.ts";
import { shortDate } from "./times.ts";

/** A packing slip, for A6 paper or larger. Each begins a page. */
export function PackingSlipSheet({ order }: { order: Order }) {
  const [name, ...address] = orderAddress(order);
  return (
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
  );
}
