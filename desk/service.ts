import { createHash, timingSafeEqual } from "node:crypto";
// The module that `Register` is declared in, so that it can be filled in below.
import type {} from "../app/desk/pages/context.ts";
import { dayOf, hour, minute } from "../app/desk/shop/time.ts";
import type { Desk } from "./context.ts";
import { dismiss, mailsOf, reportWrongPasswords, sendAgain, stuckMails } from "./mail/outbox.ts";
import { countOrders, pageOfOrders, preview, waitingOrders } from "./orders/counter.ts";
import { exportBetween } from "./orders/export.ts";
import { sellByHand, undoSale } from "./orders/hand-sale.ts";
import { askForInvoice, markInvoiceSent, openInvoices } from "./orders/invoices.ts";
import {
  changeSetting,
  configured,
  judgeSetting,
  type LiveSetting,
  liveSettings,
} from "./orders/live-settings.ts";
import {
  acceptShort,
  correct,
  handleWebhook,
  openAtCounter,
  openOrder,
  receive,
  refund,
  refundableByCard,
  refundByCard,
  startPayment,
  undoDiscount,
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
  undo,
} from "./orders/orders.ts";
import { personOf } from "./orders/person.ts";
import { pausedUntil, stockOf } from "./orders/shop-state.ts";
import { findTerms } from "./orders/terms.ts";
import { transferCode } from "./orders/transfer-code.ts";
import {
  confirmWithdrawal,
  declineWithdrawal,
  handleUnclear,
  handleWithdrawal,
  noteWithdrawal,
  reopenWithdrawal,
  takeBackWithdrawal,
  unclearWithdrawals,
  unlinkWithdrawal,
  urgentWithdrawals,
  withdraw,
  withdrawalsOf,
} from "./orders/withdrawals.ts";
import { isOwnNetwork, networkLimit } from "./rate-limit.ts";
import { isUnavailable } from "./storage/database.ts";
import type { Order } from "./storage/tables.ts";
import { publishAgain } from "./upkeep/publishing.ts";
import { forgetOrder } from "./upkeep/retention.ts";

const reading = {
  openOrder,
  openAtCounter,
  findByToken,
  findOrder,
  historyOf,
  pageOfOrders,
  countOrders,
  waitingOrders,
  urgentWithdrawals,
  unclearWithdrawals,
  withdrawalsOf,
  stuckMails,
  mailsOf,
  startPayment,
  findTerms,
  liveSettings,
  pausedUntil,
  stockOf,
  openInvoices,
  exportBetween,
  personOf,
};
/** Functions that may queue emails. */
const writing = {
  place,
  withdraw,
  handleWebhook,
  receive,
  acceptShort,
  undoDiscount,
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
  undo,
  noteWithdrawal,
  confirmWithdrawal,
  unlinkWithdrawal,
  declineWithdrawal,
  takeBackWithdrawal,
  handleWithdrawal,
  handleUnclear,
  reopenWithdrawal,
  sendAgain,
  dismiss,
  changeSetting,
  publishAgain,
  sellByHand,
  undoSale,
  askForInvoice,
  markInvoiceSent,
  forgetOrder,
};

/**
 * Throws the response to a failure. Receives the name of the service that is unavailable, if a
 * retry may succeed.
 */
type Fail = (error: Error, away: "La base de datos" | "Stripe" | undefined) => never;

/**
 * Wrong passwords per network, within a minute and within an hour. Somebody else behind the owner's
 * mobile network may use them up.
 */
const mostWrongPasswords = { perMinute: 5, perHour: 20 };
/** From this many wrong passwords a day, of all networks, the owner is told. */
const tellOfWrongPasswords = 20;
/** Orders and withdrawals per network and hour. Mobile networks share an IPv4 address. */
const mostForms = { perNetwork: 20, perIPv4: 100 };

