import { useSearchParams } from "react-router";
import { deskContext } from "../context.ts";
import { deskMeta } from "../head.ts";
import type { Route } from "./+types/order";
import { OrderPage } from "./order-page.tsx";
import { readOrder } from "./read-order.ts";
import { stateOf } from "./state-mark.tsx";

export const loader = ({ params: { id }, context }: Route.LoaderArgs) =>
  readOrder(context.get(deskContext), id);

export const meta = ({ loaderData, params: { id } }: Route.MetaArgs) =>
  deskMeta(`${loaderData ? stateOf(loaderData.order) : "Pedido"} · ${id}`);

export default function Order({ loaderData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  return <OrderPage {...loaderData} wanted={query.get("paso")} />;
}
