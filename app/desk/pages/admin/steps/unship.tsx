import { unship } from "#desk/orders/orders.ts";
import { isUnderWay, lastOf } from "./rules.ts";
import { noInput, orderStep } from "./step.ts";

export const unshipOrder = orderStep({
  path: "no-enviado",
  label: "No se ha enviado",
  // Of two parcels, the first has left.
  isPossible: (ctx) =>
    isUnderWay(ctx) && lastOf(ctx, "shipped", "shipped again")?.kind !== "shipped again",
  parse: noInput,
  run: (desk, trx, { order }) => unship(desk, trx, order),
});
