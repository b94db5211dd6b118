import type { Order } from "../../app/shop/order.ts";

/** The order desk's answer to an order. */
export type Answer =
  /** The order is stored. `address` is its page, `pay` the page to pay it on. */
  | { placed: { number: string; address: string; pay?: string } }
  /** No order was placed: the current total is this, in cents. */
  | { newTotal: number }
  /** No order was placed. `address` is the page of one that was placed earlier. */
  | { refused: { message: string; address?: string } }
  /**
   * No order was placed: the same person has just ordered to this address. Sending that order's number as
   * `acknowledgedOrder` places another.
   */
  | { refused: { message: string; address: string }; acknowledgedOrder: string };

/** How long to wait for the order desk, in ms. */
const timeout = 15_000;

const unanswered =
  "No hemos podido confirmar tu pedido. Tus datos siguen aquí. Vuelve a pulsar: no se hará dos veces.";

/**
 * Sends an order to the order desk, with the total that the shopper has seen, in cents. Until the
 * desk has answered, each press sends the same idempotency key, also after a reload, so that it
 * places one order.
 * @param acknowledgedOrder the number of the order that the shopper has been asked about
 */
export async function sendOrder(
  order: Order,
  total: number,
  acknowledgedOrder?: string,
): Promise<Answer> {
  const body = JSON.stringify({ key: idempotencyKey(), total, order, acknowledgedOrder });
  // Some supported browsers don't have `AbortSignal.timeout`.
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeout);
  try {
    const response = await fetch("/pedidos", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      signal: abort.signal,
    });
    return read(response.status, await response.json());
  } catch {
    return { refused: { message: unanswered } };
  } finally {
    clearTimeout(timer);
  }
}

interface ResponseBody {
  number?: string;
  address?: string;
  pay?: string;
  total?: number;
  message?: string;
}

function read(status: number, { number, address, pay, total, message }: ResponseBody): Answer {
  if (status === 201 && number && address) {
    forgetKey();
    return { placed: { number, address, ...(pay ? { pay } : {}) } };
  }
  if (status === 409 && total) return { newTotal: total };
  if (status === 409 && message && address && number) {
    return { refused: { message, address }, acknowledgedOrder: number };
  }
  if (status === 422 && message && address) {
    // The key belongs to an order with other data. The form's data is a new order.
    forgetKey();
    return { refused: { message, address } };
  }
  return { refused: { message: (status >= 400 && message) || unanswered } };
}

const keyName = "order-key";
let key = "";

function idempotencyKey(): string {
  key ||= withSessionStorage((storage) => storage.getItem(keyName)) || newKey();
  withSessionStorage((storage) => storage.setItem(keyName, key));
  return key;
}

function forgetKey(): void {
  key = "";
  withSessionStorage((storage) => storage.removeItem(keyName));
}

/** `sessionStorage` throws when storage is blocked. The key then lasts as long as the page. */
function withSessionStorage<T>(ask: (storage: Storage) => T): T | undefined {
  try {
    return ask(sessionStorage);
  } catch {
    return undefined;
  }
}

/** 128 random bits. */
function newKey(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)));
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
