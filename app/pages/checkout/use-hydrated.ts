import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False until React has hydrated the page. Until then, buttons do nothing. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
