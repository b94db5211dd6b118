import { href } from "react-router";
import type { Context } from "./steps/step.ts";
import { shortMoment } from "./times.ts";

/** The emails to the shopper. */
export function OrderMails({ order, mails, now }: Context) {
  if (mails.length === 0) return null;
  return (
    <section id="correos" aria-labelledby="mails" className="mt-6">
      <h2 id="mails" className="font-strong text-small">
        Mensajes al comprador
      </h2>
      <ul>
        {mails.map((mail) => {
          const { id, subject, isUndelivered, sentAt, error } = mail;
          const isUnderWay = sentAt === null && !error;
          return (
            <li key={id} className="admin-task">
              <div>
                <p className={isUndelivered ? "font-strong" : undefined}>{subject}</p>
                <p className={isUndelivered ? "font-strong" : "text-quiet"}>
                  {goesTo(mail, order.email)}
                  {fateOf(mail, now)}
                </p>
              </div>
              {!isUnderWay && (
                <form method="post" action={href("/mostrador/correos/:id", { id })}>
                  <input type="hidden" name="pedido" value={order.id} />
                  <button
                    type="submit"
                    className="min-h-11 underline"
                    aria-label={`Enviar otra vez: ${subject}`}
                  >
                    Enviar otra vez
                  </button>
                </form>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The address of an email that has left for another one, or that goes to a corrected one. */
function goesTo({ sentAt, recipient }: Context["mails"][number], email: string | null) {
  if (recipient === null || recipient === email) return null;
  return sentAt === null ? `Va a ${email} · ` : `Fue a ${recipient} · `;
}

function fateOf({ sentAt, error, dueAt, dismissedAt }: Context["mails"][number], now: number) {
  if (sentAt !== null) return shortMoment(sentAt, now);
  if (dismissedAt !== null) return "No se envía";
  return error ?? (dueAt > now ? "Sale en unos minutos" : "Sale enseguida");
}
