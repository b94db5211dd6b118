/** In ms, as all times. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A Spanish format of times in Madrid. */
export const inMadrid = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("es-ES", { ...options, timeZone: "Europe/Madrid" });

const madridDay = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Madrid" });

/**
 * The start, in ms, of the calendar day in Madrid that is this many days after the day of `time`. Days of 23 and 25
 * hours count as one.
 */
export const startOfDay = (time: number, days: number) =>
  Temporal.Instant.fromEpochMilliseconds(time)
    .toZonedDateTimeISO("Europe/Madrid")
    .toPlainDate()
    .add({ days })
    .toZonedDateTime("Europe/Madrid").epochMilliseconds;

/** The last ms of the last day of a period of days. The day of `time` itself is not counted (Regulation 1182/71). */
export const endOfPeriod = (time: number, days: number) => startOfDay(time, days + 1) - 1;

/**
 * The end of a shopper's term of days: one that would end on a Saturday or Sunday ends on Monday (Regulation 1182/71,
 * art. 3.4). So does one that ends on a holiday end on the next working day, but the shop knows no holidays.
 */
export function endOfTerm(time: number, days: number): number {
  const end = endOfPeriod(time, days);
  const { dayOfWeek } =
    Temporal.Instant.fromEpochMilliseconds(end).toZonedDateTimeISO("Europe/Madrid");
  return dayOfWeek > 5 ? endOfPeriod(end, 8 - dayOfWeek) : end;
}

/** The start, in ms, of the month in Madrid that is this many months after the month of `time`. */
export const startOfMonth = (time: number, months: number) =>
  Temporal.Instant.fromEpochMilliseconds(time)
    .toZonedDateTimeISO("Europe/Madrid")
    .toPlainDate()
    .with({ day: 1 })
    .add({ months })
    .toZonedDateTime("Europe/Madrid").epochMilliseconds;

/** The day of a time in ms, in Madrid: «2026-11-22». Days can be compared as strings. */
export const dayOf = (time: number) => madridDay.format(time);

/** The start, in ms, of a day in Madrid, «2026-11-22»; undefined if that is not a date. */
export function startOf(day: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  try {
    return Temporal.PlainDate.from(day).toZonedDateTime("Europe/Madrid").epochMilliseconds;
  } catch {
    return undefined;
  }
}
