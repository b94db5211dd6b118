import * as v from "valibot";
import { order, text } from "../../app/shop/order.ts";
import { atMost } from "./at-most.ts";

/** The maximum length of each field. */
export const longest = { name: 60, contract: 100 } as const;

/** The withdrawal form. The law allows no other questions. */
export const withdrawal = v.object({
  name: v.pipe(
    text,
    v.minLength(2, "Escribe tu nombre y apellidos"),
    atMost(longest.name, "El nombre"),
  ),
  contract: v.pipe(
    text,
    v.minLength(1, "Escribe el número de pedido o, si no lo tienes, qué compraste y cuándo"),
    atMost(longest.contract, "El número de pedido"),
  ),
  email: order.entries.email,
});

export type Withdrawal = v.InferOutput<typeof withdrawal>;

/** The declaration, on the page and in the acknowledgement. */
export const declaration = ({ contract }: Pick<Withdrawal, "contract">) =>
  `«Desisto del siguiente contrato: ${contract}».`;
