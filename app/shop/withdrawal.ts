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
