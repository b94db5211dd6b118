import { close } from "#desk/orders/orders.ts";
import { net } from "../../../shop/order-status.ts";
import { readCount } from "../amounts.ts";
import { Count, Note, textIn } from "./fields.tsx";
import { noCount, returnable } from "./rules.ts";
import { invalid, orderStep } from "./step.ts";

/** For an order that is not paid or can't be delivered, or whose bottles have come back. */
export const cancelOrder = orderStep({
  path: "anulado",
  label: "Anular el pedido",
  isPossible: ({ order }) => order.closed === null,
  Fields: (ctx) => (
    <>
      <Note field={ctx.field} label="Motivo, solo para ti" />
      {returnable(ctx) > 0 && (
        <Count
          field={ctx.field}
          name="frascos"
          value={0}
          label="Frascos que han vuelto y se pueden vender"
        />
      )}
    </>
  ),
  parse({ nota, frascos }, ctx) {
    const note = textIn(nota);
    const most = returnable(ctx);
    const restocked = most > 0 ? readCount(frascos, 0, most) : 0;
    return restocked === undefined
      ? invalid({ frascos: noCount(0, most) })
      : { input: { note, restocked } };
  },
  confirm: (_, { order }) => ({
    question: "¿Anular el pedido?",
    yes: "Sí, anular",
    after: { ...order, closed: "cancelled" },
    lines: net(order) > 0 ? ["El dinero no se mueve solo: después tendrás que reembolsarlo."] : [],
  }),
  run: (desk, trx, { order }, closing) =>
    close(desk, trx, order, "cancelled", { who: "owner", ...closing }),
});
