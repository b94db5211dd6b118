import { useSearchParams } from "react-router";
import { withDesk } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/order";
import { OrderPage } from "./order-page.tsx";
import { readOrder } from "./read-order.ts";
import { statusOf } from "./status-mark.tsx";

export const loader = withDesk((desk, { params: { id } }: Route.LoaderArgs) => readOrder(desk, id));

export const meta = ({ loaderData, params: { id } }: Route.MetaArgs) =>
  deskMeta(`${loaderData ? statusOf(loaderData.order) : "Pedido"} · ${id}`);

export default function OrderRoute({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  return <OrderPage ctx={loaderData} wanted={query.get("paso")} />;
}
