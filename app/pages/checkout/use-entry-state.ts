import { useEffect, useLayoutEffect, useState } from "react";

/**
 * State that is also stored in the tab's history entry: it outlives a reload, Back and a discarded tab, as the
 * typed values do in most browsers. A new visit has an entry of its own, and starts with the initial value.
 * @param key a new one when the shape of the value changes: a tab may still hold a value in the old shape
 */
export function useEntryState<Value>(key: string, initial: Value) {
  const [value, setValue] = useState(initial);

  // Not in the initial state: the first render must equal the server's HTML.
  useLayoutEffect(() => {
    const stored: Value | undefined = history.state?.[key];
    if (stored !== undefined) setValue(stored);
  }, [key]);

  useEffect(() => {
    // A link within the page opens an entry of its own, without state.
    const storeAgain = () => store(key, value);
    addEventListener("hashchange", storeAgain);
    return () => removeEventListener("hashchange", storeAgain);
  }, [key, value]);

  // Stored at once and not in an effect: the browser may be leaving the page.
  function change(next: Value) {
    setValue(next);
    store(key, next);
  }

  return [value, change] as const;
}

function store(key: string, value: unknown) {
  try {
    history.replaceState({ ...history.state, [key]: value }, "");
  } catch {
    // WebKit throws from the 101st call within ten seconds on. Then a reload shows an earlier value.
  }
}
