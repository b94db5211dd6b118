import type { Facts } from "../shop/facts.ts";

type Times = Facts["openingHours"][number];

/**
 * The opening hours in sentences: «De lunes a viernes, de 9:00 a 18:00. Sábados, de 10:00 a 14:00, solo asuntos
 * urgentes.» Undefined if the shop has none.
 */
export function openingTimes(openingHours: readonly Times[]): string | undefined {
  const open = openingHours.filter(({ hours }) => /\d/.test(hours));
  const sentences = open.map(({ day, hours, status }) => {
    const days = / a /.test(day) ? `De ${day.toLowerCase()}` : day;
    const times = hours.replace(/([\d:]+)\s?[-–]\s?([\d:]+)/g, "de $1 a $2");
    // The first hours are the usual ones.
    const unusual = status !== open[0]?.status && status.charAt(0).toLowerCase() + status.slice(1);
    return `${[days, times, unusual].filter(Boolean).join(", ")}.`;
  });
  return sentences.join(" ") || undefined;
}
