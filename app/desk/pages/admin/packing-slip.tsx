import { href } from "react-router";
import { findOrder } from "#desk/orders/orders.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import { refusal } from "../refusal.tsx";
import type { Route } from "./+types/packing-slip";
import { PackingSlipSheet } from "./packing-slip-sheet.tsx";

export const loader = withDesk(async (desk, { params: { id } }: Route.LoaderArgs) => {
  const order = await findOrder(desk.db, id);
  if (!order || order.firstName === null) throw refusal(404);
  return order;
});

export const meta = ({ params: { id } }: Route.MetaArgs) => deskMeta(`Albarán ${id}`);

/** The packing slip of one order. */
export default function PackingSlip({ loaderData: order }: Route.ComponentProps) {
  return (
    <>
      <p className="mb-6 text-small print:hidden">
        <a href={href("/mostrador/:id", order)} className="underline">
          Volver al pedido
        </a>{" "}
        · Imprime esta página en papel A6 o mayor.
      </p>
      <PackingSlipSheet order={order} />
    </>
  );
}
