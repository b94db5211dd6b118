import { formatPrice } from "../../../app/shop/money.ts";
import { parcelText } from "../../shop/carriers.ts";
import {
  countBottles,
  entryNames,
  eventNames,
  formatWeekday,
  whoNames,
} from "../../shop/order-format.ts";
import type { EventData, EventKind, KindWithData } from "../../shop/order-status.ts";
import { dayOf } from "../../shop/time.ts";
import type { Event, Payment } from "../../storage/tables.ts";
import { fieldNames } from "./steps/general-steps.tsx";
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
  const details = event.data === null ? undefined : detailsOf(event.kind, JSON.parse(event.data));
  return details ? `${eventNames[event.kind]}: ${details}` : eventNames[event.kind];
}

const detailsOf = <Kind extends EventKind>(kind: Kind, data: EventData[Kind]) =>
  (wording as Wording<EventKind>)[kind]?.(data);

type Wording<Kind extends EventKind> = {
  [Each in Kind]: ((data: EventData[Each]) => string) | undefined;
};

/** The data of events in words; undefined if the history shows none. */
const wording: Wording<KindWithData> = {
  shipped: ({ tracking }) => parcelText(tracking),
  tracking: ({ tracking }) => parcelText(tracking),
  "shipped again": ({ tracking }) => parcelText(tracking),
  withdrawn: undefined,
  removed: ({ bottles }) => countBottles(bottles),
  revalued: ({ amount }) => formatPrice(amount),
  "put back": ({ bottles }) => countBottles(bottles),
  unlinked: undefined,
  rejected: undefined,
  extended: ({ until }) => `hasta el ${formatWeekday(until)}`,
  restocked: ({ bottles }) => countBottles(bottles),
  "dispute lost": ({ amount }) => formatPrice(amount),
  amended: ({ before }) =>
    Object.entries(before)
      .map(([field, value]) => `${nameOfField(field)}, antes «${value}»`)
      .join("; "),
};

const nameOfField = (field: string) =>
  (Object.entries(fieldNames).find(([name]) => name === field)?.[1] ?? field).toLowerCase();
