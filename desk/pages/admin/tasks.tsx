import type { ReactNode } from "react";
import { href } from "react-router";
import { Button } from "../../../app/ui/button.tsx";
import { unwritten } from "../../mail/mail-format.ts";
import { showCount } from "../../orders/order-list.ts";
import { countBottles } from "../../shop/order-format.ts";
import { type Doubt, doubtsAbout } from "../../shop/order-status.ts";
import { isLate, refundTerm, termEnded } from "../../shop/order-texts.ts";
import { nameOf, OrderRow } from "./order-row.tsx";
import type { TaskData } from "./read-tasks.ts";
import type { Marked } from "./status-mark.tsx";
import { answerUntil, refundUntil, shortMoment } from "./times.ts";

interface Props extends Pick<TaskData, "toDecide" | "withdrawals" | "mails" | "toSettle"> {
  now: number;
  /** Within how many hours the pages promise an answer to who withdraws. */
  answerHours: number;
}

/** What the owner must refund or decide, most urgent first. */
export function Decisions({ toDecide, withdrawals, mails, toSettle, now, answerHours }: Props) {
  return (
    <>
      <Task id="to-decide" title="Por decidir" count={toDecide.count}>
        {toDecide.orders.map((order) => (
          <Undecided key={order.id} order={order} now={now} answerHours={answerHours} />
        ))}
      </Task>
      <Task id="withdrawals" title="Desistimientos sin pedido" count={withdrawals.length}>
        {withdrawals.map((withdrawal) => (
          <WithdrawalTask
            key={withdrawal.id}
            withdrawal={withdrawal}
            now={now}
            answerHours={answerHours}
          />
        ))}
      </Task>
      <Task id="money" title="Dinero que no cuadra" count={toSettle.count}>
        {toSettle.orders.map((order) => (
          <OrderRow key={order.id} order={order} now={now} term={refundTerm(order)} />
        ))}
      </Task>
      <Task id="mails" title="Correos que no llegan" count={mails.length}>
        {mails.map((mail) => (
          <MailTask key={mail.id} {...mail} />
        ))}
      </Task>
    </>
  );
}

interface TaskProps {
  id: string;
  title: string;
  count: number;
  /** Where to do all of them at once. */
  link?: ReactNode;
  children: ReactNode;
}

/** A list of what waits for the owner; none if it is empty. */
export function Task({ id, title, count, link, children }: TaskProps) {
  if (count === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="admin-part">
        <h2 id={id}>
          {title} · {showCount(count)}
        </h2>
        {link}
      </div>
      <ul>{children}</ul>
    </section>
  );
}

const doubtNames: Record<Doubt, string> = {
  withdrawal: "Desistimiento",
  "unlinked withdrawal": "Quizá ha desistido",
  dispute: "Disputa",
  "partial refund": "Reembolso en parte, sin enviar",
};

/** An order that the owner has to decide about, and until when she has to answer and refund a withdrawal. */
function Undecided({
  order,
  now,
  answerHours,
}: { order: Marked } & Pick<Props, "now" | "answerHours">) {
  const { id, toDecide, deliveredAt } = order;
  const doubts = doubtsAbout({ ...order, closed: null }, order.isMeant ?? false);
  return (
    <li className="admin-task">
      <div>
        <p>
          <strong>{nameOf(order)}</strong> · {doubts.map((doubt) => doubtNames[doubt]).join(", ")}
        </p>
        {toDecide !== null && (
          <p className="text-quiet">
            {answerUntil(toDecide, answerHours, now)}. {termOf({ at: toDecide, deliveredAt }, now)}.
          </p>
        )}
      </div>
      <a href={href("/mostrador/:id", { id })} className="admin-link">
        Pedido {id}
      </a>
    </li>
  );
}

/** Until when a withdrawal has to be refunded, or when its own term ended. */
const termOf = ({ at, deliveredAt }: { at: number; deliveredAt: number | null }, now: number) =>
  deliveredAt !== null && isLate(deliveredAt, at)
    ? termEnded(deliveredAt)
    : `${refundUntil(at, now)} para reembolsar`;

interface WithdrawalProps extends Pick<Props, "now" | "answerHours"> {
  withdrawal: TaskData["withdrawals"][number];
  /** The forms of one without an order; otherwise they are on their own page. */
  children?: ReactNode;
}

/** A withdrawal in the shopper's own words, which are binding. */
export function WithdrawalTask({ withdrawal, now, answerHours, children }: WithdrawalProps) {
  const { id, at, name, email, contract, bottles, orderId } = withdrawal;
  return (
    <li id={`desistimiento-${id}`} className="admin-task">
      <div className="[overflow-wrap:anywhere]">
        <p>
          <strong>{answerUntil(at, answerHours, now)}</strong> · {name} · {shortMoment(at, now)}
        </p>
        <p className="text-quiet">{termOf(withdrawal, now)}.</p>
        <p className="text-quiet">
          {bottles !== null && `De ${countBottles(bottles)}: `}«{contract}»{email && `, ${email}`}.
          {orderId === null && " No sabemos de qué pedido es."}
        </p>
        {children}
      </div>
      {orderId !== null && (
        <a href={href("/mostrador/:id", { id: orderId })} className="admin-link">
          Pedido {orderId}
        </a>
      )}
      {orderId === null && !children && (
        <a href={`${href("/mostrador/desistimientos")}#desistimiento-${id}`} className="admin-link">
          Buscar su pedido
        </a>
      )}
    </li>
  );
}

function MailTask(mail: TaskData["mails"][number]) {
  const { id, orderId, audience, recipient, error, refusedAt } = mail;
  const subject = mail.subject ?? unwritten;
  return (
    <li className="admin-task">
      <div>
        <p>
          <strong>{subject}</strong>
        </p>
        <p className="text-quiet">
          {recipient && `Para ${recipient}. `}
          {refusedAt === null ? "Se sigue intentando" : "Ya no se intenta"}: {error}
        </p>
      </div>
      <span className="flex flex-wrap items-center gap-x-4">
        {/* A mail server that does not answer is no fault of the address. */}
        {refusedAt !== null && orderId !== null && audience === "shopper" && (
          <a href={correctionOf(orderId)} className="admin-link">
            Corregir la dirección
          </a>
        )}
        <MailForm id={id} subject={subject} />
      </span>
    </li>
  );
}

/** The buttons to drop an email and to send it again. */
function MailForm({ id, subject }: { id: string; subject: string }) {
  return (
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
  );
}

/** The form for an order's details, open. */
const correctionOf = (id: string) => `${href("/mostrador/:id", { id })}?paso=datos#datos`;
