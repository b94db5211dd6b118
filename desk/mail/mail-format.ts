import { shippingDefaults } from "../../app/shop/order.ts";
import { paragraphsOf } from "../shop/paragraphs.ts";

/** The parts of an email. Addresses in a paragraph become links. */
export type Block =
  | string
  | { title: string }
  /** Names and amounts. The last amount is the sum. */
  | { amounts: [name: string, amount: string][] }
  /** Names and values to copy. */
  | { facts: [name: string, value: string][] }
  | { lines: string[] }
  /** The one call to action. */
  | { button: string; address: string }
  | { quiet: string[] }
  /** A long text at the end. */
  | { document: string };

/** Removes missing and empty values. */
export const defined = <T>(...all: (T | undefined | false | "")[]) =>
  all.filter((one) => one) as T[];

/** An email as text, and as HTML that loads nothing. */
export function formatMail(brand: string, blocks: Block[]) {
  return {
    text: [brand.toUpperCase(), ...blocks.map(asText)].join("\n\n"),
    html: page(
      [`<p style="${styles.brand}">${escaped(brand)}</p>`, ...blocks.map(asHtml)].join(""),
    ),
  };
}

function asText(block: Block): string {
  if (typeof block === "string") return block;
  if ("title" in block) return block.title.toUpperCase();
  if ("amounts" in block) return pairs(block.amounts);
  if ("facts" in block) return pairs(block.facts);
  if ("lines" in block) return block.lines.join("\n");
  if ("button" in block) return `${block.button}: ${block.address}`;
  if ("quiet" in block) return block.quiet.join("\n");
  return block.document;
}

const pairs = (rows: [string, string][]) =>
  rows.map(([name, value]) => `${name}: ${value}`).join("\n");

