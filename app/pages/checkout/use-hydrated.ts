import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False until React has hydrated the page. Buttons do nothing before. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
