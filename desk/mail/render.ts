import { shop } from "../../app/shop/shop.ts";
import { makeLink } from "../orders/email-links.ts";
import { findOrder } from "../orders/orders.ts";
import { readFacts } from "../orders/stored-facts.ts";
import { findTerms } from "../orders/terms.ts";
import { collectedWith, takenBy } from "../orders/withdrawals.ts";
import { formatDay } from "../shop/order-format.ts";
import { seller } from "../shop/seller.ts";
import type { Desk } from "../storage/desk.ts";
import {
  isReceipt,
  type LinkTemplate,
  type MailData,
  type OrderTemplate,
  type ShopTemplate,
} from "../storage/mail-data.ts";
import type { Mail, Order, Withdrawal } from "../storage/tables.ts";
import { type Block, formatMail, quotable } from "./mail-format.ts";
import { linkMails, ownerMails, ownerWithdrawal, shopMails } from "./owner-mails.ts";
import { acknowledgement, acknowledgements, shopperMails } from "./shopper-mails.ts";
import type { AllOrderMails, Content, MailFacts } from "./templates.ts";

export interface RenderedMail {
  recipient: string;
  /** The shop's current address. */
  replyTo: string;
  subject: string;
  text: string;
  html: string;
}

type Queued = Pick<Mail, "template" | "orderId" | "withdrawalId" | "data" | "audience">;

/**
 * Renders an email with the current data: the order's address and status, and the account.
 * Undefined if it has become obsolete, or its recipient's data is erased.
 */
export async function renderMail(
  desk: Pick<Desk, "now" | "settings" | "card">,
  db: Desk["db"],
  mail: Queued,
): Promise<RenderedMail | undefined> {
  const rendered = await renderFor(desk, db, mail);
  const { recipient } = rendered ?? {};
  return rendered && recipient ? { ...rendered, recipient } : undefined;
}

/** The confirmation of an order, with its terms, for a shopper without an email (RDL 1/2007, art. 98.7). */
export async function renderOnPaper(desk: Desk, orderId: string): Promise<string | undefined> {
  const mail = { template: "placed", orderId, withdrawalId: null, data: "{}" } as const;
  return (await renderFor(desk, desk.db, { ...mail, audience: "shopper" }))?.text;
}

async function renderFor(
  { now, settings, card }: Pick<Desk, "now" | "settings" | "card">,
  db: Desk["db"],
  mail: Queued,
): Promise<(Omit<RenderedMail, "recipient"> & Unaddressed) | undefined> {
  const withdrawal = await withdrawalOf(db, mail);
  const orderId = mail.orderId ?? withdrawal?.orderId;
  const order = orderId ? await findOrder(db, orderId) : undefined;
  const facts = { ...(await readFacts(db)), now: now(), takesCards: card !== undefined };
  const content = await write(db, mail, { order, withdrawal, facts });
  const recipient = isKey(linkMails, mail.template)
    ? settings.OWNER_EMAIL
    : recipientOf(mail, facts, order, withdrawal);
  if (!content) return undefined;
  const [subject, ...blocks] = content;
  const replyTo = facts.email;
  if (mail.audience === "owner") {
    return { recipient, replyTo, subject, ...formatMail(shop.brand, blocks) };
  }
  const all = [
    greeting(mail, order),
    ...blocks,
    farewell(mail),
    imprint(facts),
    ...(await appendix(db, mail, order)),
  ];
  return { recipient, replyTo, subject, ...formatMail(shop.brand, all) };
}

interface Unaddressed {
  recipient: string | null | undefined;
}

interface Subjects {
  order: Order | undefined;
  withdrawal: Withdrawal | undefined;
  facts: MailFacts;
}

async function write(
  db: Desk["db"],
  { template, data }: Queued,
  { order, withdrawal, facts }: Subjects,
): Promise<Content | undefined> {
  const quoted = order && quotable(order);
  if (isKey(orderMails, template)) return quoted && aboutOrder(template, data, quoted, facts);
  if (template === "acknowledgements")
    return withdrawal && acknowledgements(await collectedWith(db, withdrawal));
  if (isKey(withdrawalMails, template)) {
    return (
      withdrawal &&
      withdrawalMails[template](quotable(withdrawal), quoted, facts, await takenBy(db, withdrawal))
    );
  }
  if (isKey(shopMails, template)) return aboutShop(db, template, data);
  if (isKey(linkMails, template)) return withLink({ db, now: () => facts.now }, template, data);
  // An earlier version has queued it.
  if (retired.includes(template)) return undefined;
  throw new Error(`There is no template «${template}».`);
}

