import { href } from "react-router";
import type { Order } from "#desk/storage/tables.ts";
import { formatPrice } from "../../../shop/money.ts";
import { shop } from "../../../shop/shop.ts";
import { Button } from "../../../ui/button.tsx";
import { due, net, type OrderState, owedBack, unpaid } from "../../shop/order-status.ts";
import { mismatchOf } from "./amounts.ts";
import { nameOf } from "./order-row.tsx";
import { statusOf } from "./status-mark.tsx";
import { Hidden } from "./steps/step-form.tsx";
import type { Asked } from "./take-step.ts";

/** Asks for confirmation, and shows the order before and after. */
export function QuestionPage(props: Asked & { order: Order }) {
  const { order, path, about, fields, question, yes, after, lines = [] } = props;
  const mismatch = after && mismatchOf(after);
  return (
    <div className="max-w-measure">
      <title>{`${question} · ${shop.brand}`}</title>
      <h1 className="item-title">{question}</h1>
      <p className="mt-1 text-quiet text-small">
        Pedido {order.id} · {nameOf(order)} · {formatPrice(order.total)}
      </p>
      {after && <Change before={order} after={{ ...order, ...after }} />}
      {mismatch && <p className="admin-warning mt-4">{mismatch}</p>}
      {lines.map((line) => (
        <p key={line} className="mt-4 text-small">
          {line}
        </p>
      ))}
      <form
        method="post"
        action={href("/mostrador/:id/:step", { id: order.id, step: path })}
        className="mt-6 flex flex-wrap gap-3"
      >
        <Hidden order={order} about={about} />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" name="seguro" value="si">
          {yes}
        </Button>
        <a href={href("/mostrador/:id", order)} className="button">
          No
        </a>
      </form>
    </div>
  );
}

/** The figures of the order that a step changes. «Cobrado» and «Saldo» are always shown. */
const figures: [string, (order: OrderState) => number][] = [
  ["Cobrado", ({ paid }) => paid],
  ["Descuento", ({ discount }) => discount],
  ["Reembolsado", ({ refunded }) => refunded],
  ["Saldo", net],
  ["A pagar en total", due],
  ["Falta por pagar", unpaid],
  ["Por reembolsar", owedBack],
];

function Change({ before, after }: { before: Order; after: Order }) {
  const rows = figures
    .map(([name, of]) => [name, of(before), of(after)] as const)
    .filter(([name, from, to]) => from !== to || name === "Cobrado" || name === "Saldo");
  return (
    <table className="admin-figures mt-4">
      <thead>
        <tr>
          <td />
          <th scope="col">Ahora</th>
          <th scope="col">Después</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, from, to]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatPrice(from)}</td>
            <td className={from === to ? undefined : "font-strong"}>{formatPrice(to)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Estado</th>
          <td>{statusOf(before)}</td>
          <td>{statusOf(after)}</td>
        </tr>
      </tbody>
    </table>
  );
}
