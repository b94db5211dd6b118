import { formatPrice } from "../../../app/shop/money.ts";
import { removalsOf } from "../../shop/bottles.ts";
import { countBottles, entryNames, methodNames, vatOf } from "../../shop/order-format.ts";
import { due } from "../../shop/order-status.ts";
import type { Payment } from "../../storage/tables.ts";
import { reverseEntry } from "./steps/money-steps.tsx";
import { FoldedStep, type FormsProps } from "./steps/step-form.tsx";
import { shortDay } from "./times.ts";

/** The order's ledger and how its total comes about. What the owner has entered can be taken back. */
export function OrderMoney({ ctx, tried }: FormsProps) {
  const { order, entries, events, now } = ctx;
  const taken = removalsOf(events).map(({ entry }) => entry);
  const removed = entries
    .filter(({ id }) => taken.includes(id))
    .reduce((sum, { amount }) => sum + amount, 0);
  const { quantity, unitPrice, shipping, adjustment, discount, method, vatPercent } = order;
  return (
    <section aria-labelledby="money">
      <h2 id="money" className="font-strong text-small">
        Dinero
      </h2>
      {entries.length > 0 && (
        <ul>
          {entries.map((entry) => {
            const ready = reverseEntry.on(ctx, String(entry.id));
            return (
              <li key={entry.id}>
                <Entry entry={entry} now={now} />
                {ready && (
                  <div className="admin-aside">
                    <FoldedStep ready={ready} tried={tried} />
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <p className="mt-2 text-quiet text-small">
        {quantity} × {formatPrice(unitPrice)}
        {shipping > 0 && ` + ${formatPrice(shipping)} de envío`}
        {adjustment !== 0 && ` ${signed(adjustment)} acordados`}
        {discount > removed && ` − ${formatPrice(discount - removed)} de descuento`}
        {removed > 0 && ` − ${formatPrice(removed)} por ${countBottles(order.removed)}`} ={" "}
        {formatPrice(due(order))}, con {formatPrice(vatOf(due(order), vatPercent))} de IVA.{" "}
        {methodNames[method]}.
      </p>
    </section>
  );
}

function Entry({ entry, now }: { entry: Payment; now: number }) {
  const { kind, amount, day, method, providerId, reverses, note } = entry;
  const how = [
    shortDay(Date.parse(day), now),
    method && methodNames[method],
    providerId && "Stripe",
    note,
  ];
  const isOut = (kind !== "payment") !== (reverses !== null);
  return (
    <div className="admin-task items-baseline">
      <div>
        <p>
          {reverses !== null && "Anulado: "}
          {entryNames[kind]}
        </p>
        <p className="text-quiet">{how.filter(Boolean).join(" · ")}</p>
      </div>
      <span>{signed(isOut ? -amount : amount)}</span>
    </div>
  );
}

const signed = (amount: number) => `${amount < 0 ? "−" : "+"} ${formatPrice(Math.abs(amount))}`;
