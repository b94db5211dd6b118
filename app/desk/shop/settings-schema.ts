import { countries } from "../../shop/countries.ts";
import { type Environment, judge, setting, shopSettings } from "../../shop/settings-schema.ts";
import { exampleSettings } from "./example-settings.ts";

/** The settings that the pages of a shop with real orders show as well. */
export const sellerSettings = {
  SELLER_NAME: setting({
    validate: /^\S.+\S$/,
    advice: "must be the seller's full name, as the bank account's holder has it",
  }),
  SELLER_TAX_ID: setting({
    validate: isTaxId,
    advice: "must be the seller's NIF or NIE with its right check character, such as B12345674",
    normalize: compact,
  }),
  SELLER_ADDRESS: setting({
    validate: /^\S.{8,}\S$/,
    advice: "must be the seller's postal address in one line",
  }),
  SELLER_REGISTER: setting({
    validate: /^$|^\S.{8,}\S$/,
    advice:
      "must be a company's entry in the commercial register, such as Registro Mercantil de Madrid, tomo 1, folio 1, hoja M-1",
  }),
  SELLER_ARBITRATION: setting({
    validate: /^$|^\S.{8,}\S$/,
    advice: "must be the body of consumer arbitration that the seller adheres to, with its address",
  }),
  SHIPS_TO: setting({
    default: "ES",
    normalize: (value) =>
      value
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean)
        .join(","),
    validate: (value) =>
      value.split(",").every((code) => countries.some(([known]) => known === code)),
    advice: `must be codes of ${countries.map(([code]) => code).join(", ")}, parted by commas`,
  }),
  GUARANTEE_NOTICE: setting({
    validate: /\.(svg|png|jpg|webp)$/,
    advice:
      "must name the file of the official notice on the legal guarantee (Regulation (EU) 2025/1960), an SVG or a picture",
  }),
  // The information that an online offer must show: Regulation (EU) 2023/988, art. 19.
  PRODUCT_MAKER: setting({
    // An electronic address is an email or a website.
    validate: /^(?=.*(@|www\.|https?:\/\/)).{20,}$/,
    advice:
      "must be the name, the postal and the electronic address of the perfume's maker, or of who answers for it in the Union",
  }),
  PRODUCT_IDENTIFIER: setting({
    validate: /^\S.+\S$/,
    advice: "must be what tells this perfume from others, such as EAN 8412345678905",
  }),
  PRODUCT_WARNINGS: setting({
    validate: /^\S.{8,}\S$/,
    advice: "must be the warnings of the perfume's label, in Spanish",
  }),
  PRODUCT_INGREDIENTS: setting({
    validate: /^[^,]+(,[^,]+)+$/,
    advice: "must be the ingredients of the perfume's label (INCI), with their commas",
  }),
  SHOP_NOTICE: setting({
    validate: /^.{0,140}$/,
    advice: "debe ser una frase de 140 letras como mucho, para la portada",
  }),
  SHOP_REOPENS: setting({
    default: "pronto",
    validate: /^.{1,60}$/,
    advice: "debe decir cuándo vuelve a abrir la tienda, como «el 3 de enero»",
  }),
};

const examples: Record<string, string> = exampleSettings;

const ofPasswords = "of a password write / as %2F, # as %23, @ as %40 and % as %25";

/**
 * All settings of the order desk. Those that pages don't show, some of them secret, are read at
 * start.
 */
const deskSettings = {
  ...sellerSettings,
  SELLER_IBAN: setting({
    validate: isIban,
    advice: "must be the IBAN that shoppers pay to, and one of its figures is not right",
    normalize: compact,
  }),
  SMTP_URL: setting({
    validate: (value) => /^smtps?:\/\/[^/]/.test(value) && isAddress(value),
    advice: `must be the mail server's address, such as smtps://user:password@mail.example:465; ${ofPasswords}`,
    secret: true,
  }),
  DESK_PASSWORD: setting({
    validate: (value) => value.length >= 12 && new Set(value).size >= 6,
    advice: "must be the counter's password, of at least 12 characters, 6 of them different",
    secret: true,
  }),
  DATABASE_URL: setting({
    default: "data/orders.db",
    validate: (value) =>
      /^postgres(ql)?:/.test(value) ? isAddress(value) : !/^\w{2,}:/.test(value),
    advice: `must be a file, such as data/orders.db, or a postgres:// address; ${ofPasswords}`,
    secret: true,
  }),
  BACKUP_FOLDER: setting({
    validate: () => true,
    advice: "must be the folder for the nightly copies of the database",
  }),
  TRUSTED_PROXY: setting({
    validate: /^1?$/,
    advice: "must be 1 where all requests come through a proxy of yours, or not be set",
  }),
  STRIPE_SECRET_KEY: setting({
    validate: /^$|^(sk|rk)_\w+$/,
    advice: "must be Stripe's secret key, which begins with sk_ or rk_",
    secret: true,
  }),
  STRIPE_WEBHOOK_SECRET: setting({
    validate: /^$|^whsec_\w+$/,
    advice: "must be the secret of Stripe's webhook, which begins with whsec_",
    secret: true,
  }),
};

