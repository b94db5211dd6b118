import { useSyncExternalStore } from "react";
import { formatPrice } from "../../shop/money.ts";
import type { Order } from "../../shop/order.ts";
import { priceOrder } from "../../shop/pricing.ts";
import { processing } from "../shared/processing.ts";
import { type Answer, sendOrder } from "./send-order.ts";

interface DeskState {
  /** The last order that was placed from this page. */
  placed?: { number: string; address: string };
  /** What this many bottles cost since the price has changed. */
  newTotal?: { quantity: number; total: number };
  /** Why the last press made no order; of a new total, as long as this many are wanted. */
  refused?: { message: string; address?: string; quantity?: number } | undefined;
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

/** What the order desk has said so far: it outlives a form that is rendered again. */
export function useDesk(): DeskState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => untouched,
  );
}

/** What the shopper is shown as the total of this many, in cents. */
export function useTotal(quantity: number): number {
  return totalOf(useDesk(), quantity);
}

function totalOf({ newTotal }: DeskState, quantity: number): number {
  return newTotal?.quantity === quantity ? newTotal.total : priceOrder(quantity).total;
}

/** Sends the order and shows what comes of it; true once it is placed. */
export async function placeOrder(order: Order): Promise<boolean> {
  const { quantity } = order;
  // So that the same message, said again, is heard again.
  change({ refused: undefined });
  // However fast the answer: the second half of a double press would order again, or agree unread.
  const [answer] = await Promise.all([sendOrder(order, totalOf(state, quantity)), processing()]);
  change(changesOf(answer, quantity));
  if (!("placed" in answer)) return false;
  if (answer.placed.pay) location.assign(answer.placed.pay);
  return true;
}

function changesOf(answer: Answer, quantity: number): DeskState {
  if (!("newTotal" in answer)) return answer;
  const total = answer.newTotal;
  const message = `El precio ha cambiado desde que abriste esta página: ahora el total es ${formatPrice(total)}, con IVA y envío. Si estás de acuerdo, vuelve a pulsar.`;
  return { newTotal: { quantity, total }, refused: { message, quantity } };
}
