import { href } from "react-router";
import { formatPrice } from "../../../app/shop/money.ts";
import { shop } from "../../../app/shop/shop.ts";
import { Button } from "../../../app/ui/button.tsx";
import { due, kept, net, type OrderState, outstanding, owedBack } from "../../shop/order-status.ts";
import type { Order } from "../../storage/tables.ts";
import { mismatchOf } from "./fields/amounts.ts";
import { nameOf } from "./order-row.tsx";
import { statusOf } from "./status-mark.tsx";
import type { Asked } from "./take-step.ts";

interface Props {
  title: string;
  about?: string;
  changes: { name?: string; before: string; after: string }[];
  warning?: string | undefined;
  lines: string[];
  /** The address of the form, and what «yes» sends there. */
  action: string;
  fields: Record<string, string>;
  yes: string;
  /** The address behind «no». */
  no: string;
}

/** Asks for confirmation, and shows what changes before and after. */
export function Question(props: Props) {
  const { title, about, changes, warning, lines, action, fields, yes, no } = props;
  const cell = "border-rule border-t py-1 pl-4 text-right";
  return (
    <div className="max-w-measure">
      <h1 className="item-title">{title}</h1>
      {about && <p className="mt-1 text-quiet text-small">{about}</p>}
      {changes.length > 0 && (
        <table className="mt-4 w-full text-small">
          <thead>
            <tr>
              {changes[0]?.name && <td />}
              <th scope="col" className="text-right font-regular">
                Ahora
              </th>
              <th scope="col" className="text-right font-regular">
                Después
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, before, after }) => (
              <tr key={name ?? title}>
                {name && (
                  <th scope="row" className="border-rule border-t text-left font-regular">
                    {name}
                  </th>
                )}
                <td className={cell}>{before}</td>
                <td className={before === after ? cell : `${cell} font-strong`}>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {warning && <p className="admin-warning mt-4">{warning}</p>}
      {lines.map((line) => (
        <p key={line} className="mt-4 text-small">
          {line}
        </p>
      ))}
      <form method="post" action={action} className="mt-6 flex flex-wrap gap-3">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit">{yes}</Button>
        <a href={no} className="button">
          No
        </a>
      </form>
    </div>
  );
}

/** The figures of an order that a step changes. «Cobrado» and «Saldo» are always shown. */
const figures: [string, (order: OrderState) => number][] = [
  ["Cobrado", ({ paid }) => paid],
  ["Descuento", ({ discount }) => discount],
  ["Reembolsado", ({ refunded }) => refunded],
  ["Saldo", net],
  ["A pagar en total", due],
  ["Falta por pagar", outstanding],
  ["Por reembolsar", owedBack],
];

function changesOf(before: Order, after: Order) {
  const amounts = figures
    .map(([name, of]) => ({ name, before: formatPrice(of(before)), after: formatPrice(of(after)) }))
    .filter(({ name, ...of }) => of.before !== of.after || name === "Cobrado" || name === "Saldo");
  const bottles = { name: "Frascos", before: String(kept(before)), after: String(kept(after)) };
  return [
    ...(bottles.before === bottles.after ? [] : [bottles]),
    ...amounts,
    { name: "Estado", before: statusOf(before), after: statusOf(after) },
  ];
}

/** Asks about a step on an order. */
export function QuestionPage(props: Asked & { order: Order }) {
  const { order, path, about, fields, question, yes, after, lines = [] } = props;
  return (
    <>
      <title>{`${question} · ${shop.brand}`}</title>
      <Question
        title={question}
        about={`Pedido ${order.id} · ${nameOf(order)} · ${formatPrice(order.total)}`}
        changes={after ? changesOf(order, { ...order, ...after }) : []}
        warning={after && mismatchOf(after)}
        lines={lines}
        action={href("/mostrador/:id/:step", { id: order.id, step: path })}
        fields={{
          ...fields,
          version: String(order.version),
          ...(about && { sobre: about }),
          seguro: "si",
        }}
        yes={yes}
        no={href("/mostrador/:id", order)}
      />
    </>
  );
}
