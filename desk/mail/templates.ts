import type { Mail, Order, Withdrawal } from "../storage/tables.ts";
import type { Block } from "./mail-format.ts";

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
  /** Without `to`, it goes to the shop's address. */
  "owner setting changed": { name: string; before: string; after: string; to?: string | undefined };
  /** `due`: when the new account counts, in ms. `token`: the secret of the link that undoes the change. */
  "owner account change": { before: string; after: string; due: number; token: string; to: string };
  "owner password changed": null;
}

export type Template = keyof MailData;

/** The subject and the content. */
export type Content = [subject: string, ...Block[]];

/** What emails quote besides their own data. */
export interface Facts {
  /** The account for transfers, as it is today. */
  iban: string;
  /** In ms. */
  now: number;
}

export type ShopTemplate =
  | "owner mail undelivered"
  | "owner backup failed"
  | "owner setting changed"
  | "owner account change"
  | "owner password changed";
type WithdrawalTemplate = "acknowledgement" | "owner withdrawal";
export type OrderTemplate = Exclude<Template, ShopTemplate | WithdrawalTemplate>;
type OwnerTemplate = Extract<Template, `owner ${string}`>;

/** Each writes an email about an order; undefined if the email has become obsolete. */
type OrderMails<Name extends OrderTemplate> = {
  [Key in Name]: (order: Order, data: MailData[Key], facts: Facts) => Content | undefined;
};
export type OrderMailsToShopper = OrderMails<Exclude<OrderTemplate, OwnerTemplate>>;
export type OrderMailsToOwner = OrderMails<Extract<OrderTemplate, OwnerTemplate>>;
export type AllOrderMails = OrderMails<OrderTemplate>;

/** Each writes an email about a withdrawal, and about the order that it is linked to. */
export type WriteAboutWithdrawal = (withdrawal: Withdrawal, order: Order | undefined) => Content;

/** Each writes an email to the owner about the shop, or about another email. */
export type ShopMails = {
  [Key in ShopTemplate]: (data: MailData[Key], about: Mail | undefined) => Content | undefined;
};
