import { restock } from "#desk/orders/orders.ts";
import { readCount } from "../amounts.ts";
import { Count } from "./fields.tsx";
import { noCount, returnable } from "./rules.ts";
import { invalid, orderStep } from "./step.ts";

/** «Existencias», in the settings, takes them out again. */
export const restockBottles = orderStep({
  path: "reponer",
  label: "Reponer frascos",
  isPossible: (ctx) => returnable(ctx) > 0,
  Fields: (ctx) => (
    <Count
      field={ctx.field}
      name="frascos"
      value={returnable(ctx)}
      label="Frascos que han vuelto y se pueden vender"
    />
  ),
  parse({ frascos }, ctx) {
    const bottles = readCount(frascos, 1, returnable(ctx));
    return bottles ? { input: bottles } : invalid({ frascos: noCount(1, returnable(ctx)) });
  },
  run: (desk, trx, { order }, bottles) => restock(desk, trx, order, bottles),
});
