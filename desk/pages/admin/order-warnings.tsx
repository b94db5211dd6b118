import { formatPrice } from "../../../app/shop/money.ts";
import { refundAmount } from "../../cards/refund-key.ts";
import { net, orderStatus, paymentStatus } from "../../shop/order-status.ts";
import { awaitsShopper, daysLate, disputeAdvice } from "../../shop/order-texts.ts";
import { mismatchOf } from "./fields/amounts.ts";
import { steps } from "./steps/index.ts";
import type { Context } from "./steps/step.ts";
import { FoldedStep, type FormsProps } from "./steps/step-form.tsx";
import { refundUntil, shortDate, shortMoment } from "./times.ts";

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
  if (order.disputed > 0)
    warnings.push(
      `El banco del comprador reclama ${formatPrice(order.disputed)}. ${disputeAdvice(order)}`,
    );
  const mismatch = mismatchOf(order);
  if (mismatch) warnings.push(mismatch);
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
  const { id, at, name, email, contract, orderId, closedAt, answer } = withdrawal;
  const { order, now } = ctx;
  return (
    <section
      id={`desistimiento-${id}`}
      className={`mt-4 ${closedAt === null ? "admin-warning border-danger" : "text-small"}`}
    >
      <p className="mb-2">
        {orderId === order.id
          ? `El comprador desistió el ${shortMoment(at, now)}`
          : `Quizá han desistido de este pedido el ${shortMoment(at, now)}`}
        : «{contract}», {name}
        {email && `, ${email}`}.{" "}
        {closedAt === null ? <Due {...withdrawal} ctx={ctx} /> : "Resuelto."}
        {answer && ` ${answer}`}
      </p>
      {steps.map((step) => {
        const ready = step.scope === "withdrawal" && step.on(ctx, id);
        return ready && <FoldedStep key={step.path} ready={ready} tried={tried} />;
      })}
    </section>
  );
}

/** What is left to do for an open withdrawal from the order, and until when. */
function Due({ at, orderId, ctx: { order, now } }: WithdrawalProps["withdrawal"] & FormsProps) {
  if (orderId !== order.id) return null;
  const held = net(order);
  if (held <= 0) return "No queda nada por reembolsar.";
  const late = daysLate({ ...order, withdrawnAt: at });
  if (late > 0)
    return `Lo hizo ${late === 1 ? "un día" : `${late}\u00a0días`} fuera de plazo: puedes reembolsar el dinero o rechazar el desistimiento.`;
  const mayWait = order.fulfilment === "unfulfilled" ? "" : "; puedes esperar al paquete";
  const part =
    order.quantity > 1 || paymentStatus(order) === "partially refunded"
      ? " Lee antes si desiste de todo o de una parte: entonces, cambia el importe."
      : "";
  return `${refundUntil(at, now)} para reembolsar el dinero; hay ${formatPrice(held)}${mayWait}.${part}`;
}
