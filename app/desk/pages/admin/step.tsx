import { data, href, redirect } from "react-router";
import { shop } from "../../../shop/shop.ts";
import { readForm } from "../body.ts";
import { callerContext, deskContext } from "../context.ts";
import { notListed } from "../head.ts";
import { refusal } from "../refusal.tsx";
import type { Route } from "./+types/step";
import { OrderPage } from "./order-page.tsx";
import { Question } from "./question.tsx";
import { type CounterOrder, readOrder } from "./read-order.ts";
import { type Asked, isStep, stepRules, type Tried } from "./step-rules.ts";

const changed = "El pedido ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.";

/** A GET of a form's address redirects to its order. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  if (context.get(callerContext).method !== "POST")
    throw redirect(href("/mostrador/:id", { id }), 303);
  return readOrder(context.get(deskContext), id);
}

/** Takes a step on an order. Asks for confirmation if the step is hard to undo. */
export async function action({ request, params: { id, step }, context }: Route.ActionArgs) {
  const desk = context.get(deskContext);
  const { seguro, ...fields } = await readForm(request);
  if (!isStep(step)) throw refusal(404);
  // Settle first, so that a refund in Stripe's dashboard is not booked a second time by hand. A refund
  // through Stripe settles by itself, and recognises an earlier request without an answer.
  const isRefund = step === "stripe" && seguro !== undefined;
  const unasked = async () => {
    const order = await desk.findOrder(id);
    return order && { order, isCurrent: true, isUnknown: false };
  };
  const opened = await (isRefund ? unasked() : desk.openAtCounter(id));
  if (!opened) throw refusal(404);
  const { order } = opened;
  const refuse = (status: number, answer: Partial<Tried>) => {
    const tried: Tried = { step, fields, wrong: {}, ...answer };
    return data({ tried, asked: undefined }, status);
  };
  // Show the current values: the typed ones may be older than what has changed.
  const refuseOutdated = () => refuse(409, { fields: {}, complaint: changed });

  const seen = stampOf(order);
  if (seguro !== undefined && seguro !== seen) return refuseOutdated();
  const judged = stepRules[step](fields, {
    ...opened,
    history: await desk.historyOf(order),
    withdrawals: await desk.withdrawalsOf(order),
    byCard: desk.refundableByCard(opened),
    now: desk.now(),
  });
  if ("wrong" in judged) return refuse(400, { wrong: judged.wrong });
  const { take, trial = take, asks } = judged;
  if (asks && seguro === undefined) {
    const preview = await desk.preview(id, trial);
    if (!preview) return refuseOutdated();
    if (typeof preview === "string") return refuse(409, { complaint: preview });
    const { order: after, mails } = preview;
    const asked: Asked = { ...asks, step, fields, seen, after, mails };
    return data({ tried: undefined, asked });
  }
  const done = await take(desk);
  if (done === true) return redirect(href("/mostrador/:id", { id }), 303);
  return done ? refuse(409, { complaint: done }) : refuseOutdated();
}

/** The state that a question was asked about. A «yes» is void if the order has changed since. */
const stampOf = ({ state, received, refunded, withdrawnAt }: CounterOrder) =>
  [state, received, refunded, withdrawnAt].join("-");

export const meta = () => notListed;

export default function Step({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.asked) return <Question {...actionData.asked} order={loaderData.order} />;
  return (
    <>
      <title>{`No anotado · ${loaderData.order.id} · ${shop.brand}`}</title>
      <OrderPage {...loaderData} tried={actionData?.tried} />
    </>
  );
}
