import { dataOf } from "#desk/orders/orders.ts";
import type { Event, Payment } from "#desk/storage/tables.ts";
import { formatPrice } from "../../../shop/money.ts";
import { entryNames, eventNames, formatWeekday, whoNames } from "../../shop/order-format.ts";
import { dayOf } from "../../shop/time.ts";
import { fieldNames } from "./steps/order.tsx";
import type { Context } from "./steps/step.ts";
import { shortDate, shortMoment } from "./times.ts";

/** What has happened to an order: its events and its ledger, by time. */
export function HistoryList({ events, entries, now }: Pick<Context, "events" | "entries" | "now">) {
  const lines = [
    ...events.map((event) => ({ ...event, key: `event ${event.id}`, text: eventText(event) })),
    ...entries.map((entry) => ({ ...entry, key: `entry ${entry.id}`, text: entryText(entry) })),
  ].sort((one, other) => one.at - other.at);
  return (
    <ol className="text-small">
      {lines.map(({ key, at, day, who, text, note }) => (
        <li key={key} className="flex flex-wrap justify-between gap-x-4 border-rule border-t py-1">
          <span>{[text, note].filter(Boolean).join(" · ")}</span>{" "}
          <span className="text-quiet">
            {day && day !== dayOf(at) && `el ${shortDate(Date.parse(day))}, anotado el `}
            {shortMoment(at, now)} · {whoNames[who]}
          </span>
        </li>
      ))}
    </ol>
  );
}

const entryText = ({ kind, amount, reverses }: Payment) =>
  `${reverses === null ? "" : "Anulado: "}${entryNames[kind]}: ${formatPrice(amount)}`;

/** An event in words, with its data. */
export function eventText(event: Event): string {
  const details = detailsOf(event);
  return details ? `${eventNames[event.kind]}: ${details}` : eventNames[event.kind];
}

function detailsOf(event: Event): string | undefined {
  switch (event.kind) {
    case "shipped":
    case "tracking":
    case "shipped again":
      return dataOf(event, event.kind)?.tracking;
    case "extended":
      return `hasta el ${formatWeekday(dataOf(event, "extended")?.until ?? event.at)}`;
    case "restocked":
      return bottles(dataOf(event, "restocked")?.bottles ?? 0);
    case "dispute lost":
      return formatPrice(dataOf(event, "dispute lost")?.amount ?? 0);
    case "amended":
      return Object.entries(dataOf(event, "amended")?.before ?? {})
        .map(([field, before]) => `${nameOfField(field)}, antes «${before}»`)
        .join("; ");
    default:
      return undefined;
  }
}

const bottles = (count: number) => `${count}\u00a0${count === 1 ? "frasco" : "frascos"}`;

const nameOfField = (field: string) =>
  (Object.entries(fieldNames).find(([name]) => name === field)?.[1] ?? field).toLowerCase();
