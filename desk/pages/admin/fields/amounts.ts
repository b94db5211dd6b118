import { formatPrice, readAmount } from "../../../../app/shop/money.ts";
import { due, net, outstanding, owedBack, type Standing } from "../../../shop/order-status.ts";
import { dayOf, startOf } from "../../../shop/time.ts";

export const noAmount = "Escribe un importe en euros, como 89,99";
export const noDay = "Elige el día de hoy o uno anterior";
export const noCount = (least: number, most: number) =>
  least === most ? `Escribe ${most}` : `Escribe un número del ${least} al ${most}`;

/** Both databases hold whole cents in 32 bits. */
const largest = 2 ** 31 - 1;

/** A positive amount in cents, which may be added to this one. Undefined for anything else. */
export function readPayable(text: string | undefined, to = 0): number | undefined {
  const amount = readAmount(text);
  return amount && to + amount <= largest ? amount : undefined;
}

/** A whole number within these limits. Undefined for anything else. */
export function readCount(text = "", least: number, most: number): number | undefined {
  const count = /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : -1;
  return count >= least && count <= most ? count : undefined;
}

/** A day up to today, «2026-12-30»; without one, today. Undefined for anything else. */
export function readDay(text: string | undefined, now: number): string | undefined {
  const today = dayOf(now);
  if (!text) return today;
  return startOf(text) !== undefined && text <= today && text > "2020" ? text : undefined;
}

/** Describes a balance that does not match the order; undefined if it does. */
export function mismatchOf(order: Standing): string | undefined {
  const held = net(order);
  if (order.removed > 0 && owedBack(order) > 0)
    return `Hay que reembolsar ${formatPrice(owedBack(order))}.`;
  if (held < 0) return `Se han reembolsado ${formatPrice(-held)} más de lo cobrado.`;
  if (order.closed)
    return held > 0
      ? `Hay cobrados ${formatPrice(held)} de un pedido que ya no está en curso.`
      : undefined;
  const [surplus, missing] = [owedBack(order), outstanding(order)];
  const balance = `Hay cobrados ${formatPrice(held)} de ${formatPrice(due(order))}`;
  if (surplus > 0) return `${balance}: sobran ${formatPrice(surplus)}.`;
  const isExpected = order.paid > 0 || order.fulfilment !== "unfulfilled";
  return isExpected && missing > 0 ? `${balance}: faltan ${formatPrice(missing)}.` : undefined;
}
