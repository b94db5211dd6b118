import { dayOf, startOf } from "../../shop/time.ts";

/** The cents of «1.089,99», «89.99», «€ 90» or «89,99 €»; undefined for anything else. */
export function readAmount(text = ""): number | undefined {
  const plain = text.trim().replace(/^€\s*|\s*€$/g, "");
  // Phones offer a point for the comma. Three digits after it are thousands.
  const [found, euros = "", cents = ""] =
    /^(\d{1,3}\.\d{3}|\d{1,6})(?:,(\d{1,2}))?$/.exec(plain) ??
    /^(\d{1,6})\.(\d{1,2})$/.exec(plain) ??
    [];
  if (found === undefined) return undefined;
  return Number(euros.replaceAll(".", "")) * 100 + Number(cents.padEnd(2, "0"));
}

/** The cents that a page showed; undefined if no page can have shown them. */
export const readSeen = (text = "") => (/^\d{1,10}$/.test(text) ? Number(text) : -1);

export const noDay = "Elige el día de hoy o uno anterior.";

/** A day up to today, «2026-12-30»; without one, today. Undefined for anything else. */
export function readDay(text: string | undefined, now: number): string | undefined {
  const today = dayOf(now);
  if (!text) return today;
  return startOf(text) !== undefined && text <= today && text > "2020" ? text : undefined;
}
