import * as v from "valibot";
import { order } from "./order.ts";

const text = v.pipe(v.optional(v.string(), ""), v.trim(), v.maxLength(200));

/** Who withdraws, and from which contract: all that the law lets us ask. */
export const withdrawal = v.object({
  name: v.pipe(text, v.minLength(2)),
  contract: v.pipe(text, v.minLength(1)),
  email: order.entries.email,
});

export type Withdrawal = v.InferOutput<typeof withdrawal>;

const messages = {
  name: "Escriba su nombre y apellidos.",
  contract: "Escriba el número de pedido o, si no lo tiene, qué compró y cuándo.",
  email: "Escriba una dirección de email válida.",
};

/** What was declared, or a message for each field that is missing or wrong. */
export function readWithdrawal(fields: Record<string, string>) {
  const { success, output, issues } = v.safeParse(withdrawal, fields);
  if (success) return { declared: output };
  const { nested = {} } = v.flatten<typeof withdrawal>(issues);
  const wrong: Partial<typeof messages> = {};
  for (const name of Object.keys(nested) as (keyof typeof messages)[]) wrong[name] = messages[name];
  return { wrong };
}
