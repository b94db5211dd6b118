import { href } from "react-router";
import { formatPrice } from "../../../shop/money.ts";
import { formatMoment, paymentNames } from "../../shop/order-format.ts";
import type { CounterOrder } from "./read-order.ts";
import { StateMark, warningLabel } from "./state-mark.tsx";
import { age } from "./times.ts";

/** An order in a list. The whole row is a link. */
export function OrderRow({ order, now }: { order: CounterOrder; now: number }) {
  const odd = warningLabel(order);
  return (
    <li>
      <a href={href("/mostrador/:id", order)} className="order-row">
        <span className="order-number font-strong">{order.id}</span>
        <span className="order-state">
          <StateMark {...order} />
        </span>
        <span className="order-who">
          <span className="order-bottles">{order.quantity}&nbsp;×</span>
          <span className="order-name">{nameOf(order)}</span>
          {order.city && <span className="order-city">{order.city}</span>}
          {odd && <strong className="order-odd">{odd}</strong>}
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

export function nameOf({ firstName, lastName, payment, forgottenAt }: CounterOrder): string {
  if (payment === "hand") return paymentNames.hand;
  return forgottenAt === null ? `${firstName} ${lastName}` : "(datos borrados)";
}
