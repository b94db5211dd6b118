import { formatDay } from "../../app/desk/shop/order-format.ts";
import { seller } from "../../app/desk/shop/seller.ts";
import { shop } from "../../app/shop/shop.ts";
import type { Desk } from "../context.ts";
import { readFacts } from "../facts.ts";
import { findOrder } from "../orders/orders.ts";
import { findTerms } from "../orders/terms.ts";
import type { Mail, Order, Withdrawal } from "../storage/tables.ts";
import { type Block, formatMail, quotable } from "./mail-format.ts";
import { ownerMails, ownerWithdrawal, shopMails } from "./owner-mails.ts";
import { acknowledgement, shopperMails } from "./shopper-mails.ts";
import type {
  AllOrderMails,
  Content,
  Facts,
  MailData,
  OrderTemplate,
  ShopTemplate,
} from "./templates.ts";

export interface RenderedMail {
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

type Queued = Pick<Mail, "template" | "orderId" | "withdrawalId" | "data" | "audience">;

/**
 * Renders an email as it is sent now: to the order's address, with its status and the account of
 * today. Undefined if it has become obsolete, or its recipient's data is erased.
 */
export async function renderMail(
  { settings, now }: Pick<Desk, "settings" | "now">,
  db: Desk["db"],
  mail: Queued,
): Promise<RenderedMail | undefined> {
  const withdrawal = await withdrawalOf(db, mail);
  const orderId = mail.orderId ?? withdrawal?.orderId;
  const order = orderId ? await findOrder(db, orderId) : undefined;
  const { iban } = await readFacts(db, settings);
  const facts = { iban, now: now() };
  const content = await write(db, mail, { order, withdrawal, facts });
  const recipient = recipientOf(mail, order, withdrawal);
  if (!content || !recipient) return undefined;
  const [subject, ...blocks] = content;
  if (mail.audience === "owner") {
    return { recipient, subject, ...formatMail(shop.brand, blocks) };
  }
  const all = [greeting(mail, order), ...blocks, imprint(), ...(await appendix(db, mail, order))];
  return { recipient, subject, ...formatMail(shop.brand, all) };
}

interface Subjects {
  order: Order | undefined;
  withdrawal: Withdrawal | undefined;
  facts: Facts;
}

async function write(
  db: Desk["db"],
  { template, data }: Queued,
  { order, withdrawal, facts }: Subjects,
): Promise<Content | undefined> {
  const quoted = order && quotable(order);
  if (isKey(orderMails, template)) return quoted && aboutOrder(template, data, quoted, facts);
  if (isKey(withdrawalMails, template)) {
    return withdrawal && withdrawalMails[template](quotable(withdrawal), quoted);
  }
  if (isKey(shopMails, template)) return aboutShop(db, template, data);
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
  facts: Facts,
) => orderMails[name](order, dataOf<Name>(data), facts);

async function aboutShop<Name extends ShopTemplate>(db: Desk["db"], name: Name, stored: string) {
  const data = dataOf<Name>(stored);
  return shopMails[name](data, data && "id" in data ? await findMail(db, data.id) : undefined);
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
  order: Order | undefined,
  withdrawal: Withdrawal | undefined,
): string | null | undefined {
  if (audience === "owner") {
    const { to }: MailData["owner setting changed"] = JSON.parse(data);
    return to ?? shop.email;
  }
  return template === "acknowledgement" ? withdrawal?.email : order?.email;
}

/** Anybody can have an acknowledgement sent to any address, so it greets nobody by name. */
const greeting = ({ template }: Queued, order: Order | undefined) =>
  order && template !== "acknowledgement" ? `Hola, ${quotable(order).firstName}:` : "Hola:";

/** The seller, as LSSI art. 10 requires, with a company's register. */
const imprint = () => ({
  quiet: [
    `${seller.name} · NIF ${seller.taxId} · ${seller.address}`,
    ...(seller.register ? [seller.register] : []),
    `${shop.email} · ${shop.phone}`,
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
  return [{ title: `Términos del ${formatDay(order.terms)}` }, { document: terms.text }];
}
