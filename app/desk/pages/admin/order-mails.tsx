import { href } from "react-router";
import type { Context } from "./steps/step.ts";
import { shortMoment } from "./times.ts";

/** The emails to the shopper. */
export function OrderMails({ order, mails, now }: Context) {
  if (mails.length === 0) return null;
  return (
    <section id="correos" aria-labelledby="mails" className="mt-6">
      <h2 id="mails" className="font-strong text-small">
        Correos
      </h2>
      <ul>
        {mails.map((mail) => {
          const { id, subject, recipient, isUndelivered } = mail;
          const label = mail.sentAt === null && !mail.error ? "Enviar ya" : "Enviar otra vez";
          return (
            <li key={id} className="admin-task">
              <div>
                <p className={isUndelivered ? "font-strong" : undefined}>{subject}</p>
                <p className={isUndelivered ? "text-danger" : "text-quiet"}>
                  {recipient && (isUndelivered || recipient !== order.email) && `${recipient} · `}
                  {fateOf(mail, now)}
                </p>
              </div>
              <form method="post" action={href("/mostrador/correos/:id", { id })}>
                <input type="hidden" name="pedido" value={order.id} />
                <button
                  type="submit"
                  className="min-h-11 underline"
                  aria-label={`${label}: ${subject}`}
                >
                  {label}
                </button>
              </form>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function fateOf({ sentAt, error, dueAt, dismissedAt }: Context["mails"][number], now: number) {
  if (sentAt !== null) return shortMoment(sentAt, now);
  if (dismissedAt !== null) return "No se envía";
  return error ?? (dueAt > now ? "Sale en unos minutos" : "Sale enseguida");
}
