/*
 * The templates of all emails, and the data of each. Those for the owner begin with «owner».
 */

export interface MailData {
  placed: null;
  reminder: null;
  /** The cents of the payment, refund or discount. */
  "partially paid": { amount: number };
  paid: { amount: number };
  overpaid: { amount: number };
  "late payment": { amount: number };
  refund: { amount: number };
  discount: { amount: number };
  /** The ledger was wrong, and is right now. */
  correction: null;
  shipped: { tracking: string };
  tracking: { tracking: string };
  "shipped again": { tracking: string };
  delivered: null;
  /** A step that was told by email, and is taken back: what the email said. */
  undone: {
    step: "shipped" | "delivered" | "reopened" | "cancelled" | "expired" | "withdrawn";
  };
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
  "owner order paid": { amount: number };
  "owner overpaid": { amount: number };
  "owner late payment": { amount: number };
  "owner refund failed": { amount: number };
  "owner dispute opened": { amount: number };
  "owner dispute won": { amount: number };
  "owner dispute lost": { amount: number };
  "owner withdrawal": null;
  "owner mails undelivered": { ids: string[] };
  "owner backup failed": { day: string; folder: string; reason: string };
  "owner setting changed": { name: string; before: string; after: string };
}

export type Template = keyof MailData;