function asHtml(block: Block): string {
  if (typeof block === "string") return `<p style="${styles.text}">${linked(block)}</p>`;
  if ("title" in block) return `<h2 style="${styles.title}">${escaped(block.title)}</h2>`;
  if ("amounts" in block) return table(block.amounts.map(amountRow));
  if ("facts" in block) return table(block.facts.map(factRow));
  if ("lines" in block) return `<p style="${styles.text}">${lines(block.lines)}</p>`;
  if ("button" in block) {
    const [name, address] = [escaped(block.button), escaped(block.address)];
    return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="${styles.buttonCell}"><a class="button" href="${address}" style="${styles.button}">${name}</a></td></tr></table>`;
  }
  if ("quiet" in block)
    return `<p class="quiet rule" style="${styles.quiet}">${lines(block.quiet)}</p>`;
  const text = paragraphsOf(block.document).map(({ text, isTitle }) => {
    const content = linked(text).replaceAll("\n", "<br>");
    return isTitle ? `<h3 style="${styles.part}">${content}</h3>` : `<p>${content}</p>`;
  });
  return `<div class="quiet" style="${styles.document}">${text.join("")}</div>`;
}

const table = (rows: string[]) =>
  `<table width="100%" cellpadding="0" cellspacing="0" style="${styles.table}">${rows.join("")}</table>`;

function amountRow([name, amount]: [string, string], index: number, { length }: unknown[]) {
  const weight = index === length - 1 ? "font-weight:600;" : "";
  return `<tr><th class="rule" scope="row" align="left" style="${styles.cell}${weight}">${escaped(name)}</th><td class="rule" align="right" style="${styles.cell}${weight}padding-left:16px;white-space:nowrap">${escaped(amount)}</td></tr>`;
}

/** The value is on a line of its own, because an IBAN needs the full width of a phone's screen. */
const factRow = ([name, value]: [string, string]) =>
  `<tr><td class="rule" align="left" style="${styles.cell}"><span class="quiet" style="${styles.name}">${escaped(name)}</span><br>${escaped(value)}</td></tr>`;

/**
 * Breaks up typed text so that mail programs can't turn any of it into a link, because anybody can make the
 * shop email any address. «1.º» and «M.ª» stay.
 */
export const preventAutolinks = (text: string) =>
  text.replace(/[.:](?=(?![ªº])[\p{L}/\\])/gu, "$& ");

/** Names an email whose subject is unknown, because rendering it has failed. */
export const unwritten = "Un correo que aún no se ha podido escribir";

/** The fields of the order and withdrawal forms, except the email address. */
const { email: _, ...typedFields } = { ...shippingDefaults, name: "", contract: "" };
type Typed = { [Field in keyof typeof typedFields]?: string | null };

/**
 * An order or a withdrawal as emails quote it: nothing that its shopper typed becomes a link. An
 * email address stays whole, so that it can be copied, unless a slash makes it a web address.
 */
export function quotable<T extends Typed & { email: string | null }>(from: T): T {
  const fields = Object.keys(typedFields) as (keyof Typed)[];
  const texts = fields.map((field) => [field, from[field] && preventAutolinks(from[field])]);
  const email = from.email?.includes("/") ? preventAutolinks(from.email) : from.email;
  return { ...from, ...Object.fromEntries(texts.filter(([, text]) => text)), email };
}

/** Mail servers quote the refused address. The log and the owner's emails need only its host. */
export const redactMailboxNames = (text: string) =>
  text.replace(/[^\s<>"]+@/g, "…@").replace(/\s+/g, " ");

/** Line breaks are kept, and nothing becomes a link. */
const lines = (all: string[]) =>
  all.map((line) => escaped(line).replace(oneLine, unbroken)).join("<br>");

const linked = (text: string) =>
  escaped(text).replace(addressOrOneLine, (part) =>
    /^https?:/.test(part) ? `<a href="${part}" style="${styles.link}">${part}</a>` : unbroken(part),
  );

/** Text that must not wrap: spans of time, like «24-48 h», register entries, like «hoja M-1», and telephone numbers. */
const oneLine = /\d+-\d+\u00a0\p{L}+|(?:\p{L}+ )?\p{Lu}+-\d+|\+\d[\d ]+\d/gu;
const addressOrOneLine = new RegExp(`https?://[^\\s<]*[^\\s<.,:;)»]|${oneLine.source}`, "gu");
const unbroken = (part: string) => `<span style="white-space:nowrap">${part}</span>`;

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The shop's colours (app/ui/tokens.css) by purpose, for light and dark mode. */
const light = { ground: "#faf6ee", text: "#21170f", quiet: "#4d4034", rule: "#d8c8ae" };
const dark = { ground: "#21170f", text: "#faf6ee", quiet: "#d8c8ae", rule: "#4d4034" };

const font = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const serif = "Georgia,'Times New Roman',serif";

const styles = {
  brand: `margin:0 0 32px;font:400 20px/1 ${serif};letter-spacing:.22em;text-transform:uppercase`,
  text: "margin:0 0 16px",
  title: `margin:32px 0 12px;font:400 20px/1.25 ${serif}`,
  table: "border-collapse:collapse;margin:0 0 16px",
  cell: `padding:8px 0;border-top:1px solid ${light.rule};font-weight:400;vertical-align:top;`,
  name: `font-size:13px;color:${light.quiet}`,
  link: "color:inherit;text-decoration:underline;overflow-wrap:anywhere",
  // Outlook pads the cell only, and the others the link, so that all of the button can be pressed.
  buttonCell: `background:${light.text};mso-padding-alt:14px 28px`,
  button: `display:block;padding:14px 28px;background:${light.text};color:${light.ground};text-decoration:none`,
  quiet: `margin:32px 0 0;padding-top:16px;border-top:1px solid ${light.rule};font-size:13px;line-height:1.5;color:${light.quiet}`,
  part: "margin:24px 0 0;font-size:12px",
  document: `font-size:12px;line-height:1.5;color:${light.quiet}`,
};

/** The colours that mail programs use in dark mode. Others invert the light ones. */
const inTheDark = `:root{color-scheme:light dark}@media(prefers-color-scheme:dark){.ground{background:${dark.ground}!important;color:${dark.text}!important}.quiet{color:${dark.quiet}!important}.rule{border-color:${dark.rule}!important}.button{background:${dark.text}!important;color:${dark.ground}!important}}`;

/** Tables, because some mail programs support no other fixed width. */
const page = (content: string) =>
  `<!DOCTYPE html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>${inTheDark}</style></head><body class="ground" style="margin:0;background:${light.ground};color:${light.text}"><table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${light.ground};color:${light.text}"><tr><td align="center" style="padding:32px 20px"><table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px"><tr><td style="font:400 16px/1.6 ${font};text-align:left">${content}</td></tr></table></td></tr></table></body></html>`;
