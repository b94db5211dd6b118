import { data, href, redirect, useSearchParams } from "react-router";
import { shop } from "../../../app/shop/shop.ts";
import { readForm } from "../body.ts";
import { callerContext, withDesk } from "../context.ts";
import { deskMeta, notListed } from "../head.ts";
import type { Route } from "./+types/owner-order";
import { OrderPage } from "./order-page.tsx";
import { QuestionPage } from "./question.tsx";
import { readOrder } from "./read-order.ts";
import { statusOf } from "./status-mark.tsx";
import { isMeant } from "./steps/step.ts";
import { takeStep } from "./take-step.ts";

/** A GET of a form's address redirects to its order. */
export const loader = withDesk((desk, { params: { id, step }, context }: Route.LoaderArgs) => {
  if (step && context.get(callerContext).method !== "POST")
    throw redirect(href("/mostrador/:id", { id }), 303);
  return readOrder(desk, id);
});

export const action = withDesk(async (desk, { request, params }: Route.ActionArgs) => {
  const { id, step = "" } = params;
  const answer = await takeStep(desk, id, step, await readForm(request));
  if (answer === "done")
    return redirect(
      `${href("/mostrador/:id", { id })}?${new URLSearchParams({ hecho: step })}`,
      303,
    );
  return data(answer, answer.status);
});

export const meta = ({ loaderData, params: { id } }: Route.MetaArgs) =>
  loaderData ? notListed : deskMeta(`Pedido · ${id}`);

/** An order, and what comes of its forms. */
export default function OrderRoute({ loaderData, actionData }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const { order } = loaderData;
  const { asked, tried } = actionData ?? {};
  if (asked) return <QuestionPage {...asked} order={order} />;
  return (
    <>
      <title>{`${tried ? "No anotado" : statusOf({ ...order, isMeant: isMeant(loaderData) })} · ${order.id} · ${shop.brand}`}</title>
      <OrderPage
        ctx={loaderData}
        tried={tried}
        wanted={query.get("paso")}
        done={tried ? null : query.get("hecho")}
      />
    </>
  );
}
