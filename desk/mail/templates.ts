/*
 * The templates of all emails, and the data of each. Those for the owner begin with «owner».
 */

export interface MailData {
  placed: null;
  reminder: null;
  /** Cents that were paid, or taken off the price. */
  money: { kind: "payment" | "discount"; amount: number };
  refund: { amount: number };
  /** An earlier email was wrong. */
  correction: null;
  shipped: { kind: "shipped" | "tracking" | "shipped again"; tracking: string };
  delivered: null;
  expired: null;
  cancelled: null;
  reopened: null;
  extended: null;
  withdrawn: null;
  /** The owner's reason. */
  "withdrawal rejected": { reason: string };
  "account changed": null;
  /** The receipt of a withdrawal (art. 11 bis, Directive 2011/83/EU). */
  acknowledgement: null;

  "owner order placed": null;
  "owner payment": { amount: number };
  "owner refund failed": { amount: number };
  "owner dispute": { kind: "opened" | "won" | "lost"; amount: number };
  "owner withdrawal": null;
  "owner mail undelivered": { id: string };
  "owner backup failed": { day: string; folder: string; reason: string };
  "owner setting changed": { name: string; before: string; after: string };
}

export type Template = keyof MailData;
