import { useSyncExternalStore } from "react";
import { processing } from "../../app/orders/every-order/processing.ts";
import { formatPrice } from "../../app/shop/money.ts";
import type { Order } from "../../app/shop/order.ts";
import { priceOrder } from "../../app/shop/pricing.ts";
import { facts } from "./facts/page-facts.ts";
import { sendOrder } from "./send-order.ts";

/**
 * What the confirmation shows of an order, and no more: its total in cents, its number, and the path of
 * its page at the order desk.
 */
export interface Placed {
  order: Omit<Order, "phone">;
  total: number;
  number: string;
  address: string;
}

interface DeskState {
  /** The new total for this quantity after a price change. */
  newTotal?: { quantity: number; total: number };
  /** Why the last order was refused. For a new total, only while the quantity stays the same. */
  refused?: { message: string; address?: string; quantity?: number } | undefined;
  /** The number of the order that the page has asked about. */
  acknowledgedOrder?: string;
  /** The email that the page has asked about. */
  askedEmail?: string;
}

const untouched: DeskState = {};
let state = untouched;
const listeners = new Set<() => void>();

function change(changes: DeskState): void {
  state = { ...state, ...changes };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The order desk's answers so far. They survive when React mounts the form again. */
export function useDesk(): DeskState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => untouched,
  );
}

/** The total that the shopper sees for this quantity, in cents. */
export function useTotal(quantity: number): number {
  return totalOf(useDesk(), quantity);
}

function totalOf({ newTotal }: DeskState, quantity: number): number {
  return newTotal?.quantity === quantity ? newTotal.total : priceOrder(quantity, facts).total;
}

/** Common typos in the domains of popular email providers. */
const domainTypos: [RegExp, string][] = [
  [/@(gmial|gamil|gmai|gmal|gmil|gnail|gmaill)\.com$|@gmail\.(con|co|cm|om|es)$/i, "@gmail.com"],
  [/@(hotmial|hotmal|hotmai|homail|hotmil)\.com$|@hotmail\.(con|co|cm|om)$/i, "@hotmail.com"],
  [/@(outlok|outloo|oulook)\.com$|@outlook\.(con|co|cm|om)$/i, "@outlook.com"],
  [/@(yaho|yahooo)\.es$/i, "@yahoo.es"],
];

/** The address that was probably meant instead of this one. */
function suggestEmail(email: string): string | undefined {
  const [typo, domain] = domainTypos.find(([typo]) => typo.test(email)) ?? [];
  return typo && domain && email.replace(typo, domain);
}

/**
 * Sends the order and shows why it was not placed, if it was not. The desk asks before it places a
 * second order for the same person and address.
 */
export async function placeOrder(order: Order): Promise<Placed | undefined> {
  const { quantity } = order;
  const { acknowledgedOrder } = state;
  const total = totalOf(state, quantity);
  // Clear the message first so that screen readers announce it again.
  change({ refused: undefined });
  const { email } = order;
  const suggestion = suggestEmail(email);
  if (suggestion && email !== state.askedEmail) {
    // Keep the button busy here too, or the second click of a double click would confirm the address.
    await processing();
    const message = `¿Es «${suggestion}»? Has escrito «${email}». Corrígelo o, si está bien, vuelve a pulsar.`;
    change({ askedEmail: email, refused: { message } });
    return undefined;
  }
  // Keep the button busy for at least 2 s, or the second click of a double click would place another order.
  const [answer] = await Promise.all([sendOrder(order, total, acknowledgedOrder), processing()]);
  if ("placed" in answer) {
    const { number, address, pay } = answer.placed;
    if (pay) location.assign(pay);
    const { phone: _, ...shown } = order;
    return { order: shown, total, number, address };
  }
  if ("newTotal" in answer) {
    const message = `El total ha cambiado desde que abriste esta página: antes ${formatPrice(total)}, ahora ${formatPrice(answer.newTotal)}, con IVA y envío. Si estás de acuerdo, vuelve a pulsar.`;
    change({ newTotal: { quantity, total: answer.newTotal }, refused: { message, quantity } });
  } else {
    // The answer may include the number of an order that the desk asks about.
    change(answer);
  }
}
