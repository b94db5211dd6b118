import { useEffect, useLayoutEffect, useState } from "react";

/**
 * State that is also stored in the tab's history entry: it survives a reload, Back and a discarded tab, as
 * typed values do in most browsers. A new visit has its own entry and starts with the initial value.
 * @param key must change with the type of the value, because a tab may still hold a value of the old type
 */
export function useEntryState<Value>(key: string, initial: Value) {
  const [value, setValue] = useState(initial);

  // Not in the initial state, because the first render must equal the server's HTML.
  useLayoutEffect(() => {
    const stored: Value | undefined = history.state?.[key];
    if (stored !== undefined) setValue(stored);
  }, [key]);

  useEffect(() => {
    // A link within the page creates a history entry without state.
    const storeAgain = () => store(key, value);
    addEventListener("hashchange", storeAgain);
    return () => removeEventListener("hashchange", storeAgain);
  }, [key, value]);

  // Stored at once and not in an effect, because the browser may be leaving the page.
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
    // WebKit throws after 100 calls within ten seconds. A reload then shows an earlier value.
  }
}
