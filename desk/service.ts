import { createHash, timingSafeEqual } from "node:crypto";
import type { Desk } from "./context.ts";
import { countOrders, pageOfOrders } from "./counter.ts";
import { isUnavailable } from "./database.ts";
import {
  correct,
  openAtCounter,
  openOrder,
  receive,
  refund,
  refundByCard,
  startPayment,
  takeNotice,
} from "./money.ts";
import {
  accept,
  amend,
  annotate,
  cancel,
  deliver,
  findByToken,
  findOrder,
  historyOf,
  place,
  ship,
} from "./orders.ts";
import { mailsOf, sendAgain, stuckMails } from "./outbox.ts";
import { pause, pausedUntil } from "./shop-state.ts";
import { findTerms } from "./terms.ts";
import {
  handleWithdrawal,
  noteWithdrawal,
  openWithdrawals,
  withdraw,
  withdrawalsOf,
} from "./withdrawals.ts";

const reading = {
  openOrder,
  openAtCounter,
  findByToken,
  findOrder,
  historyOf,
  pageOfOrders,
  countOrders,
  openWithdrawals,
  withdrawalsOf,
  stuckMails,
  mailsOf,
  startPayment,
  findTerms,
  pausedUntil,
};
/** What these do may leave mails to send. */
const writing = {
  place,
  withdraw,
  takeNotice,
  receive,
  correct,
  refund,
  refundByCard,
  ship,
  deliver,
  cancel,
  accept,
  amend,
  annotate,
  noteWithdrawal,
  handleWithdrawal,
  sendAgain,
  pause,
};

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
    /** The desk's time in ms. */
    now: desk.now,
    /** How cards are taken, if they are. */
    cards: desk.card && { isTest: desk.card.isTest },
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
