/** In ms, as all times. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

const madridDay = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Madrid" });

/** The day of a time in ms, as Madrid has it: «2026-11-22». Days compare as their text does. */
export const dayOf = (time: number) => madridDay.format(time);
