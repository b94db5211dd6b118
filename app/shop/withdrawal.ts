import * as v from "valibot";
import { order, text } from "./order.ts";

/** As long as a field of these is. */
export const longest = { name: 60, contract: 100, email: 254 } as const;

/** What mail programs make a link of: nobody's name has it, and mails must not carry it to strangers. */
const webAddress = /:\/\/|www\.|\.\p{Ll}{2,}\b/u;

export const hasWebAddress = (name: string) => webAddress.test(name);

const atMost = (length: number) =>
  v.maxLength<string, number, string>(length, `Escríbelo en ${length} caracteres como mucho.`);

/** Who withdraws, and from which contract: all that the law lets us ask. */
export const withdrawal = v.object({
  name: v.pipe(
    text,
    v.minLength(2, "Escribe tu nombre y apellidos."),
    atMost(longest.name),
    v.check((name) => !hasWebAddress(name), "Escribe tu nombre sin direcciones web."),
  ),
  contract: v.pipe(
    text,
    v.minLength(1, "Escribe el número de pedido o, si no lo tienes, qué compraste y cuándo."),
    atMost(longest.contract),
  ),
  email: v.pipe(order.entries.email, atMost(longest.email)),
});

export type Withdrawal = v.InferOutput<typeof withdrawal>;

/** What is declared, on the page and in its acknowledgement. */
export const declaration = ({ contract }: Pick<Withdrawal, "contract">) =>
  `«Desisto del siguiente contrato: ${contract}».`;
