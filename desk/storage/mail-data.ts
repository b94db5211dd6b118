/*
 * The templates of all emails, and the data of each. Those for the owner begin with «owner».
 */

import type { FailingJob } from "../shop/job-texts.ts";

export interface MailData {
  placed: null;
  reminder: null;
  /** Cents that were paid, or taken off the price. */
  money: { kind: "payment" | "discount"; amount: number };
  /** `isPending`: the card provider was asked for it, and has not made it yet. */
  refund: { amount: number; isPending?: boolean | undefined };
  /** An earlier email was wrong. */
  correction: null;
  shipped: { kind: "shipped" | "tracking" | "shipped again"; tracking: string };
  delivered: null;
  expired: null;
  cancelled: null;
  reopened: null;
  extended: null;
  withdrawn: null;
  /** The owner has taken bottles off the order without a withdrawal. */
  "bottles removed": null;
  /** The owner's reason. */
  "withdrawal rejected": { reason: string };
  "account changed": null;
  /** The receipt of a withdrawal (art. 11 bis, Directive 2011/83/EU). */
  acknowledgement: null;
  /** One receipt of all withdrawals of a day and mailbox that have none of their own. */
  acknowledgements: null;

  "owner order placed": null;
  "owner payment": { amount: number };
  "owner refund failed": { amount: number };
  "owner dispute": { kind: "opened" | "won" | "lost"; amount: number };
  /** `reason`: in the provider's words. */
  "owner card refused": { reason: string };
  "owner withdrawal": null;
  /** The withdrawals of a day that match no order and have no email of their own. */
  "owner withdrawals": { day: string; count: number };
  /** Unpaid orders hold more bottles than are left to sell. */
  "owner unpaid stock": { orders: number; bottles: number; left: number };
  "owner mail undelivered": { id: string };
  "owner jobs failing": { failing: FailingJob[] };
  /** Without `to`, it goes to the shop's address. */
  "owner setting changed": { name: string; before: string; after: string; to?: string | undefined };
  /** `path`: the admin page to which the link leads. */
  "owner sign-in": { path: string } | null;
  "owner account confirmation": { iban: string };
}

export type Template = keyof MailData;

export type ShopTemplate =
  | "owner mail undelivered"
  | "owner jobs failing"
  | "owner setting changed"
  | "owner withdrawals"
  | "owner unpaid stock"
  | LinkTemplate;
/** Emails with a link that only the owner may get (orders/email-links.ts). */
export const linkTemplates = ["owner sign-in", "owner account confirmation"] as const;
export type LinkTemplate = (typeof linkTemplates)[number];
type WithdrawalTemplate = "acknowledgement" | "acknowledgements" | "owner withdrawal";
export type OrderTemplate = Exclude<Template, ShopTemplate | WithdrawalTemplate>;

/** Receipts of withdrawals, which go to the address that was typed, whether it belongs to an order or not. */
export const isReceipt = (template: string) =>
  template === "acknowledgement" || template === "acknowledgements";

/**
 * Emails of one lane do not wait for those of another, because each lane has its own workers and connections: the
 * owner's links, receipts to addresses that belong to no order, and all others.
 */
export type Lane = "links" | "strangers" | "normal";
