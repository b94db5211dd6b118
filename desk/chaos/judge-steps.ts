import { failures } from "./evidence.ts";
import { entriesOfRemovals, wasEmpty } from "./model.ts";
import type { Press, Record } from "./record.ts";
import type { Rows, StoredOrder } from "./rows.ts";

/** Every acknowledged step is stored with what was typed, and no step is stored that nobody has taken. */
export function judgeSteps({ orders }: Rows, { presses, entered }: Record): string[] {
  const pressesOf = Map.groupBy(presses, ({ order }) => order);
  return orders.flatMap((order) => {
    const { id, total, requestKey } = order;
    // Erasing an order erases its notes and tracking numbers too.
    const isErased = order.erasedAt !== null;
    const ofOrder = (pressesOf.get(id) ?? []).filter(({ step }) => step in wordings);
    const wordsOf = (some: Press[]) => some.map((press) => wordOf(press, isErased));
    const stored = countOf(rowsOf(order, isErased));
    const done = countOf(wordsOf(ofOrder.filter(({ isDone }) => isDone)));
    const possible = countOf([
      ...wordsOf(ofOrder),
      ...(entered.get(requestKey)?.isOver ? [`payment ${total}`, "delivered"] : []),
    ]);
    return [...new Set([...stored.keys(), ...done.keys()])].flatMap((word) => {
      const [actual = 0, min = 0, max = 0] = [stored, done, possible].map((words) =>
        words.get(word),
      );
      return failures(
        [
          actual >= min || (word === "withdrawn" && wasEmpty(order.quantity, order.events)),
          `${id}: «${word}» was acknowledged ${min} times, and is stored ${actual} times.`,
        ],
        [
          actual <= max || isErased || isConsequence(word, order),
          `${id}: «${word}» is stored ${actual} times, and was done ${max} times.`,
        ],
      );
    });
  });
}

/**
 * Linking a withdrawal takes bottles off, and unlinking it puts them back. That reopens an order that the shop has closed
 * since, and so does taking back the refund because of which it was closed.
 */
function isConsequence(word: string, { entries, events }: StoredOrder): boolean {
  const has = (kind: string) => events.some((event) => event.kind === kind);
  if (word.startsWith("removed")) return has("withdrawn");
  if (word === "put back") return has("unlinked");
  const isRefundBack = entries.some(({ kind, reverses }) => kind === "refund" && reverses !== null);
  return word === "reopened" && (has("put back") || isRefundBack);
}

const countOf = (words: string[]) =>
  new Map([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]));

const cents = (euros = "") => Number(euros.replace(",", ""));

/** What each step stores: a word, and the text that was typed. */
const wordings: { [step: string]: (fields: { [name: string]: string }) => [string, string?] } = {
  pago: ({ importe }) => [`payment ${cents(importe)}`],
  reembolso: ({ importe }) => [`refund ${cents(importe)}`],
  "dar-por-pagado": () => ["discount"],
  "anular-apunte": ({ sobre, nota }) => [`reversal of ${sobre}`, nota],
  enviado: ({ seguimiento }) => ["shipped", seguimiento],
  "otro-envio": ({ seguimiento }) => ["shipped again", seguimiento],
  seguimiento: ({ seguimiento }) => ["tracking", seguimiento],
  "no-enviado": () => ["unshipped"],
  entregado: () => ["delivered"],
  "no-entregado": () => ["undelivered"],
  reponer: ({ frascos }) => [`restocked ${frascos}`],
  quitar: ({ frascos }) => [`removed ${frascos}`],
  "quitar-desistidos": ({ frascos }) => [`removed ${frascos}`],
  "volver-a-ponerlos": () => ["put back"],
  "cambiar-importe": ({ importe }) => [`revalued ${cents(importe)}`],
  anulado: ({ nota }) => ["cancelled", nota],
  reabrir: () => ["reopened"],
  "mas-dias": () => ["extended"],
  desistido: () => ["withdrawn"],
  "es-de-este": () => ["withdrawn"],
  "no-desiste": ({ nota }) => ["unlinked", nota],
  rechazado: ({ nota }) => ["rejected", nota],
  nota: ({ nota }) => ["note", nota],
  borrar: () => ["erased"],
};

const join = ([word, typed]: [string, (string | null)?], isErased: boolean) =>
  isErased || !typed ? word : `${word}: ${typed}`;

const wordOf = ({ step, fields }: Press, isErased: boolean) =>
  join(wordings[step]?.(fields) ?? [step], isErased);

/** What the owner has stored, in the same words. */
function rowsOf({ entries, events }: StoredOrder, isErased: boolean): string[] {
  const ofRemovals = entriesOfRemovals(events);
  const ofLedger = entries
    .filter(({ who }) => who === "owner")
    .filter(({ id, reverses }) => !ofRemovals.has(reverses ?? id))
    .map(({ kind, amount, reverses, note }): [string, (string | null)?] => {
      if (reverses !== null) return [`reversal of ${reverses}`, note];
      return kind === "discount" ? [kind] : [`${kind} ${amount}`];
    });
  const ofHistory = events
    .filter(({ who, kind }) => who === "owner" && kind !== "placed")
    .map(({ kind, note, data }): [string, (string | null)?] => {
      const { tracking, bottles, amount } = JSON.parse(data ?? "{}");
      if (kind === "restocked" || kind === "removed") return [`${kind} ${bottles}`];
      return kind === "revalued" ? [`${kind} ${amount}`] : [kind, tracking ?? note];
    });
  return [...ofLedger, ...ofHistory].map((row) => join(row, isErased));
}
