import { href } from "react-router";
import { ordersToPack } from "#desk/orders/admin.ts";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/packing-slips";
import { PackingSlipSheet } from "./packing-slip-sheet.tsx";

export const loader = withDesk(async (desk) => (await ordersToPack(desk, mostPrinted)).orders);

/** How many slips are printed at once. */
const mostPrinted = 200;

export const meta = () => deskMeta("Albaranes");

/** The packing slips of all parcels to pack, a page each. */
export default function PackingSlips({ loaderData: orders }: Route.ComponentProps) {
  return (
    <>
      <p className="mb-6 text-small print:hidden">
        <a href={href("/mostrador")} className="admin-link">
          Volver al mostrador
        </a>{" "}
        ·{" "}
        {orders.length === 0
          ? "No hay nada por enviar."
          : "Imprime esta página en papel A6 o mayor."}
      </p>
      {orders.map((order) => (
        <PackingSlipSheet key={order.id} order={order} />
      ))}
    </>
  );
}
