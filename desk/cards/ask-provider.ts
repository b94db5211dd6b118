import type { Desk } from "../storage/desk.ts";
import { reasonOf } from "../storage/reason.ts";

/**
 * The outcome of asking the provider: it has answered, does not know the payment, is unavailable, or something else has
 * failed.
 */
export type Answer = "current" | "unknown" | "unavailable" | "failed";

/** The last logged failure of each order. */
const failures = new Map<string, Answer>();

/** Asks the provider about an order. Logs a failure once per order, until the provider has answered again. */
export async function askProvider(
  { card }: Desk,
  id: string,
  work: () => Promise<unknown>,
): Promise<Answer> {
  try {
    await work();
    failures.delete(id);
    return "current";
  } catch (error) {
    const answer = card?.isUnknown(error)
      ? "unknown"
      : card?.isUnavailable(error)
        ? "unavailable"
        : "failed";
    if (failures.get(id) !== answer) {
      const failed = "no se ha podido comprobar su pago en la pasarela";
      console.error(`Pedido ${id}: ${failed}: ${reasonOf(error)}`);
    }
    failures.set(id, answer);
    return answer;
  }
}

/** Caches the provider's answers for pages, because anybody can reload a page. */
export function cacheOf<T>() {
  const caches = new WeakMap<Desk["db"], Map<string, Promise<T>>>();
  return ({ db, limits }: Desk, key: string, load: () => Promise<T>): Promise<T> => {
    const cache = caches.get(db) ?? new Map<string, Promise<T>>();
    caches.set(db, cache);
    const known = cache.get(key);
    if (known) return known;
    const answer = load();
    cache.set(key, answer);
    const forget = () => {
      if (limits.providerCacheMs === 0) cache.delete(key);
      else setTimeout(() => cache.delete(key), limits.providerCacheMs).unref();
    };
    answer.then(forget, forget);
    return answer;
  };
}
