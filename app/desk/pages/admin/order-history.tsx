import { href } from "react-router";
import { formatPrice } from "../../../shop/money.ts";
import { eventNames, whoNames } from "../../shop/order-format.ts";
import type { EventKind } from "../../shop/order-rules.ts";
import { fieldNames } from "./field-names.ts";
import type { OrderData } from "./read-order.ts";
import { shortDate, shortMoment } from "./times.ts";

/** The emails about an order. */
export function Mails({ order, mails, now }: OrderData) {
  if (mails.length === 0) return null;
  return (
    <section id="correos" aria-labelledby="mails" className="mt-6">
      <h2 id="mails" className="counter-title">
        Correos
      </h2>
      <ul>
        {mails.map(({ id, subject, recipient, dueAt, sentAt, error, isStuck }) => (
          <li key={id} className="counter-task">
            <div>
              <p className={isStuck ? "font-strong" : undefined}>{subject}</p>
              <p className={isStuck ? "text-danger" : "text-quiet"}>
                {(isStuck || recipient !== order.email) && `${recipient} · `}
                {sentAt === null
                  ? (error ?? (dueAt > now ? "Sale en unos minutos" : "Sale enseguida"))
                  : shortMoment(sentAt, now)}
              </p>
            </div>
            <form method="post" action={href("/mostrador/correos/:id", { id })}>
              <input type="hidden" name="pedido" value={order.id} />
              <button
                type="submit"
                className="min-h-11 underline"
                aria-label={`${sendLabel(sentAt, error)}: ${subject}`}
              >
                {sendLabel(sentAt, error)}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

const sendLabel = (sentAt: number | null, error: string | null) =>
  sentAt === null && error === null ? "Enviar ya" : "Enviar otra vez";

/** What has happened to an order. */
export function History({ history, now }: OrderData) {
  return (
    <section aria-labelledby="history" className="mt-6">
      <h2 id="history" className="counter-title">
        Historial
      </h2>
      <ol className="counter-history">
        {history.map(({ id, at, day, who, what, amount, note }) => (
          <li key={id}>
            <span>
              {eventNames[what]}
              {amount ? `: ${formatPrice(amount)}` : ""}
              {note && ` · ${noteOf(what, note)}`}
            </span>{" "}
            <span className="text-quiet">
              {day && `el ${shortDate(Date.parse(day))}, anotado el `}
              {shortMoment(at, now)} · {whoNames[who]}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The note of an event, in words. */
export function noteOf(what: EventKind, note: string): string {
  if (what === "amended") return amendedFields(note);
  return what === "undone" ? `«${eventNames[note as EventKind]}»` : note;
}

/** «{"city":"Madrid"}», as stored, becomes «ciudad, antes Madrid». */
function amendedFields(note: string): string {
  const nameOfField = (field: string) => fieldNames[field as keyof typeof fieldNames].toLowerCase();
  // Older events have the names alone.
  if (!note.startsWith("{")) return note.split(", ").map(nameOfField).join(", ");
  return Object.entries(JSON.parse(note) as Record<string, string>)
    .map(([field, value]) => `${nameOfField(field)}, antes «${value}»`)
    .join("; ");
}

/** The withdrawals of this order that are marked as handled. */
export function Handled({ order, withdrawals, now }: OrderData) {
  const handled = withdrawals.filter(({ handledAt }) => handledAt !== null);
  if (handled.length === 0) return null;
  return (
    <section aria-labelledby="withdrawals" className="mt-6">
      <h2 id="withdrawals" className="counter-title">
        Desistimientos resueltos
      </h2>
      <ul>
        {handled.map(({ id, at, contract }) => (
          <li key={id} className="counter-task">
            <p className="[overflow-wrap:anywhere]">
              «{contract}» <span className="text-quiet">{shortMoment(at, now)}</span>
            </p>
            <form method="post" action={href("/mostrador/desistimientos/:id", { id })}>
              <input type="hidden" name="pedido" value={order.id} />
              <button type="submit" name="paso" value="abrir" className="min-h-11 underline">
                Volver a abrirlo
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
