import * as v from "valibot";

/** An environment variable that the owner sets: how it is validated, and the advice if it is invalid. */
interface Rule {
  validate: RegExp | ((value: string) => boolean);
  advice: string;
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
export const setting = ({ default: byDefault = "", ...rule }: Rule): Setting =>
  v.pipe(
    v.optional(v.string(), ""),
    v.trim(),
    v.transform((value) => value || byDefault),
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
  }),
  SITE_URL: setting({
    default: "https://aurelia.example",
    validate: /^https?:\/\/[^\s/?#<>"]+$/,
    advice:
      "must be the shop's address without a path or a final slash, such as https://aurelia.example",
  }),
};

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
