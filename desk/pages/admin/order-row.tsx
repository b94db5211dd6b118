import { href } from "react-router";
import { formatPrice } from "../../../app/shop/money.ts";
import { countBottles } from "../../shop/order-format.ts";
import { isInPerson, kept } from "../../shop/order-status.ts";
import type { Order } from "../../storage/tables.ts";
import { type Marked, StatusMark, warningLabel } from "./status-mark.tsx";
import { daysLeft, isLastDay, shortDay } from "./times.ts";

interface Props {
  order: Marked;
  now: number;
  /** The last moment to refund what is owed back, in ms. */
  term?: number | undefined;
}

/** An order in a list: two lines in a narrow column, one in a wide one. The whole row is a link. */
export function OrderRow({ order, now, term }: Props) {
  const warning = warningLabel(order);
  return (
    <li className="admin-order">
      <a href={href("/mostrador/:id", order)}>
        <span>
          <strong>{nameOf(order)}</strong>
          {kept(order) > 1 && ` · ${countBottles(kept(order))}`}
          {warning && (
            <strong className="admin-order-warning">
              {warning}
              {term !== undefined &&
                `, ${now > term ? "tenías " : ""}hasta el ${shortDay(term, now)}`}
            </strong>
          )}
        </span>
        <span className="admin-order-city">{order.city}</span>
        <span className="admin-order-total">{formatPrice(order.total)}</span>
        <span className="admin-order-state">
          <span>{order.id}</span>
          <StatusMark {...order} />
        </span>
        <span className="admin-order-day">{shortDay(order.placedAt, now)}</span>
      </a>
    </li>
  );
}

/** The days left to pay, in bold on the last day. */
export function DaysLeft({ payUntil, now }: Pick<Order, "payUntil"> & { now: number }) {
  if (payUntil === null) return null;
  const words = daysLeft(payUntil, now);
  return isLastDay(payUntil, now) ? <strong className="text-text">{words}</strong> : words;
}

/** How many orders follow those of the page. */
export function More({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <p className="mt-3 text-quiet text-small">
      {count === 1 ? "Después viene otro." : `Después vienen otros ${count}.`}
    </p>
  );
}

export function nameOf(order: Order): string {
  if (isInPerson(order)) return "Venta en persona";
  return order.erasedAt === null ? `${order.firstName} ${order.lastName}` : "(datos borrados)";
}
