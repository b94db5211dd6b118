import { href } from "react-router";
import type { Order } from "#desk/storage/tables.ts";
import { formatPrice } from "../../../shop/money.ts";
import { formatMoment } from "../../shop/order-format.ts";
import { isInPerson } from "../../shop/order-status.ts";
import { StatusMark, warningLabel } from "./status-mark.tsx";
import { age } from "./times.ts";

/** An order in a list. The whole row is a link. */
export function OrderRow({ order, now }: { order: Order; now: number }) {
  const warning = warningLabel(order);
  return (
    <li>
      <a href={href("/mostrador/:id", order)} className="order-row">
        <span className="order-number font-strong">{order.id}</span>
        <span className="order-state">
          <StatusMark {...order} />
        </span>
        <span className="order-who">
          <span className="order-bottles">{order.quantity}&nbsp;×</span>
          <span className="order-name">{nameOf(order)}</span>
          {order.city && <span className="order-city">{order.city}</span>}
          {warning && <strong className="order-odd">{warning}</strong>}
        </span>
        <span className="order-total">{formatPrice(order.total)}</span>
        <time
          className="order-age"
          dateTime={new Date(order.placedAt).toISOString()}
          title={formatMoment(order.placedAt)}
        >
          {age(order.placedAt, now)}
        </time>
      </a>
    </li>
  );
}

type Named = Pick<Order, "firstName" | "lastName" | "erasedAt">;

export function nameOf(order: Named): string {
  if (isInPerson(order)) return "Venta en persona";
  return order.erasedAt === null ? `${order.firstName} ${order.lastName}` : "(datos borrados)";
}
