import { shop } from "../../../app/shop/shop.ts";
import { formatShortDay } from "../../shop/order-format.ts";
import { day, dayOf, endOfPeriod, hour, inMadrid, startOf } from "../../shop/time.ts";

/** All times are in ms. */
const moment = inMadrid({ day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
const date = inMadrid({ dateStyle: "medium" });
const long = inMadrid({ day: "numeric", month: "long" });

/** Keeps day and month on one line. */
const unbroken = (text: string) => text.replace(" ", "\u00a0");

/** «22 nov, 10:05»; only the date for an older time, or for a day without an hour (`formatMoment`). */
export const shortMoment = (time: number, now: number) =>
  now - time < 300 * day && startOf(dayOf(time)) !== time
    ? unbroken(moment.format(time))
    : shortDate(time);

/** «22 nov 2026». */
export const shortDate = (time: number) => unbroken(date.format(time));

/** «22 nov», with the year if it is another one. */
export const shortDay = (time: number, now: number) =>
  dayOf(time).slice(0, 4) === dayOf(now).slice(0, 4) ? formatShortDay(time) : shortDate(time);

const weekday = inMadrid({ weekday: "long" });

/** «hoy», «ayer», «el martes» or «el 12 de noviembre», for a day in Madrid, «2026-11-22». */
export function dayWords(on: string, now: number): string {
  const past = daysSince(on, now);
  if (past <= 0) return "hoy";
  if (past === 1) return "ayer";
  const time = startOf(on) ?? now;
  return `el ${past < 7 ? weekday.format(time) : long.format(time)}`;
}

/** How many calendar days have passed since a day in Madrid. */
export const daysSince = (on: string, now: number) =>
  Math.round((Date.parse(dayOf(now)) - Date.parse(on)) / day);

export const isLastDay = (payUntil: number | null, now: number) =>
  payUntil !== null && dayOf(payUntil) === dayOf(now);

/** «Quedan 5 días», for the end of the last day to pay. */
export function daysLeft(payUntil: number, now: number): string {
  const left = -daysSince(dayOf(payUntil), now);
  if (left < 0) return "Ha vencido";
  if (left === 0) return "Último día";
  return left === 1 ? "Queda un día" : `Quedan ${left}\u00a0días`;
}

/** «Tienes hasta el 6 de diciembre», or «Tenías» after that day. @param end the last moment of a term, in ms */
export const lastDay = (end: number, now: number) =>
  `${now > end ? "Tenías" : "Tienes"} hasta el ${unbroken(long.format(end))}`;

/** Until when the owner answers a withdrawal of that time, as the pages promise. */
export function answerUntil(withdrawnAt: number, hours: number, now: number): string {
  const end = withdrawnAt + hours * hour;
  return `${now > end ? "Había que contestar" : "Contesta"} antes del ${shortMoment(end, now)}`;
}

/** The term to refund a withdrawal of that time. */
export const refundUntil = (withdrawnAt: number, now: number) =>
  lastDay(endOfPeriod(withdrawnAt, shop.law.refundDays), now);
