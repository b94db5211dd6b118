import { createHash, timingSafeEqual } from "node:crypto";
import type { Desk } from "./context.ts";
import { pageOfOrders, recentWithdrawals } from "./counter.ts";
import { isUnavailable } from "./database.ts";
import {
  deliver,
  findByToken,
  findOrder,
  historyOf,
  openOrder,
  place,
  receive,
  refund,
  ship,
  startPayment,
  takeNotice,
} from "./orders.ts";
import { sendAgain, stuckMails } from "./outbox.ts";
import { withdraw } from "./withdrawals.ts";

const reading = {
  openOrder,
  findByToken,
  findOrder,
  historyOf,
  pageOfOrders,
  recentWithdrawals,
  stuckMails,
  startPayment,
};
/** What these do leaves mails to send. */
const writing = { place, withdraw, takeNotice, receive, ship, deliver, refund, sendAgain };

/** Answers a failure, to whom what could not be reached is told if a later try may succeed. */
type Fail = (error: Error, away: "The database" | "Stripe" | undefined) => never;

/** What pages ask of the desk. `wakeMailer` has mails sent that are due. */
export const serviceOf = (desk: Desk, wakeMailer: () => void) => (fail: Fail) => {
  const { SELLER_NAME, SELLER_IBAN, DESK_PASSWORD } = desk.settings;
  const password = digest(DESK_PASSWORD);
  const failed = (error: Error) => {
    if (isUnavailable(error)) return fail(error, "The database");
    return fail(error, desk.card?.isUnavailable(error) ? "Stripe" : undefined);
  };
  /** The same functions, with the desk given. */
  const bind = <All extends Record<string, DeskFunction>>(all: All, after: () => void) =>
    Object.fromEntries(
      Object.entries(all).map(([name, work]) => [
        name,
        (...given: unknown[]) =>
          work(desk, ...given)
            .catch(failed)
            .finally(after),
      ]),
    ) as { [Name in keyof All]: Bound<All[Name]> };
  return {
    ...bind(reading, () => {}),
    ...bind(writing, wakeMailer),
    /** Where transfers go. */
    account: { holder: SELLER_NAME, iban: SELLER_IBAN },
    /** Takes the same time whatever is tried. */
    isOwner: (tried: string) => timingSafeEqual(digest(tried), password),
  };
};

/** The desk of a running server, to be told what becomes of failures. */
export type OpenService = ReturnType<typeof serviceOf>;
export type DeskService = ReturnType<OpenService>;

const digest = (text: string) => createHash("sha256").update(text).digest();

// biome-ignore lint/suspicious/noExplicitAny: each function keeps its own parameters (`Bound`).
type DeskFunction = (desk: Desk, ...given: any[]) => Promise<unknown>;
type Bound<F> = F extends (desk: Desk, ...given: infer Given) => infer Result
  ? (...given: Given) => Result
  : never;
