import * as v from "valibot";
import { quantityLimits } from "./quantity.ts";

/** The form's default values (spec §3). */
export const shippingDefaults = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "+34 ",
  address: "",
  city: "",
  postalCode: "",
  country: "ES",
};

export type ShippingDetails = typeof shippingDefaults;

/**
 * A missing field is validated as an empty one, so that it gets its own message. Surrounding white space
 * and invisible characters don't count: control characters, and the format characters that are copied
 * along with a telephone number from an address book. Joiners stay: emoji and Persian names need them.
 * @public
 */
export const text = v.pipe(
  v.optional(v.string(), ""),
  v.transform((value) =>
    value.replace(/(?![\u200c\u200d])\p{Cf}|(?!\s)\p{Cc}/gu, "").normalize("NFC"),
  ),
  v.trim(),
);

/** Text for machines, without joiners. */
const code = v.pipe(
  text,
  v.transform((value) => value.replace(/[\u200c\u200d]/g, "")),
);

/**
 * At least this many characters as a person counts them: a letter with its combining marks and joiners is one.
 * `v.minGraphemes` does the same by `Intl.Segmenter`, which Firefox has only since version 125.
 */
const minCharacters = (requirement: number, message: string) =>
  v.check<string, string>(
    (value) => (value.match(/[^\p{M}\p{Cf}]/gu) ?? []).length >= requirement,
    message,
  );

const invalidEmail = "Introduce un email válido";

/** `lucia@españa.es` → `lucia@xn--espaa-rta.es`, as mail servers expect it. Some browsers convert it themselves. */
function withAsciiDomain(email: string) {
  const [, name, domain] =
    /^(.+@)([\p{L}\p{M}\d.-]*[^\p{ASCII}][\p{L}\p{M}\d.-]*)$/u.exec(email) ?? [];
  try {
    return domain ? name + new URL(`https://${domain}`).hostname : email;
  } catch {
    return email;
  }
}

/** The rules and messages of spec §5, the same for every country. */
const shippingRules = {
  firstName: v.pipe(text, minCharacters(2, "El nombre debe tener al menos 2 caracteres")),
  lastName: v.pipe(text, minCharacters(2, "El apellido debe tener al menos 2 caracteres")),
  email: v.pipe(
    code,
    v.transform(withAsciiDomain),
    v.rfcEmail(invalidEmail),
    // The RFC lets «a..b@host» pass; mail that reaches a shopper needs single dots and a public domain.
    v.regex(/^(?!\.)(?!.*\.[.@])[^@]{1,64}@.+\.[a-z][a-z\d-]*[a-z\d]$/i, invalidEmail),
    // RFC 5321, 4.5.3.1, also for the local part above.
    v.maxLength(254, invalidEmail),
  ),
  phone: v.pipe(
    code,
    v.regex(/^\+34\s?\d{9}$/, "Introduce un teléfono válido (+34 seguido de 9 dígitos)"),
  ),
  address: v.pipe(text, minCharacters(5, "La dirección debe tener al menos 5 caracteres")),
  city: v.pipe(text, minCharacters(2, "La ciudad debe tener al menos 2 caracteres")),
  postalCode: v.pipe(code, v.regex(/^\d{5}$/, "El código postal debe tener 5 dígitos")),
  country: v.pipe(text, v.minLength(1, "Selecciona un país")),
} satisfies Record<keyof ShippingDetails, v.GenericSchema<string | undefined, string>>;

/** An order: the shipping details and the quantity. */
export const order = v.object({
  ...shippingRules,
  quantity: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(quantityLimits.min),
    v.maxValue(quantityLimits.max),
  ),
});

export type Order = v.InferOutput<typeof order>;
