import type { ReactNode } from "react";
import { href } from "react-router";
import { shop } from "../../../shop/shop.ts";
import { Button } from "../../../ui/button.tsx";
import type { DeskService } from "../context.ts";
import { correctionOf } from "./correction-of.ts";
import { OrderRow } from "./order-row.tsx";
import { shortMoment, timeLeft } from "./times.ts";

type Answer<Name extends "openWithdrawals" | "stuckMails" | "waitingOrders"> = Awaited<
  ReturnType<DeskService[Name]>
>;

interface Props extends Answer<"waitingOrders"> {
  withdrawals: Answer<"openWithdrawals">;
  mails: Answer<"stuckMails">;
  now: number;
}

/** The owner's tasks, most urgent first. */
export function ToDo({ withdrawals, mails, oddMoney, toPack, toPackCount, now }: Props) {
  const nothing = withdrawals.length + mails.length + oddMoney.length + toPackCount === 0;
  return (
    <div className="mb-8">
      <h1 className="item-title">{nothing ? "Nada por hacer" : "Por hacer"}</h1>
      <Task id="withdrawals" title="Desistimientos" count={withdrawals.length}>
        {withdrawals.map((withdrawal) => (
          <Withdrawal key={withdrawal.id} {...withdrawal} now={now} />
        ))}
      </Task>
      <Task id="mails" title="Correos que no llegan" count={mails.length}>
        {mails.map((mail) => (
          <Mail key={mail.id} {...mail} />
        ))}
      </Task>
      <Task id="money" title="Dinero que no cuadra" count={oddMoney.length}>
        {oddMoney.map((order) => (
          <OrderRow key={order.id} order={order} now={now} />
        ))}
      </Task>
      <Task id="to-pack" title="Por enviar" count={toPackCount}>
        {toPack.map((order) => (
          <OrderRow key={order.id} order={order} now={now} />
        ))}
        {toPackCount > toPack.length && (
          <li className="border-rule border-t">
            <a
              href={`${href("/mostrador")}?estado=paid`}
              className="flex min-h-11 items-center text-small underline"
            >
              Ver los {toPackCount}
            </a>
          </li>
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

function Withdrawal(props: Props["withdrawals"][number] & { now: number }) {
  const { id, at, name, email, contract, orderId, now } = props;
  return (
    <li className="counter-task">
      <div>
        <p>
          <strong>{timeLeft(at, now)}</strong> · {name} · {shortMoment(at, now)}
        </p>
        <p className="text-quiet">
          {orderId ? (
            <a href={href("/mostrador/:id", { id: orderId })} className="underline">
              Pedido {orderId}
            </a>
          ) : (
            `«${contract}», ${email}. No encaja con ningún pedido.`
          )}
        </p>
      </div>
      <form method="post" action={href("/mostrador/desistimientos/:id", { id })}>
        <Button type="submit" look="quiet" aria-label={`Hecho: desistimiento de ${name}`}>
          Hecho
        </Button>
      </form>
    </li>
  );
}

function Mail({ id, about, recipient, subject, error }: Props["mails"][number]) {
  const isOrders = /^[\dA-Z]{8}$/.test(about) && recipient !== shop.email;
  return (
    <li className="counter-task">
      <div>
        <p>
          <strong>{subject}</strong>
        </p>
        <p className="text-quiet">
          Para {recipient}. {error}
        </p>
        {isOrders && (
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
          aria-label={`Dejarlo: ${subject}`}
        >
          Dejarlo
        </button>
        <Button type="submit" look="quiet" aria-label={`Reintentar: ${subject}`}>
          Reintentar
        </Button>
      </form>
    </li>
  );
}
