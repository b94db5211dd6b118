import { dayOf, startOf } from "../../shop/time.ts";

/** The cents that a page showed; undefined if no page can have shown them. */
export const readSeen = (text = "") => (/^\d{1,10}$/.test(text) ? Number(text) : -1);

export const noDay = "Elige el día de hoy o uno anterior.";

/** A day up to today, «2026-12-30»; without one, today. Undefined for anything else. */
export function readDay(text: string | undefined, now: number): string | undefined {
  const today = dayOf(now);
  if (!text) return today;
  return startOf(text) !== undefined && text <= today && text > "2020" ? text : undefined;
}
