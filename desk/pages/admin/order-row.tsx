import { href } from "react-router";
import { formatPrice } from "../../../app/shop/money.ts";
import { isInPerson } from "../../shop/order-status.ts";
import type { Order } from "../../storage/tables.ts";
import { StatusMark, warningLabel } from "./status-mark.tsx";
import { shortDate } from "./times.ts";

/** An order in a list: two lines on a phone, one where there is room. The whole row is a link. */
export function OrderRow({ order }: { order: Order }) {
  return (
    <li className="border-rule border-t text-small hover:bg-ground-deep">
      <a
        href={href("/mostrador/:id", order)}
        className="block py-1.5 lg:grid lg:grid-cols-[6rem_9.5rem_2rem_minmax(0,1fr)_minmax(0,12rem)_8.5rem_6rem_7rem] lg:items-center lg:gap-x-4 lg:py-2"
      >
        <span className="flex flex-wrap items-center gap-x-2 lg:contents">
          <span className="font-strong">{order.id}</span>
          <span className="flex min-w-0">
            <StatusMark {...order} />
          </span>
          <span className="ml-auto lg:order-1 lg:text-right">{formatPrice(order.total)}</span>
        </span>
        <span className="flex flex-wrap gap-x-1.5 lg:contents">
          <span className="lg:text-right">{order.quantity}&nbsp;×</span>
          <span className="min-w-0 [overflow-wrap:anywhere]">{nameOf(order)}</span>
          <span className="min-w-0 text-quiet [overflow-wrap:anywhere] max-md:hidden">
            {order.city}
          </span>
          <strong className="ml-auto text-danger lg:ml-0">{warningLabel(order)}</strong>
          <span className="text-right text-quiet lg:order-1">{shortDate(order.placedAt)}</span>
        </span>
      </a>
    </li>
  );
}

export const countBottles = (count: number) =>
  count === 1 ? "1\u00a0frasco" : `${count}\u00a0frascos`;

export function nameOf(order: Order): string {
  if (isInPerson(order)) return "Venta en persona";
  return order.erasedAt === null ? `${order.firstName} ${order.lastName}` : "(datos borrados)";
}
