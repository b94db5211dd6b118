import { href } from "react-router";
import { deskContext } from "../context.ts";
import { deskMeta } from "../head.ts";
import { refusal } from "../refusal.tsx";
import type { Route } from "./+types/packing-slip";
import { Slip } from "./slip.tsx";

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const order = await context.get(deskContext).findOrder(id);
  if (!order || order.forgottenAt !== null) throw refusal(404);
  return order;
}

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
      <Slip order={order} />
    </>
  );
}
