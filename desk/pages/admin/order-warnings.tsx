import { formatPrice } from "../../../app/shop/money.ts";
import { refundAmount } from "../../cards/refund-key.ts";
import { removalsOf } from "../../shop/bottles.ts";
import { countBottles } from "../../shop/order-format.ts";
import { doubtsAbout, orderStatus } from "../../shop/order-status.ts";
import {
  awaitsReturn,
  awaitsShopper,
  disputeAdvice,
  lateText,
  refundTerm,
} from "../../shop/order-texts.ts";
import { type Reason, reasonToDecide } from "../../shop/withdrawal.ts";
import { mismatchOf } from "./fields/amounts.ts";
import { steps } from "./steps/index.ts";
import type { Context } from "./steps/step.ts";
import { FoldedStep, type FormsProps } from "./steps/step-form.tsx";
import { isToDecide } from "./steps/withdrawal-steps.tsx";
import { lastDay, refundUntil, shortDate, shortMoment } from "./times.ts";

/** What the owner has to know before the next step. */
export function OrderWarnings({ ctx, tried }: FormsProps) {
  return (
    <>
      {warningsOf(ctx).map((warning) => (
        <p key={warning} className="admin-warning mt-4 border-danger">
          {warning}
        </p>
      ))}
      {ctx.withdrawals.map((withdrawal) => (
        <Withdrawal key={withdrawal.id} withdrawal={withdrawal} ctx={ctx} tried={tried} />
      ))}
    </>
  );
}

function warningsOf({ order, isCurrent, isUnknown, now }: Context): string[] {
  const warnings: string[] = [];
  if (!isCurrent)
    warnings.push("Stripe no contesta ahora mismo: puede que falte aquí un pago o un reembolso.");
  if (isUnknown)
    warnings.push(
      "No se puede preguntar a Stripe por este pago: es de otra cuenta, o falta la clave. Míralo allí: un pago o un reembolso no se anotan solos.",
    );
  if (order.refundKey !== null)
    warnings.push(
      isUnknown
        ? `Stripe no llegó a confirmar un reembolso de ${formatPrice(refundAmount(order.refundKey))}. Mira allí si está hecho antes de hacerlo por otro lado, y anótalo aquí.`
        : "Stripe no ha confirmado todavía un reembolso: no lo hagas por otro lado hasta que conteste.",
    );
  if (order.refundPending > 0)
    warnings.push(
      `Hemos pedido a Stripe que reembolse ${formatPrice(order.refundPending)}, y aún no lo ha hecho: no lo reembolses por otro lado. Si no puede, te escribimos.`,
    );
  if (order.disputed > 0)
    warnings.push(
      `El banco del comprador reclama ${formatPrice(order.disputed)}. ${disputeAdvice(order)}`,
    );
  const mismatch = mismatchOf(order);
  const term = refundTerm(order);
  const mayWait = awaitsReturn(order) ? "; puedes esperar al paquete" : "";
  if (mismatch)
    warnings.push(
      term === undefined ? mismatch : `${mismatch} ${lastDay(term, now)} para hacerlo${mayWait}.`,
    );
  if (order.disputed === 0 && doubtsAbout(order, false).includes("partial refund"))
    warnings.push(
      order.chargedBack > 0
        ? "El banco del comprador se ha llevado una parte del dinero. Decide antes de enviarlo: quita frascos, dalo por pagado o anúlalo."
        : `Una parte ${order.refundPending > 0 ? "se está reembolsando" : "está reembolsada"}. Decide antes de enviarlo: quita frascos, dalo por pagado o anúlalo.`,
    );
  if (orderStatus(order) === "partially paid" && order.payUntil !== null)
    warnings.push(
      `${order.payUntil < now ? "Tenía" : "Tiene"} hasta el ${shortDate(order.payUntil)} para pagarlo, y no caduca solo.`,
    );
  if (mismatch && awaitsShopper(order) && order.email !== null)
    warnings.push(
      "Le hemos preguntado al comprador por correo si quiere el perfume o que le reembolses el dinero.",
    );
  return warnings;
}

interface WithdrawalProps extends FormsProps {
  withdrawal: Context["withdrawals"][number];
}

/** A withdrawal in the shopper's own words, which are binding, and its steps. */
function Withdrawal({ withdrawal, ctx, tried }: WithdrawalProps) {
  const { id, at, name, email, contract, bottles, orderId, closedAt, answer } = withdrawal;
  const { order, now } = ctx;
  const isUndecided = orderId === null || isToDecide({ ...ctx, withdrawal });
  return (
    <section
      id={`desistimiento-${id}`}
      className={`mt-4 ${isUndecided ? "admin-warning border-danger" : "text-small"}`}
    >
      <p className="mb-2">
        {orderId === order.id
          ? `El comprador desistió el ${shortMoment(at, now)}`
          : `Quizá han desistido de este pedido el ${shortMoment(at, now)}`}
        : {bottles !== null && `de ${countBottles(bottles)}, `}«{contract}», {name}
        {email && `, ${email}`}. {orderId !== null && fateOf({ withdrawal, ctx })}
        {closedAt !== null && answer && ` ${answer}`}
      </p>
      {steps.map((step) => {
        const ready = step.scope === "withdrawal" && step.on(ctx, id);
        return ready && <FoldedStep key={step.path} ready={ready} tried={tried} />;
      })}
    </section>
  );
}

/** What has become of a withdrawal from the order, or why it is to decide, and until when. */
function fateOf({ withdrawal, ctx }: WithdrawalProps): string {
  const { order, events, now } = ctx;
  const removal = removalsOf(events).find((removal) => removal.withdrawal === withdrawal.id);
  if (removal)
    return `Se ${removal.bottles === 1 ? "ha" : "han"} quitado ${countBottles(removal.bottles)} de ${order.quantity}.`;
  if (!isToDecide({ ...ctx, withdrawal })) return "Decidido.";
  const reason = reasonToDecide(order, events, withdrawal);
  if (reason === "late")
    return `${lateText(order.deliveredAt ?? 0)} Puedes quitar los frascos o rechazar el desistimiento.`;
  return `${reason ? reasons[reason] : "Decide qué haces."} ${refundUntil(withdrawal.at, now)} para reembolsar el dinero, si es válido.`;
}

const reasons: Record<Exclude<Reason, "late">, string> = {
  "unknown day":
    "No se sabe qué día llegó el paquete: si está en plazo, quita los frascos; si no, puedes rechazarlo.",
  "handed over":
    "El pedido se entregó en mano: decide si quitas los frascos o rechazas el desistimiento.",
  "further number":
    "Ya había desistido de una parte: quita los frascos si son otros. Si es el mismo desistimiento otra vez, pulsa «El comprador no desiste» y se queda como está.",
};
