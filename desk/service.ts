import { createHash, timingSafeEqual } from "node:crypto";
import type { Desk } from "./context.ts";
import { pageOfOrders, recentWithdrawals } from "./counter.ts";
import { isAway } from "./database.ts";
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

/** What pages ask of the desk. `wakeMailer` has mails sent that are due. */
export function serviceOf(desk: Desk, wakeMailer: () => void) {
  const { SELLER_NAME, SELLER_IBAN, DESK_PASSWORD } = desk.settings;
  const password = digest(DESK_PASSWORD);
  return {
    ...bind(desk, reading, () => {}),
    ...bind(desk, writing, wakeMailer),
    /** Where transfers go. */
    account: { holder: SELLER_NAME, iban: SELLER_IBAN },
    /** Takes the same time whatever is tried. */
    isOwner: (tried: string) => timingSafeEqual(digest(tried), password),
    /** What could not be reached, if a later try may succeed. */
    whatIsAway(error: unknown) {
      if (isAway(error)) return "The database";
      return desk.card?.isAway(error) ? "Stripe" : undefined;
    },
  };
}

export type DeskService = ReturnType<typeof serviceOf>;

const digest = (text: string) => createHash("sha256").update(text).digest();

// biome-ignore lint/suspicious/noExplicitAny: each function keeps its own parameters (`Bound`).
type DeskFunction = (desk: Desk, ...given: any[]) => Promise<unknown>;
type Bound<F> = F extends (desk: Desk, ...given: infer Given) => infer Result
  ? (...given: Given) => Result
  : never;

/** The same functions, with the desk given. */
function bind<All extends Record<string, DeskFunction>>(desk: Desk, all: All, after: () => void) {
  const bound = Object.entries(all).map(([name, work]) => [
    name,
    async (...given: unknown[]) => {
      const result = await work(desk, ...given);
      after();
      return result;
    },
  ]);
  return Object.fromEntries(bound) as { [Name in keyof All]: Bound<All[Name]> };
}
