import type { Order } from "#desk/storage/tables.ts";
import type { PaymentMethod } from "../../../shop/order-status.ts";
import { dayOf } from "../../../shop/time.ts";
import { CompactField } from "../compact-field.tsx";
import type { FieldOf } from "./step.ts";

interface Props {
  field: FieldOf;
  label: string;
  hint?: string;
}

/** @param value the proposed cents; nothing is proposed for 0 */
export const Amount = ({ field, value, ...props }: Props & { value: string }) => (
  <CompactField {...field("importe", value)} {...props} inputMode="decimal" />
);

/** The day on which something happened. The owner often records it later. */
export function Day({ field, now, ...props }: Props & { now: number }) {
  const today = dayOf(now);
  return <CompactField {...field("fecha", today)} {...props} type="date" max={today} />;
}

export const Note = ({ field, most = 200, ...props }: Props & { most?: number }) => (
  <CompactField {...field("nota")} {...props} maxLength={most} />
);

export const Tracking = ({ field, hint, ...props }: Props) => (
  <CompactField
    {...field("seguimiento")}
    {...props}
    hint={hint ?? "Un número o una dirección web. Va en el correo."}
    maxLength={200}
  />
);

/** A whole number. */
export const Count = ({
  field,
  name,
  value,
  ...props
}: Props & { name: string; value: number }) => (
  <CompactField {...field(name, String(value))} {...props} inputMode="numeric" />
);

export const textIn = (text = "", longest = 200) => text.trim().slice(0, longest);

export const noReason = "Escribe por qué";

/** How money moves that the owner records. What Stripe moves is not recorded by hand. */
export const methodByHand = ({ method }: Order): PaymentMethod =>
  method === "card" ? "transfer" : method;
