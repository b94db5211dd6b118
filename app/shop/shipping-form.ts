import * as v from "valibot";
import { quantityLimits } from "./quantity.ts";

/** Where the shop ships to, in the order of the spec (§3): [code, label]. */
export const countries = [
  ["ES", "España"],
  ["DE", "Alemania"],
  ["FR", "Francia"],
  ["IT", "Italia"],
  ["PT", "Portugal"],
  ["CH", "Suiza"],
  ["AT", "Austria"],
] as const;

export const shippingFormDefaults = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "+34 ",
  address: "",
  city: "",
  postalCode: "",
  country: "ES",
};

/** A field that was left out is judged as an empty one, so that it gets its own message. */
const text = v.pipe(v.optional(v.string(), ""), v.trim());

const invalidEmail = "Introduce un email válido";

/** The rules and messages of spec §5, the same for every country. Blanks around a value do not count. */
export const shippingForm = v.object({
  firstName: v.pipe(text, v.minLength(2, "El nombre debe tener al menos 2 caracteres")),
  lastName: v.pipe(text, v.minLength(2, "El apellido debe tener al menos 2 caracteres")),
  email: v.pipe(
    text,
    v.rfcEmail(invalidEmail),
    // The RFC lets «a..b@host» pass; mail that reaches a shopper needs single dots and a public domain.
    v.regex(/^(?!\.)(?!.*\.[.@]).+\.[a-z][a-z\d-]*[a-z\d]$/i, invalidEmail),
  ),
  phone: v.pipe(
    text,
    v.regex(/^\+34\s?\d{9}$/, "Introduce un teléfono válido (+34 seguido de 9 dígitos)"),
  ),
  address: v.pipe(text, v.minLength(5, "La dirección debe tener al menos 5 caracteres")),
  city: v.pipe(text, v.minLength(2, "La ciudad debe tener al menos 2 caracteres")),
  postalCode: v.pipe(text, v.regex(/^\d{5}$/, "El código postal debe tener 5 dígitos")),
  country: v.pipe(text, v.minLength(1, "Selecciona un país")),
});

/** What the order desk receives: the address and how many bottles. */
export const order = v.object({
  ...shippingForm.entries,
  quantity: v.pipe(
    v.string(),
    v.toNumber(),
    v.integer(),
    v.minValue(quantityLimits.min),
    v.maxValue(quantityLimits.max),
  ),
});

export type Order = v.InferOutput<typeof order>;
