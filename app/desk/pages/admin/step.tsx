import { data, href, redirect } from "react-router";
import { shop } from "../../../shop/shop.ts";
import { readForm } from "../body.ts";
import { callerContext, withDesk } from "../context.ts";
import { notListed } from "../head.ts";
import type { Route } from "./+types/step";
import { OrderPage } from "./order-page.tsx";
import { QuestionPage } from "./question.tsx";
import { readOrder } from "./read-order.ts";
import { takeStep } from "./take-step.ts";

/** A GET of a form's address redirects to its order. */
export const loader = withDesk(async (desk, { params: { id }, context }: Route.LoaderArgs) => {
  if (context.get(callerContext).method !== "POST")
    throw redirect(href("/mostrador/:id", { id }), 303);
  return readOrder(desk, id);
});

export const action = withDesk(async (desk, { request, params }: Route.ActionArgs) => {
  const { id, step } = params;
  const answer = await takeStep(desk, id, step, await readForm(request));
  if (answer === "done") return redirect(href("/mostrador/:id", { id }), 303);
  return data(answer, answer.status);
});

export const meta = () => notListed;

export default function StepPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order } = loaderData;
  if (actionData?.asked) return <QuestionPage {...actionData.asked} order={order} />;
  return (
    <>
      <title>{`No anotado · ${order.id} · ${shop.brand}`}</title>
      <OrderPage ctx={loaderData} tried={actionData?.tried} />
    </>
  );
}
