import { dayOf } from "../../../shop/time.ts";
import { CompactField } from "../fields/compact-field.tsx";
import type { FieldOf } from "./step.ts";

interface Props {
  field: FieldOf;
  label: string;
  hint?: string;
}

/** @param value the proposed amount; nothing is proposed for "" */
export const Amount = ({ field, value, ...props }: Props & { value: string }) => (
  <CompactField {...field("importe", value)} {...props} inputMode="decimal" />
);

/** The day on which something happened. The owner often records it later. */
export function Day({ field, now, ...props }: Props & { now: number }) {
  const today = dayOf(now);
  return <CompactField {...field("fecha", today)} {...props} type="date" max={today} />;
}

type TextProps = Props & { name?: string; most?: number };

export const Text = ({ field, name = "nota", most = 200, ...props }: TextProps) => (
  <CompactField {...field(name)} {...props} maxLength={most} />
);

/** A whole number. Nothing is proposed without a value. */
export const Count = ({
  field,
  name,
  value,
  ...props
}: Props & { name: string; value: number | undefined }) => (
  <CompactField {...field(name, value?.toString())} {...props} inputMode="numeric" />
);

export const textIn = (text = "", longest = 200) => text.trim().slice(0, longest);

export const noReason = "Escribe por qué";
