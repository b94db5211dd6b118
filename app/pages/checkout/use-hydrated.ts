import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the HTML as it arrives, true once React runs: until then a button could do nothing. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
