import { href } from "react-router";
import { formatPrice } from "../../../shop/money.ts";
import { Button } from "../../../ui/button.tsx";
import { invoiceOf } from "../../shop/invoice-request.ts";
import { amountMismatch } from "../../shop/order-format.ts";
import { balance } from "../../shop/order-rules.ts";
import { daysLate, isAsked } from "../../shop/order-words.ts";
import { correctionOf } from "./correction-of.ts";
import type { OrderData } from "./read-order.ts";
import { isPerhaps, type StepName } from "./step-rules.ts";
import { refundUntil, shortMoment } from "./times.ts";

/** What the owner has to know before the next step. */
export function Warnings(data: OrderData) {
  const { order, isCurrent, isUnknown, history, withdrawals, mails, now } = data;
  const { state, id, withdrawnAt, email, disputed } = order;
  const left = balance(order);
  const mismatch = amountMismatch(order);
  const open = withdrawals.filter(
    ({ handledAt, certainty }) => handledAt === null && certainty === "certain",
  );
  const stuck = mails.filter(({ isStuck }) => isStuck);
  const late = daysLate(order);
  const invoice = invoiceOf(history);
  return (
    <>
      {!isCurrent && (
        <p className="counter-warning mt-4">
          Stripe no contesta ahora mismo: puede que falte aquí un pago o una devolución.
        </p>
      )}
      {isUnknown && (
        <p className="counter-warning mt-4">
          Stripe no conoce este pago: es de otra cuenta, o de otra clave. Míralo allí: un pago o una
          devolución no se anotan solos.
        </p>
      )}
      {disputed > 0 && (
        <p className="counter-warning mt-4">
          El banco del comprador reclama {formatPrice(disputed)}. No lo envíes, y contesta en el
          panel de Stripe.
        </p>
      )}
      {invoice?.what === "invoice asked" && (
        <div className="counter-warning mt-4">
          <p className="[overflow-wrap:anywhere]">Factura pedida: {invoice.note}.</p>
          <form
            method="post"
            action={href("/mostrador/:id/:step", { id, step: "factura" })}
            className="mt-2"
          >
            <Button type="submit" look="quiet">
              Factura enviada
            </Button>
          </form>
        </div>
      )}
      {withdrawals.filter(isPerhaps).map((withdrawal) => (
        <Perhaps key={withdrawal.id} {...withdrawal} orderId={id} now={now} />
      ))}
      {withdrawnAt !== null && (
        <div className="counter-warning mt-4">
          <p>
            El comprador desistió el {shortMoment(withdrawnAt, now)}.{" "}
            {late > 0 && left > 0
              ? `Lo hizo ${late === 1 ? "un día" : `${late}\u00a0días`} fuera de plazo: puedes devolver el dinero o rechazar el desistimiento.`
              : left > 0
                ? `${refundUntil(withdrawnAt, now)} para devolver ${formatPrice(left)}${state === "shipped" || state === "delivered" ? "; puedes esperar al paquete" : ""}.`
                : "No queda nada por devolver."}
          </p>
          {open.map((withdrawal) => (
            <form
              key={withdrawal.id}
              method="post"
              action={href("/mostrador/desistimientos/:id", withdrawal)}
              className="mt-2"
            >
              <input type="hidden" name="pedido" value={id} />
              <Button type="submit" look="quiet">
                Desistimiento resuelto
              </Button>
            </form>
          ))}
        </div>
      )}
      {mismatch && (
        <p className="counter-warning mt-4">
          {mismatch}
          {isAsked(order) &&
            email !== null &&
            " Le hemos preguntado al comprador por correo si quiere el perfume o que le devuelvas el dinero."}
        </p>
      )}
      {stuck.length > 0 && (
        <p className="counter-warning mt-4">
          {stuck.length === 1 ? "Hay un correo que no llega" : `${stuck.length} correos no llegan`}:{" "}
          <a href="#correos" className="underline">
            {stuck.length === 1 ? "míralo" : "míralos"}
          </a>{" "}
          o{" "}
          <a href={correctionOf(id)} className="underline">
            corrige la dirección
          </a>
          .
        </p>
      )}
    </>
  );
}

/** A withdrawal that may mean this order. */
function Perhaps({
  id,
  orderId,
  at,
  name,
  email,
  contract,
  now,
}: OrderData["withdrawals"][number] & { orderId: string; now: number }) {
  const answer = (step: StepName, label: string) => (
    <form method="post" action={href("/mostrador/:id/:step", { id: orderId, step })}>
      <input type="hidden" name="desistimiento" value={id} />
      <Button type="submit" look="quiet">
        {label}
      </Button>
    </form>
  );
  return (
    <div className="counter-warning mt-4">
      <p className="[overflow-wrap:anywhere]">
        Quizá han desistido de este pedido el {shortMoment(at, now)}: «{contract}», {name}, {email}.
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        {answer("es-de-este", "Es de este pedido")}
        {answer("no-es-de-este", "No es de este pedido")}
      </div>
    </div>
  );
}
