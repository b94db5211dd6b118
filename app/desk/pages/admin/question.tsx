import { href } from "react-router";
import { formatPrice } from "../../../shop/money.ts";
import { shop } from "../../../shop/shop.ts";
import { Button } from "../../../ui/button.tsx";
import { amountMismatch } from "../../shop/order-format.ts";
import { balance } from "../../shop/order-rules.ts";
import { nameOf } from "./order-row.tsx";
import type { CounterOrder } from "./read-order.ts";
import { stateOf } from "./state-mark.tsx";
import type { Asked } from "./step-rules.ts";

/** Asks for confirmation, and shows the order before and after. */
export function Question(props: Asked & { order: CounterOrder }) {
  const { order, step, fields, question, yes, seen, after, mails } = props;
  const mismatch = amountMismatch(after);
  const told = mails.filter(({ recipient }) => recipient !== shop.email);
  return (
    <div className="max-w-measure">
      <title>{`${question} · ${shop.brand}`}</title>
      <h1 className="item-title">{question}</h1>
      <p className="mt-1 text-quiet text-small">
        Pedido {order.id} · {nameOf(order)} · {formatPrice(order.total)}
      </p>
      <table className="counter-figures mt-4">
        <thead>
          <tr>
            <td />
            <th scope="col">Ahora</th>
            <th scope="col">Después</th>
          </tr>
        </thead>
        <tbody>
          <Change name="Cobrado" from={order.received} to={after.received} />
          <Change name="Devuelto" from={order.refunded} to={after.refunded} />
          <Change name="Queda" from={balance(order)} to={balance(after)} />
          <tr>
            <th scope="row">Estado</th>
            <td>{stateOf(order)}</td>
            <td>{stateOf(after)}</td>
          </tr>
        </tbody>
      </table>
      {mismatch && <p className="counter-warning mt-4">{mismatch}</p>}
      {told.length === 0 && <p className="mt-4 text-small">No se enviará ningún correo.</p>}
      {told.map(({ recipient, subject }) => (
        <p key={subject} className="mt-4 text-small">
          Se enviará un correo a {recipient}: «{subject}».
        </p>
      ))}
      <form
        method="post"
        action={href("/mostrador/:id/:step", { id: order.id, step })}
        className="mt-6 flex flex-wrap gap-3"
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" name="seguro" value={seen}>
          {yes}
        </Button>
        <a href={href("/mostrador/:id", order)} className="button">
          No
        </a>
      </form>
    </div>
  );
}

function Change({ name, from, to }: { name: string; from: number; to: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatPrice(from)}</td>
      <td className={from === to ? undefined : "font-strong"}>{formatPrice(to)}</td>
    </tr>
  );
}
