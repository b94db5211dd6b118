import { data, href, redirect } from "react-router";
import { shop } from "../../../shop/shop.ts";
import { readForm } from "../body.ts";
import { callerContext, withDesk } from "../context.ts";
import { notListed } from "../head.ts";
import { refusal } from "../refusal.tsx";
import type { Route } from "./+types/step";
import { OrderPage } from "./order-page.tsx";
import { type Asked, QuestionPage } from "./question.tsx";
import { readOrder } from "./read-order.ts";
import { steps } from "./steps/index.ts";
import type { Tried } from "./steps/step-form.tsx";

const changed = "El pedido ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.";

/** A GET of a form's address redirects to its order. */
export const loader = withDesk(async (desk, { params: { id }, context }: Route.LoaderArgs) => {
  if (context.get(callerContext).method !== "POST")
    throw redirect(href("/mostrador/:id", { id }), 303);
  return readOrder(desk, id);
});

/**
 * Takes a step on an order, as it was when the form was rendered: a form that is sent twice counts
 * once. Asks for confirmation if the step is hard to undo.
 */
export const action = withDesk(async (desk, { request, params }: Route.ActionArgs) => {
  const { id } = params;
  const { version, sobre: about, seguro, ...fields } = await readForm(request);
  const step = steps.find(({ path }) => path === params.step);
  if (!step) throw refusal(404);
  // It asks Stripe first, so that a refund in its dashboard is not entered a second time by hand.
  const ctx = await readOrder(desk, id);
  const refuse = (status: number, answer: Partial<Tried>) => {
    const tried: Tried = { path: step.path, about, fields, errors: {}, ...answer };
    return data({ tried, asked: undefined }, status);
  };
  // The page shows today's values: the typed ones may be older than what has changed.
  const refuseOutdated = () => refuse(409, { fields: {}, refusal: changed });

  const ready = version === String(ctx.order.version) ? step.on(ctx, about) : undefined;
  if (!ready) return refuseOutdated();
  const prepared = ready.prepare(fields);
  if ("errors" in prepared) return refuse(400, prepared);
  if ("refusal" in prepared) return refuse(409, prepared);
  const { question, perform } = prepared;
  if (question && seguro === undefined) {
    const asked: Asked = { ...question, path: step.path, about, fields };
    return data({ tried: undefined, asked });
  }
  const done = await perform(desk);
  if (done === true) return redirect(href("/mostrador/:id", { id }), 303);
  return done === false ? refuseOutdated() : refuse(409, { refusal: done });
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
