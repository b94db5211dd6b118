import { createHash, timingSafeEqual } from "node:crypto";
import { brake, clientAt, isOwnNetwork } from "./brake.ts";
import { type Desk, hour, minute } from "./context.ts";
import { dismiss, mailsOf, sendAgain, stuckMails } from "./mail/outbox.ts";
import { countOrders, foresee, pageOfOrders, waitingOrders } from "./orders/counter.ts";
import {
  correct,
  openAtCounter,
  openOrder,
  receive,
  refund,
  refundableByCard,
  refundByCard,
  startPayment,
  takeNotice,
} from "./orders/money.ts";
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
  track,
} from "./orders/orders.ts";
import { pause, pausedUntil } from "./orders/shop-state.ts";
import { findTerms } from "./orders/terms.ts";
import {
  handleWithdrawal,
  noteWithdrawal,
  openWithdrawals,
  takeBackWithdrawal,
  withdraw,
  withdrawalsOf,
} from "./orders/withdrawals.ts";
import { isUnavailable } from "./storage/database.ts";
import type { Order } from "./storage/schema.ts";

const reading = {
  openOrder,
  openAtCounter,
  findByToken,
  findOrder,
  historyOf,
  pageOfOrders,
  countOrders,
  waitingOrders,
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
  track,
  deliver,
  cancel,
  accept,
  amend,
  annotate,
  noteWithdrawal,
  takeBackWithdrawal,
  handleWithdrawal,
  sendAgain,
  dismiss,
  pause,
};

/** Answers a failure, to whom what could not be reached is told if a later try may succeed. */
type Fail = (error: Error, away: "The database" | "Stripe" | undefined) => never;

/** From one network address within a minute. */
const mostWrongPasswords = 5;
/** From one network address within an hour: a family or an office has one. */
const mostOrders = 20;

/** What pages ask of the desk. `wakeMailer` has mails sent that are due. */
export const serviceOf = (desk: Desk, wakeMailer: () => void) => (fail: Fail) => {
  const { SELLER_NAME, SELLER_IBAN, DESK_PASSWORD } = desk.settings;
  const password = digest(DESK_PASSWORD);
  const wrongPasswords = brake(mostWrongPasswords, minute);
  const ordersOf = brake(mostOrders, hour);
  const failed = (error: Error | Response) => {
    // A step within a trial has been answered already.
    if (error instanceof Response) throw error;
    // Its connections break with the same codes.
    if (desk.card?.isUnavailable(error)) return fail(error, "Stripe");
    return fail(error, isUnavailable(error) ? "The database" : undefined);
  };
  /** The same functions, with the desk given. */
  const bind = <All extends Record<string, DeskFunction>>(
    all: All,
    after = () => {},
    given = desk,
  ) =>
    Object.fromEntries(
      Object.entries(all).map(([name, work]) => [
        name,
        (...args: unknown[]) =>
          work(given, ...args)
            .catch(failed)
            .finally(after),
      ]),
    ) as BoundAll<All>;
  return {
    ...bind(reading),
    ...bind(writing, wakeMailer),
    /** What this step would lead to (counter.ts). */
    foresee: (id: string, step: (trial: Steps) => Promise<unknown>) =>
      foresee(desk, id, (trial) => step(bind(writing, undefined, trial))).catch(failed),
    /** The server's time in ms. */
    now: desk.now,
    /** How cards are taken, if they are. */
    cards: desk.card && { isTest: desk.card.isTest },
    /** The cents of an order that can be given back by them. */
    refundableByCard: (order: Order) => (desk.card ? refundableByCard(order) : 0),
    /** Where transfers go. */
    account: { holder: SELLER_NAME, iban: SELLER_IBAN },
    /**
     * Whether this is the owner's password, tried from this address; it takes the same time whatever is
     * tried. After several wrong ones it is how long, in ms, no other is looked at.
     */
    isOwner(tried: string, address: string): boolean | number {
      const client = clientAt(address);
      const wait = wrongPasswords.waitOf(client);
      if (wait > 0) return wait;
      if (timingSafeEqual(digest(tried), password)) return true;
      const times = wrongPasswords.count(client);
      if (times === mostWrongPasswords) {
        console.error(`The counter: ${times} wrong passwords within a minute from ${address}.`);
      }
      return false;
    },
    /**
     * Counts an order from this address, once for each key.
     * @returns how long, in ms, it has to wait; 0 for not at all, as where all shoppers come from one address
     */
    waitToOrder(key: string, address: string): number {
      if (isOwnNetwork(address)) return 0;
      const client = clientAt(address);
      const wait = ordersOf.waitOf(client, key);
      if (wait === 0) ordersOf.count(client, key);
      return wait;
    },
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
type BoundAll<All> = { [Name in keyof All]: Bound<All[Name]> };
/** What changes something, with the desk given. */
export type Steps = BoundAll<typeof writing>;
