import type { Mail, Order, Withdrawal } from "../storage/tables.ts";
import { type Block, unlinked } from "./mail-format.ts";
import type { MailData, Template } from "./templates.ts";

/* What the emails to shoppers and to the owner share. */

/** The subject and the content. */
export type Content = [subject: string, ...Block[]];

/** What emails quote besides their own data. */
export interface Facts {
  /** The account for transfers, as it is today. */
  iban: string;
  /** Its holder. */
  holder: string;
  /** In ms. */
  now: number;
}

export type ShopTemplate =
  | "owner mail undelivered"
  | "owner backup failed"
  | "owner setting changed";
type WithdrawalTemplate = "acknowledgement" | "owner withdrawal";
export type OrderTemplate = Exclude<Template, ShopTemplate | WithdrawalTemplate>;
type OwnerTemplate = Extract<Template, `owner ${string}`>;

/** Each writes an email about an order; undefined if the email has become needless. */
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

const typedFields = ["firstName", "lastName", "address", "city", "name", "contract"] as const;
type Typed = { [Field in (typeof typedFields)[number]]?: string | null };

/**
 * An order or a withdrawal as emails quote it: nothing that its shopper typed becomes a link. An
 * email address stays whole, so that it can be copied, unless a slash makes it a web address.
 */
export function quotable<T extends Typed & { email: string | null }>(from: T): T {
  const texts = typedFields.map((field) => [field, from[field] && unlinked(from[field])]);
  const email = from.email?.includes("/") ? unlinked(from.email) : from.email;
  return { ...from, ...Object.fromEntries(texts.filter(([, text]) => text)), email };
}

/** Removes missing and empty values. */
export const defined = <T>(...all: (T | undefined | false | "")[]) =>
  all.filter((one) => one) as T[];
