import type { ReactNode } from "react";
import { href } from "react-router";
import { shop } from "../../../shop/shop.ts";
import { Button } from "../../../ui/button.tsx";
import { daysLate } from "../../shop/order-words.ts";
import type { DeskService } from "../context.ts";
import { correctionOf } from "./correction-of.ts";
import { OrderRow } from "./order-row.tsx";
import { shortMoment, timeLeft } from "./times.ts";

type Answer<
  Name extends
    | "urgentWithdrawals"
    | "unclearWithdrawals"
    | "openInvoices"
    | "stuckMails"
    | "waitingOrders",
> = Awaited<ReturnType<DeskService[Name]>>;

interface Props extends Answer<"waitingOrders">, Answer<"unclearWithdrawals"> {
  urgent: Answer<"urgentWithdrawals">;
  invoices: Answer<"openInvoices">;
  mails: Answer<"stuckMails">;
  now: number;
}

/** The owner's tasks, most urgent first. */
export function ToDo(props: Props) {
  const { urgent, unclear, unclearCount, mails, unreconciled, invoices } = props;
  const { toPack, toPackCount, now } = props;
  const withdrawalCount = urgent.length + unclearCount;
  const nothing =
    withdrawalCount + mails.length + unreconciled.length + invoices.length + toPackCount === 0;
  return (
    <div className="mb-8">
      <h1 className="item-title">{nothing ? "Nada por hacer" : "Por hacer"}</h1>
      <Task id="withdrawals" title="Desistimientos" count={urgent.length}>
        {urgent.map((withdrawal) => (
          <WithdrawalTask key={withdrawal.id} {...withdrawal} now={now} />
        ))}
      </Task>
      <Task id="unclear" title="Desistimientos por aclarar" count={unclearCount}>
        {unclear.map((withdrawal) => (
          <WithdrawalTask key={withdrawal.id} {...withdrawal} now={now} />
        ))}
        {unclearCount > unclear.length && (
          <More to={href("/mostrador/desistimientos")} count={unclearCount} />
        )}
      </Task>
      <Task id="mails" title="Correos que no llegan" count={mails.length}>
        {mails.map((mail) => (
          <Mail key={mail.id} {...mail} />
        ))}
      </Task>
      <Task id="money" title="Dinero que no cuadra" count={unreconciled.length}>
        {unreconciled.map((order) => (
          <OrderRow key={order.id} order={order} now={now} />
        ))}
      </Task>
      <Task id="invoices" title="Facturas pedidas" count={invoices.length}>
        {invoices.map((order) => (
          <OrderRow key={order.id} order={order} now={now} />
        ))}
      </Task>
      <Task id="to-pack" title="Por enviar" count={toPackCount}>
        {toPack.map((order) => (
          <OrderRow key={order.id} order={order} now={now} />
        ))}
        {toPackCount > 1 && (
          <li className="border-rule border-t">
            <a href={href("/mostrador/albaranes")} className="counter-link">
              Todos los albaranes, para imprimir
            </a>
          </li>
        )}
        {toPackCount > toPack.length && (
          <More to={`${href("/mostrador")}?estado=paid`} count={toPackCount} />
        )}
      </Task>
    </div>
  );
}

interface TaskProps {
  id: string;
  title: string;
  count: number;
  children: ReactNode;
}

function Task({ id, title, count, children }: TaskProps) {
  if (count === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-4">
      <h2 id={id} className="counter-title">
        {title} <b>{count}</b>
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

function More({ to, count }: { to: string; count: number }) {
  return (
    <li className="border-rule border-t">
      <a href={to} className="counter-link">
        Ver los {count}
      </a>
    </li>
  );
}

/** A withdrawal with its declared text, because that is what binds. */
export function WithdrawalTask(props: Props["urgent"][number] & { now: number }) {
  const { id, at, name, email, contract, orders, now } = props;
  const late = Math.max(0, ...orders.map((order) => daysLate({ ...order, withdrawnAt: at })));
  return (
    <li className="counter-task">
      <div className="[overflow-wrap:anywhere]">
        <p>
          <strong>
            {late === 0
              ? timeLeft(at, now)
              : late === 1
                ? "Llegó un día tarde"
                : `Llegó ${late}\u00a0días tarde`}
          </strong>{" "}
          · {name} · {shortMoment(at, now)}
        </p>
        {orders.map(({ orderId, certainty }) => (
          <p key={orderId}>
            <a href={href("/mostrador/:id", { id: orderId })} className="counter-link">
              {certainty === "certain" ? "Pedido" : "Quizá el pedido"} {orderId}
            </a>
          </p>
        ))}
        <p className="text-quiet">
          «{contract}», {email}.{orders.length === 0 && " No encaja con ningún pedido."}
        </p>
      </div>
      <form method="post" action={href("/mostrador/desistimientos/:id", { id })}>
        <Button type="submit" look="quiet" aria-label={`Resuelto: desistimiento de ${name}`}>
          Resuelto
        </Button>
      </form>
    </li>
  );
}

function Mail(props: Props["mails"][number]) {
  const { id, about, recipient, subject, error, refusedAt, isGivenUp } = props;
  const said = isGivenUp ? "Ya no se intenta" : "Se sigue intentando";
  // A mail server that does not answer is no fault of the address.
  const mayBeWrong = refusedAt !== null && /^[\dA-Z]{8}$/.test(about) && recipient !== shop.email;
  return (
    <li className="counter-task">
      <div>
        <p>
          <strong>{subject}</strong>
        </p>
        <p className="text-quiet">
          Para {recipient}. {refusedAt === null ? said : "Rechazado"}: {error}
        </p>
        {mayBeWrong && (
          <p>
            <a href={correctionOf(about)} className="underline">
              Corregir la dirección
            </a>
          </p>
        )}
      </div>
      <form method="post" action={href("/mostrador/correos/:id", { id })}>
        <button
          type="submit"
          name="paso"
          value="dejar"
          className="mr-4 min-h-11 underline"
          aria-label={`Descartar: ${subject}`}
        >
          Descartar
        </button>
        <Button type="submit" look="quiet" aria-label={`Reintentar: ${subject}`}>
          Reintentar
        </Button>
      </form>
    </li>
  );
}
