import { formatAmount, formatPrice, readAmount } from "../../../../app/shop/money.ts";
import { unreversed } from "../../../orders/ledger.ts";
import { putBack, revalue, takeOffByHand } from "../../../orders/removals.ts";
import { isUnrefunded, removalsOf, removalToPutBack } from "../../../shop/bottles.ts";
import { countBottles } from "../../../shop/order-format.ts";
import { due, kept, settled, shareOf, withoutBottles } from "../../../shop/order-status.ts";
import type { Order } from "../../../storage/tables.ts";
import { noAmount, noCount, readCount } from "../fields/amounts.ts";
import { Amount, Count } from "./fields.tsx";
import {
  type Context,
  type FieldOf,
  type Fields,
  invalid,
  noInput,
  orChanged,
  orderStep,
  type Question,
  withdrawalStep,
} from "./step.ts";
import { isToDecide } from "./withdrawal-steps.tsx";

/** How many bottles to take off, and the discount for them. */
interface Taking {
  bottles: number;
  amount: number;
}

const TakingFields = ({ order, field, value }: Context & { field: FieldOf; value: number }) => (
  <>
    <Count field={field} name="frascos" value={value} label="Cuántos frascos" />
    <Amount
      field={field}
      label="Lo que se descuenta por ellos, en euros"
      hint={`Si lo dejas vacío, su parte del precio: por 1\u00a0frasco, ${formatPrice(shareOf(order, 1))}.`}
      value=""
    />
  </>
);

function readTaking({ frascos, importe = "" }: Fields, order: Order, most: number) {
  const bottles = readCount(frascos, 1, most);
  if (!bottles) return invalid({ frascos: noCount(1, most) });
  const amount = importe.trim() ? readAmount(importe) : shareOf(order, bottles);
  if (amount === undefined || amount > due(order)) return invalid({ importe: noAmount });
  return { input: { bottles, amount } };
}

const askToTake = ({ bottles, amount }: Taking, { order }: Context): Question => ({
  question: `¿Quitar ${countBottles(bottles)} del pedido?`,
  yes: "Sí, quitar",
  after: settled(withoutBottles(order, bottles, amount)),
  lines: ["El dinero no se mueve solo: si hay que reembolsarlo, es el paso siguiente."],
});

const done = { message: "frascos quitados", undo: "volver-a-ponerlos" };

/** The shopper wants fewer bottles. All of them is «Anular el pedido». */
export const takeBottlesOff = orderStep<Taking>({
  path: "quitar",
  label: "Quitar frascos",
  done,
  isPossible: ({ order }) => order.closed === null && order.erasedAt === null && kept(order) > 1,
  Fields: (props) => <TakingFields {...props} value={1} />,
  parse: (fields, { order }) => readTaking(fields, order, kept(order) - 1),
  confirm: askToTake,
  run: (desk, trx, { order }, taking) => takeOffByHand(desk, trx, order, taking),
});

/** Decides about a withdrawal. */
export const takeWithdrawnOff = withdrawalStep<Taking>({
  path: "quitar-desistidos",
  label: "Quitar sus frascos",
  done,
  isPossible: isToDecide,
  Fields: ({ withdrawal, ...props }) => (
    <TakingFields
      {...props}
      value={Math.min(withdrawal.bottles ?? kept(props.order), kept(props.order))}
    />
  ),
  parse: (fields, { order }) => readTaking(fields, order, kept(order)),
  confirm: askToTake,
  run: (desk, trx, { order, withdrawal }, taking) =>
    takeOffByHand(desk, trx, order, { ...taking, withdrawal: withdrawal.id }),
});

/** The discount for what was taken off last, of an order that was sent; undefined if it can't be changed any more. */
function changeable({ order, events, entries }: Context): number | undefined {
  const last = removalsOf(events).at(-1);
  if (order.fulfilment === "unfulfilled" || !last || !isUnrefunded(last, entries)) return undefined;
  return unreversed(entries).find(({ id }) => id === last.entry)?.amount ?? 0;
}

/** Bottles that came back used have lost value (RDL 1/2007, art. 108.2). */
export const changeAmount = orderStep({
  path: "cambiar-importe",
  label: "Cambiar el importe",
  done: { message: "importe cambiado", undo: undefined },
  isPossible: (ctx) => changeable(ctx) !== undefined,
  Fields: (ctx) => (
    <Amount
      field={ctx.field}
      label="Lo que se descuenta por los últimos frascos quitados, en euros"
      hint="Menos, si han perdido valor por usarlos más de lo necesario para probarlos."
      value={formatAmount(changeable(ctx) ?? 0)}
    />
  ),
  parse({ importe }, ctx) {
    const amount = readAmount(importe);
    const most = due(ctx.order) + (changeable(ctx) ?? 0);
    return amount === undefined || amount > most
      ? invalid({ importe: noAmount })
      : { input: amount };
  },
  confirm: (amount, ctx) => ({
    question: `¿Descontar ${formatPrice(amount)} por los frascos quitados?`,
    yes: "Sí, cambiar",
    after: withoutBottles(ctx.order, 0, amount - (changeable(ctx) ?? 0)),
  }),
  run: (desk, trx, { order }, amount) => revalue(desk, trx, order, amount),
});

export const putBottlesBack = orderStep({
  path: "volver-a-ponerlos",
  label: "Volver a ponerlos",
  done: { message: "los frascos están otra vez en el pedido", undo: undefined },
  isPossible: ({ order, events, entries }) =>
    removalToPutBack(order, events, entries) !== undefined,
  Fields: ({ order, events, entries }) => (
    <p className="mb-3 text-small">
      Vuelve a poner en el pedido lo último que se ha quitado:{" "}
      {countBottles(removalToPutBack(order, events, entries)?.bottles ?? 0)}.
    </p>
  ),
  parse: noInput,
  run: async (desk, trx, { order }) => orChanged(await putBack(desk, trx, order)),
});