/** The functions that pages call. `wakeMailer` sends the emails that are due. */
export const serviceOf = (desk: Desk, wakeMailer: () => void) => (fail: Fail) => {
  const { SELLER_NAME, DESK_PASSWORD } = desk.settings;
  const password = digest(DESK_PASSWORD);
  const wrongPasswords = [
    networkLimit(mostWrongPasswords.perMinute, minute),
    networkLimit(mostWrongPasswords.perHour, hour),
  ];
  let wrongPasswordsToday = { day: "", count: 0 };
  const formsOf = networkLimit(mostForms.perNetwork, hour, mostForms.perIPv4);
  const failed = (error: Error | Response) => {
    // A step within a preview already has its response.
    if (error instanceof Response) throw error;
    // Check first: connections to Stripe fail with the same codes as the database's.
    if (desk.card?.isUnavailable(error)) return fail(error, "Stripe");
    return fail(error, isUnavailable(error) ? "La base de datos" : undefined);
  };
  /** Binds the functions to a desk. */
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
    /** Previews a step (counter.ts). */
    preview: (id: string, step: (trial: WritingSteps) => Promise<unknown>) =>
      preview(desk, id, (trial) => step(bind(writing, undefined, trial))).catch(failed),
    /** The server's time in ms. */
    now: desk.now,
    /** How cards are accepted, if they are. */
    cards: desk.card && { isTest: desk.card.isTest },
    /** The cents of an order that the card provider can refund. */
    refundableByCard: ({ order, isUnknown }: { order: Order; isUnknown: boolean }) =>
      desk.card && !isUnknown ? refundableByCard(order) : 0,
    /** The QR code to pay an order by transfer. */
    transferCode: (order: Order) => transferCode(desk, order),
    /** The account for transfers. */
    account: () => ({ holder: SELLER_NAME, iban: desk.iban }),
    /** The live settings as the environment has them. */
    configured: configured(desk),
    /** What the owner has typed for a setting, as it would be stored. */
    judgeSetting: (name: LiveSetting, typed: string) => judgeSetting(desk, name, typed),
    /** Whether the pages show what the owner has set. */
    publication: () => desk.publication,
    /**
     * Returns whether this is the owner's password, in constant time. After several wrong ones from
     * an address it returns how long to wait, in ms.
     */
    isOwner(tried: string, address: string): boolean | number {
      const wait = Math.max(...wrongPasswords.map((limit) => limit.waitOf(address)));
      if (wait > 0) return wait;
      if (timingSafeEqual(digest(tried), password)) return true;
      const [times] = wrongPasswords.map((limit) => limit.count(address));
      if (times === mostWrongPasswords.perMinute) {
        console.error(`Mostrador: ${times} contraseñas equivocadas en un minuto desde ${address}.`);
      }
      const today = dayOf(desk.now());
      const count = wrongPasswordsToday.day === today ? wrongPasswordsToday.count + 1 : 1;
      wrongPasswordsToday = { day: today, count };
      if (count === tellOfWrongPasswords) {
        console.error(`Mostrador: ${tellOfWrongPasswords} contraseñas equivocadas en un día.`);
        reportWrongPasswords(desk, tellOfWrongPasswords).then(wakeMailer, (error) =>
          console.error(error),
        );
      }
      return false;
    },
    /**
     * Counts an order or a withdrawal from this address, once per key.
     * @returns how long to wait, in ms; 0 if not at all, or if all shoppers share one address
     */
    waitToSend(key: string, address: string): number {
      if (isOwnNetwork(address)) return 0;
      const wait = formsOf.waitOf(address, key);
      if (wait === 0) formsOf.count(address, key);
      return wait;
    },
  };
};

/** The service of a running server. It takes the handler of failures. */
export type OpenService = ReturnType<typeof serviceOf>;

declare module "../app/desk/pages/context.ts" {
  interface Register {
    openService: OpenService;
    steps: WritingSteps;
  }
}

const digest = (text: string) => createHash("sha256").update(text).digest();

// biome-ignore lint/suspicious/noExplicitAny: each function keeps its own parameters (`Bound`).
type DeskFunction = (desk: Desk, ...given: any[]) => Promise<unknown>;
type Bound<F> = F extends (desk: Desk, ...given: infer Given) => infer Result
  ? (...given: Given) => Result
  : never;
type BoundAll<All> = { [Name in keyof All]: Bound<All[Name]> };
/** The functions that write, bound to a desk. */
type WritingSteps = BoundAll<typeof writing>;