const orderMails: AllOrderMails = { ...shopperMails, ...ownerMails };
const withdrawalMails = { acknowledgement, "owner withdrawal": ownerWithdrawal };

const isKey = <Table extends object>(table: Table, key: string): key is string & keyof Table =>
  Object.hasOwn(table, key);

/** The data was stored with this template (`enqueue`). */
const dataOf = <Name extends keyof MailData>(data: string): MailData[Name] => JSON.parse(data);

const aboutOrder = <Name extends OrderTemplate>(
  name: Name,
  data: string,
  order: Order,
  facts: MailFacts,
) => orderMails[name](order, dataOf<Name>(data), facts);

async function aboutShop<Name extends Exclude<ShopTemplate, LinkTemplate>>(
  db: Desk["db"],
  name: Name,
  stored: string,
) {
  const data = dataOf<Name>(stored);
  return shopMails[name](data, data && "id" in data ? await findMail(db, data.id) : undefined);
}

const retired: string[] = ["owner account change", "owner password changed", "owner backup failed"];

async function withLink<Name extends LinkTemplate>(
  desk: Pick<Desk, "db" | "now">,
  name: Name,
  stored: string,
) {
  const data = dataOf<Name>(stored);
  const secret = await makeLink(desk, data && "iban" in data ? data.iban : null);
  return linkMails[name](data, secret);
}

const findMail = (db: Desk["db"], id: string) =>
  db.selectFrom("mails").selectAll().where("id", "=", id).executeTakeFirst();

const withdrawalOf = async (db: Desk["db"], { withdrawalId }: Queued) =>
  withdrawalId === null
    ? undefined
    : db.selectFrom("withdrawals").selectAll().where("id", "=", withdrawalId).executeTakeFirst();

/** The receipt of a withdrawal goes to the address that was typed, and not to an order's. */
function recipientOf(
  { audience, template, data }: Queued,
  { email }: MailFacts,
  order: Order | undefined,
  withdrawal: Withdrawal | undefined,
): string | null | undefined {
  if (audience === "owner") {
    const { to }: MailData["owner setting changed"] = JSON.parse(data);
    return to ?? email;
  }
  return isReceipt(template) ? withdrawal?.email : order?.email;
}

/** Anybody can have an acknowledgement sent to any address, so it greets nobody by name. */
const greeting = ({ template }: Queued, order: Order | undefined) =>
  order && !isReceipt(template) ? `Hola, ${quotable(order).firstName}:` : "Hola:";

/** Nobody who withdraws is told «Hasta pronto». */
const farewell = ({ template }: Queued) => ({
  lines: [
    isReceipt(template) || template.startsWith("withdraw") ? "Un saludo," : "Hasta pronto,",
    `${shop.brand}, ${shop.city}`,
  ],
});

/** The seller, as LSSI art. 10 requires, with a company's register. */
const imprint = ({ email, phone }: MailFacts) => ({
  quiet: [
    `${seller.name} · NIF ${seller.taxId} · ${seller.address}`,
    ...(seller.register ? [seller.register] : []),
    `${email} · ${phone}`,
  ],
});

/**
 * The first email ends in the contract's terms. The law requires them in full, not as a link (RDL
 * 1/2007, art. 98.7).
 */
async function appendix(
  db: Desk["db"],
  { template }: Queued,
  order: Order | undefined,
): Promise<Block[]> {
  if (template !== "placed" || !order) return [];
  const terms = await findTerms(db, order.terms);
  if (!terms) throw new Error(`The terms of ${order.terms} are missing.`);
  // Their text names the address of any version. Mail programs would make a link of it.
  const text = terms.text.replaceAll("AAAA-MM-DD", order.terms);
  return [{ title: `Términos del ${formatDay(order.terms)}` }, { document: text }];
}
