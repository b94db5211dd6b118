import type { Facts } from "../shop/facts.ts";

/** The first opening hours in a sentence: «De lunes a viernes, de 9:00 a 18:00.» Undefined if the shop has none. */
export function openingTimes(openingHours: Facts["openingHours"]): string | undefined {
  const open = openingHours.find(({ hours }) => /\d/.test(hours));
  if (!open) return undefined;
  const days = / a /.test(open.day) ? `De ${open.day.toLowerCase()}` : open.day;
  return `${days}, ${open.hours.replace(/([\d:]+)\s?[-–]\s?([\d:]+)/g, "de $1 a $2")}.`;
}
