import type { Facts } from "../orders/stored-facts.ts";
import type {
  LinkTemplate,
  MailData,
  OrderTemplate,
  ShopTemplate,
  Template,
} from "../storage/mail-data.ts";
import type { Mail, Order, Withdrawal } from "../storage/tables.ts";
import type { Block } from "./mail-format.ts";

/** The subject and the content. */
export type Content = [subject: string, ...Block[]];

/** What emails quote besides their own data: the facts of today. */
export interface MailFacts extends Facts {
  /** In ms. */
  now: number;
  takesCards: boolean;
}

type OwnerTemplate = Extract<Template, `owner ${string}`>;

/** Each writes an email about an order; undefined if the email has become obsolete. */
type OrderMails<Name extends OrderTemplate> = {
  [Key in Name]: (order: Order, data: MailData[Key], facts: MailFacts) => Content | undefined;
};
export type OrderMailsToShopper = OrderMails<Exclude<OrderTemplate, OwnerTemplate>>;
export type OrderMailsToOwner = OrderMails<Extract<OrderTemplate, OwnerTemplate>>;
export type AllOrderMails = OrderMails<OrderTemplate>;

/** Each writes an email about a withdrawal, and about the order that it is linked to. */
export type WriteAboutWithdrawal = (
  withdrawal: Withdrawal,
  order: Order | undefined,
  facts: MailFacts,
  /** How many bottles it has taken off the order. */
  taken: number | undefined,
) => Content;

/** Each writes an email to the owner about the shop, or about another email. */
export type ShopMails = {
  [Key in Exclude<ShopTemplate, LinkTemplate>]: (
    data: MailData[Key],
    about: Mail | undefined,
  ) => Content | undefined;
};

/** Each writes an email with a link that has this secret. */
export type LinkMails = {
  [Key in LinkTemplate]: (data: MailData[Key], secret: string) => Content;
};