export type DeskSettings = Record<keyof typeof deskSettings, string>;

/** The settings of an order desk: for a build those that pages show, for a start all of them. */
export function readDeskSettings(environment: Environment, wanted: "built" | "all") {
  const { settings, faults } = judge(wanted === "all" ? deskSettings : sellerSettings, environment);
  return {
    settings: settings as DeskSettings,
    faults: [
      ...faults,
      ...registerFaults(settings),
      ...(environment.DEMO ? [] : exampleFaults(settings)),
      ...unknownNames(environment),
    ],
  };
}

/** The settings that the owner changes at the counter while the shop runs. */
export const counterSettings = {
  PRODUCT_PRICE: shopSettings.PRODUCT_PRICE,
  SELLER_IBAN: deskSettings.SELLER_IBAN,
  SHOP_NOTICE: sellerSettings.SHOP_NOTICE,
};

export type CounterSetting = keyof typeof counterSettings;

/** Judges what the owner has typed for one of these settings, by the rules of a start. */
export function judgeTyped(name: CounterSetting, typed: string, { DEMO }: Environment) {
  const { settings, faults } = judge({ [name]: counterSettings[name] }, { [name]: typed });
  return {
    value: settings[name] ?? "",
    faults: [...faults, ...(DEMO ? [] : exampleFaults(settings))],
  };
}

const secrets = ["SMTP_URL", "DESK_PASSWORD"];

/** A shop that sells must not use a value of docs/hosting/aurelia.env or of the demo. */
const exampleFaults = (settings: Record<string, string>) =>
  Object.entries(settings)
    .filter(([name, value]) => isExample(value, examples[name]))
    .map(
      ([name, value]) =>
        `${name} must be your own where orders are real; it is ${secrets.includes(name) ? "an example" : `"${value}"`}.`,
    );

/** Returns true for the example itself, however it is spelled, and for any address in `.example`. */
export const isExample = (value: string, example = "") =>
  /\.example\b/i.test(value) || (value !== "" && letters(value) === letters(example));

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** A misspelt name would be ignored. */
const unknownNames = (environment: Environment) =>
  Object.keys(environment)
    .filter((name) => /^(SELLER|PRODUCT|SHOP|SHIPS|DESK)_/.test(name))
    .filter((name) => !(name in deskSettings || name in shopSettings))
    .map((name) => `${name} is the name of no setting.`);

/** Ley 34/2002, art. 10.1 b): a company shows its entry. The NIF of an S. A. begins with A, of an S. L. with B. */
const registerFaults = ({
  SELLER_TAX_ID,
  SELLER_REGISTER,
}: Record<keyof typeof sellerSettings, string>) =>
  /^[AB]/.test(SELLER_TAX_ID) && !SELLER_REGISTER
    ? [
        `SELLER_REGISTER is not set: the NIF "${SELLER_TAX_ID}" is a company's, so it must be its entry in the commercial register, such as Registro Mercantil de Madrid, tomo 1, folio 1, hoja M-1.`,
      ]
    : [];

/** Only the database's setting, for the commands that the owner runs in a shell. */
export function readDatabaseUrl(environment: Environment) {
  const { DATABASE_URL } = deskSettings;
  const { settings, faults } = judge({ DATABASE_URL }, environment);
  return { url: settings.DATABASE_URL, faults };
}

/** Part of an unescaped password would be parsed as the host, and appear in error messages. */
function isAddress(value: string): boolean {
  if (!(URL.canParse(value) && value.includes("://"))) return false;
  const { hostname, pathname, username, password, hash } = new URL(value);
  if (hash || pathname.includes("@") || (value.includes("@") && !username)) return false;
  try {
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  return hostname !== "" || pathname.length > 1;
}

/** «es91 2100-0418…» → «ES9121000418…» */
function compact(value: string): string {
  return value.toUpperCase().replace(/[\s.-]/g, "");
}

/** ISO 13616: two letters, two check digits, and a remainder of 1 modulo 97. */
function isIban(value: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(value)) return false;
  const moved = value.slice(4) + value.slice(0, 4);
  const figures = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(figures) % 97n === 1n;
}

/** Orden EHA/451/2008 of companies and RD 1065/2007 of persons: the check character is reckoned from the figures. */
function isTaxId(value: string): boolean {
  const [, first = "", figures = "", check = ""] = /^([A-Z\d])(\d{7})([A-Z\d])$/.exec(value) ?? [];
  if (/[\dKLMXYZ]/.test(first)) {
    const leading = /\d/.test(first) ? first : String(Math.max(0, "XYZ".indexOf(first)));
    return check === "TRWAGMYFPDXBNJZSQVHLCKE"[Number(leading + figures) % 23];
  }
  if (!/[ABCDEFGHJNPQRSUVW]/.test(first)) return false;
  const sum = Array.from(figures, Number).reduce((sum, figure, index) => {
    const twice = 2 * figure;
    return sum + (index % 2 ? figure : Math.floor(twice / 10) + (twice % 10));
  }, 0);
  const control = (10 - (sum % 10)) % 10;
  return check === String(control) || check === "JABCDEFGHI"[control];
}
