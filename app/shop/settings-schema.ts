import * as v from "valibot";
import { normalizePhone } from "./normalize.ts";

/** An environment variable that the owner sets: how it is validated, and the advice if it is invalid. */
interface Rule {
  validate: RegExp | ((value: string) => boolean);
  advice: string;
  /** Turns other common spellings into the one that is validated. */
  normalize?: (value: string) => string;
  /** The value when nothing is set; a setting without a default is required. */
  default?: string;
  /** Its sentence must not carry it into a log. */
  secret?: true;
}

type Setting = v.GenericSchema<string | undefined, string>;

/**
 * An empty value is a missing one.
 * @public Selling describes its own settings with it.
 */
export const setting = ({
  default: byDefault = "",
  normalize = (value) => value,
  ...rule
}: Rule): Setting =>
  v.pipe(
    v.optional(v.string(), ""),
    v.trim(),
    v.transform((value) => (value ? normalize(value) : byDefault)),
    sentence(rule),
  );

/** Not trimmed, because other code compares the exact value. */
const literal = (rule: Rule): Setting => v.pipe(v.optional(v.string(), ""), sentence(rule));

const sentence = ({ validate, advice, secret }: Rule) =>
  v.check(
    (value: string) => (validate instanceof RegExp ? validate.test(value) : validate(value)),
    ({ input }) =>
      input ? `${advice}; it is "${secret ? "…" : input}".` : `is not set: it ${advice}.`,
  );

/** How the shop is built. */
export const buildSettings = {
  BUILD_FOLDER: literal({
    // The folder is replaced as a whole, so it must be nobody else's.
    validate: /^(build(-[\w-]+)?)?$/,
    advice: 'must be "build", or a name that begins with "build-"',
  }),
  ORDER_DESK: literal({ validate: /^(real)?$/, advice: 'must be "real", or not be set' }),
  /** A shop to try out, which may have the example's addresses (desk/demo/shop.ts). */
  DEMO: literal({ validate: /^(yes)?$/, advice: 'must be "yes", or not be set' }),
};

/** The settings that the pages of every shop show. */
export const shopSettings = {
  SHOP_EMAIL: setting({
    default: "hola@aurelia.example",
    validate: /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/,
    advice: "must be an e-mail address, such as hola@aurelia.example",
  }),
  SHOP_PHONE: setting({
    default: "+34 910 000 000",
    validate: /^\+\d[\d ]{6,18}\d$/,
    advice: "must be an international number of digits and spaces, such as +34 910 000 000",
    normalize: internationalPhone,
  }),
  SITE_URL: setting({
    default: "https://aurelia.example",
    validate: /^https?:\/\/[^\s/?#<>"]+$/,
    advice: "must be the shop's address without a path, such as https://aurelia.example",
    normalize: (value) => value.replace(/(?<=[^/:])\/+$/, ""),
  }),
  /** In euros, with VAT. */
  PRODUCT_PRICE: setting({
    default: "89,99",
    validate: /^[1-9]\d{1,2},\d{2}$/,
    advice: "must be the price of a bottle in euros with VAT, from 10 to 999,99, such as 89,99",
    normalize: normalizePrice,
  }),
};

/** «915 555 123» → «+34 915 555 123». Other countries' numbers need their prefix. */
function internationalPhone(value: string): string {
  if (value.startsWith("+")) return value;
  return normalizePhone(value)?.replace(/(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3") ?? value;
}

/** «95», «89.99» or «89,99 €» → «95,00», «89,99». */
function normalizePrice(value: string): string {
  const [, euros, decimals = ""] = /^(\d{1,4})(?:[.,](\d{1,2}))?\s*€?$/.exec(value) ?? [];
  return euros ? `${euros},${decimals.padEnd(2, "0")}` : value;
}

export type Environment = Record<string, string | undefined>;

/** The settings as they hold, and a sentence for each that is not right. */
export function judge<Name extends string>(
  entries: Record<Name, Setting>,
  environment: Environment,
) {
  const { output, issues = [] } = v.safeParse(v.object(entries), environment);
  return {
    settings: output as Record<Name, string>,
    faults: issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`),
  };
}
