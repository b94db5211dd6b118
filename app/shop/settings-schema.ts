import * as v from "valibot";
import { formatAmount, readAmount } from "./money.ts";
import { normalizePhone } from "./normalize.ts";

/** An environment variable that the owner sets: how it is validated, and the hint in its error message. */
interface Rule {
  validate: RegExp | ((value: string) => boolean);
  hint: string;
  /** Names the missing part of an invalid value. */
  lacks?: (value: string) => string;
  /** Turns other common spellings into the one that is validated. */
  normalize?: (value: string) => string;
  /** The value when nothing is set; a setting without a default is required. */
  default?: string;
  /** The error message must not contain the value, because it is logged. */
  secret?: true;
}

type Setting = v.GenericSchema<string | undefined, string>;

/**
 * An empty value is a missing one.
 * @public
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
    message(rule),
    v.metadata({ secret: rule.secret ?? false }),
  );

/** @public */
export const isSecret = (setting: Setting) => v.getMetadata(setting).secret === true;

/**
 * Not trimmed, because other code compares the exact value.
 * @public
 */
export const literal = (rule: Rule): Setting => v.pipe(v.optional(v.string(), ""), message(rule));

const message = ({ validate, hint, lacks, secret }: Rule) =>
  v.check(
    (value: string) => (validate instanceof RegExp ? validate.test(value) : validate(value)),
    ({ input }) =>
      input
        ? `${hint}; ${secret ? "lo que has puesto no vale" : `es «${input}»`}${lacks ? `, y falta ${lacks(input)}` : ""}.`
        : `no está puesto: ${hint}.`,
  );

/** How the shop is built. */
export const buildSettings = {
  BUILD_FOLDER: literal({
    // Publishing replaces the whole folder, so it must contain nothing else.
    validate: /^(build(-[\w-]+)?)?$/,
    hint: "debe ser «build» o un nombre que empiece por «build-»",
  }),
};

/** Each part of a domain begins and ends with a letter or a digit, so «xn--.es» is none. */
const label = "[\\p{L}\\d](?:[\\p{L}\\d-]*[\\p{L}\\d])?";

/** @public */
export const emailAddress = new RegExp(
  `^[\\w.!#$%&'*+/=?^\`{|}~-]+@${label}(?:\\.${label})+$`,
  "u",
);

/** The settings that the pages of every shop show. */
export const shopSettings = {
  SHOP_EMAIL: setting({
    default: "hola@aurelia.example",
    // It becomes a link and the sender of emails.
    validate: emailAddress,
    hint: "debe ser una dirección de correo, como hola@aurelia.example",
  }),
  SHOP_PHONE: setting({
    default: "+34 910 000 000",
    validate: /^\+\d[\d ]{6,18}\d$/,
    hint: "debe ser un teléfono con su prefijo internacional, solo con cifras y espacios, como +34 910 000 000",
    normalize: internationalPhone,
  }),
  SITE_URL: setting({
    default: "https://aurelia.example",
    // Without a user name or a second host name, because proxies are configured with it.
    validate: new RegExp(`^https?://${label}(?:\\.${label})*(?::\\d+)?$`, "u"),
    hint: "debe ser la dirección completa de la tienda, sin nada detrás del dominio, como https://aurelia.example",
    normalize: (value) => value.toLowerCase().replace(/(?<=[^/:])\/+$/, ""),
  }),
  /** In euros, with VAT. */
  PRODUCT_PRICE: setting({
    default: "89,99",
    validate: /^[1-9]\d{1,2},\d{2}$/,
    hint: "debe ser el precio de un frasco en euros, con IVA, de 10 a 999,99, como 89,99",
    normalize: normalizePrice,
  }),
  PRODUCT_NOTES_TOP: notes("las notas de salida del perfume, como «bergamota, neroli»"),
  PRODUCT_NOTES_HEART: notes("las notas de corazón del perfume, como «jazmín, rosa»"),
  PRODUCT_NOTES_BASE: notes("las notas de fondo del perfume, como «cedro, ámbar»"),
};

/** @public */
export type ShopSettings = Record<keyof typeof shopSettings, string>;

function notes(what: string): Setting {
  return setting({
    validate: /^.{0,80}$/,
    hint: `debe decir ${what}, en 80 letras como mucho`,
    normalize: (value) => value.replace(/\s*\.$/, ""),
  });
}

/** «915 555 123» → «+34 915 555 123». Other countries' numbers need their prefix. */
function internationalPhone(value: string): string {
  if (value.startsWith("+")) return value;
  return normalizePhone(value)?.replace(/(\d{3})(\d{3})(\d{3})$/, "$1 $2 $3") ?? value;
}

/** «95», «89.99» or «89,99 €» → «95,00», «89,99». */
function normalizePrice(value: string): string {
  const cents = readAmount(value);
  return cents === undefined ? value : formatAmount(cents);
}

/** Returns true for the example itself, however it is spelled, and for any address in `.example`. */
export const isExample = (value: string, example = "") =>
  /\.example\b/i.test(value) || (value !== "" && letters(value) === letters(example));

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

export type Environment = Record<string, string | undefined>;

/** The validated settings, and an error message for each invalid one. */
export function validateSettings<Name extends string>(
  entries: Record<Name, Setting>,
  environment: Environment,
) {
  const { output, issues = [] } = v.safeParse(v.object(entries), environment);
  return {
    settings: output as Record<Name, string>,
    errors: issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`),
  };
}
