import { shop } from "../../../shop/shop.ts";
import { day, dayOf, endOfPeriod, inMadrid, startOf } from "../../shop/time.ts";

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

/** The deadline to refund a withdrawal of that time. */
const deadline = (withdrawnAt: number) => endOfPeriod(withdrawnAt, shop.law.refundDays);

/** «Tienes hasta el 6 de diciembre», or «Tenías» after that day. */
export const refundUntil = (withdrawnAt: number, now: number) =>
  `${now > deadline(withdrawnAt) ? "Tenías" : "Tienes"} hasta el ${unbroken(long.format(deadline(withdrawnAt)))}`;
