import { flatten, safeParse } from "valibot";
import { describe, expect, test } from "vitest";
import { countries } from "./countries.ts";
import { order, shippingDefaults } from "./order.ts";
import { completeOrder } from "./testing/complete-order.ts";

type Field = keyof typeof shippingDefaults;

/** The validation messages of a valid form after changing this one value. */
function messages(field: Field, value: string) {
  const result = safeParse(order, { ...completeOrder, [field]: value });
  return result.success ? {} : flatten<typeof order>(result.issues).nested;
}

/** An email address of this many characters, about 254. A part of its domain has at most 63. */
const longEmail = (length: number) =>
  `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(length - 196)}.es`;

const rules: [field: Field, message: string, right: string[], wrong: string[]][] = [
  [
    "firstName",
    "El nombre debe tener al menos 2 caracteres",
    ["Al", "Ñu", "  Al  ", "María del Carmen", "E\u0301l", "👩\u200d🚀", "عل\u200cی"],
    ["", "A", " A ", "   ", "É", "E\u0301", "\u0301\u0301", "😀", "q\u0303\u0301", "A\u200d\u200d"],
  ],
  [
    "lastName",
    "El apellido debe tener al menos 2 caracteres",
    ["Gi", "de la O"],
    ["", "G", "  ", "\u200b\u200b", "\u200d\u200c", "G\u00ad", "G\u0007"],
  ],
  [
    "email",
    "Introduce un email válido",
    [
      "a@b.es",
      "lucia.ibanez+aurelia@sub.ejemplo.co.uk",
      " lucia@ejemplo.es ",
      "o'connor@ejemplo.ie",
      "hola@xn--espaa-rta.es",
      "lucia@españa.es",
      "lucia@пример.рф",
      "lucia@espan\u0303a.es",
      "lucia@españa2.es",
      "lucia\u200d@ejemplo.es",
      `${"a".repeat(64)}@ejemplo.es`,
      longEmail(254),
    ],
    [
      "",
      "lucia",
      "lucia@",
      "@ejemplo.es",
      "lucia@ejemplo",
      "lucia@ejemplo.",
      "lucia@.es",
      "lucia@ejemplo.e",
      "lucia@@ejemplo.es",
      "lucia @ejemplo.es",
      "lucia..i@ejemplo.es",
      ".lucia@ejemplo.es",
      "lucia.@ejemplo.es",
      "lucia@ejemplo..es",
      "lucia@españa",
      "lucia@españa.es/",
      "lucia@españa.es:25",
      "lucia@\u0301ñ.es",
      "lucia@ejemplo.es-",
      "lucía@ejemplo.es",
      `${"a".repeat(65)}@ejemplo.es`,
      longEmail(255),
    ],
  ],
  [
    "phone",
    "Introduce un teléfono válido (+34 seguido de 9 dígitos)",
    [
      "+34612345678",
      "+34 612345678",
      "+34\u00a0612345678",
      " +34 612345678 ",
      "\u202a+34 612345678\u202c",
      "+34 612\u200d345678",
    ],
    [
      "",
      "+34 ",
      "612345678",
      "+34 61234567",
      "+34 6123456789",
      "+34  612345678",
      "+34 612 345 678",
      "+34612 345678",
      "+34 612 34 56 78",
      "+34-612345678",
      "0034612345678",
      "+33 612345678",
      "+34 61234567a",
      "x+34 612345678",
    ],
  ],
  [
    "address",
    "La dirección debe tener al menos 5 caracteres",
    ["Sol 1", "Calle Mayor, 1"],
    ["", "Sol1", "    Sol1    "],
  ],
  ["city", "La ciudad debe tener al menos 2 caracteres", ["Ea", "Madrid"], ["", "E", " E "]],
  [
    "postalCode",
    "El código postal debe tener 5 dígitos",
    ["28013", "00000", " 28013 ", "28\u200c013"],
    ["", "2801", "280133", "2801a", "28 013", "２８０１３"],
  ],
  ["country", "Selecciona un país", ["ES", "CH"], ["", " "]],
];

test("every field's rule is tested", () => {
  expect(
    rules.map(([field]) => field),
    "a new field: add its right and wrong values here; an optional one has no wrong ones",
  ).toEqual(Object.keys(shippingDefaults));
});

describe.each(rules)("%s", (field, message, right, wrong) => {
  test.each(right)("accepts «%s»", (value) => {
    expect(messages(field, value)).toEqual({});
  });

  test.each(wrong)("refuses «%s»", (value) => {
    expect(new Set(messages(field, value)?.[field])).toEqual(new Set([message]));
  });
});

test("validates a missing field as empty", () => {
  const result = safeParse(order, {});
  expect(result.issues?.map(({ message }) => message)).toContain(
    "El nombre debe tener al menos 2 caracteres",
  );
  expect(result.issues?.map(({ message }) => message)).toContain("Selecciona un país");
});

test("trims values, and keeps the phone's one space", () => {
  const placed = { ...completeOrder, firstName: " Lucía ", phone: " +34 612345678 ", quantity: 3 };
  expect(safeParse(order, placed).output).toEqual({ ...completeOrder, quantity: 3 });
});

test("keeps the joiners of a name, and removes those of telephone, email and postcode", () => {
  const typed = {
    firstName: "عل\u200cی",
    lastName: "👩🏽\u200d🚀",
    address: "کوچه\u200cی ۱",
    city: "قم\u200cرود",
  };
  const joined = {
    phone: "+34 \u200d612345678",
    email: "lu\u200ccia@ejemplo.es",
    postalCode: "2\u200d8013",
  };
  expect(safeParse(order, { ...completeOrder, ...typed, ...joined }).output).toEqual({
    ...completeOrder,
    ...typed,
  });
  expect(safeParse(order, { ...completeOrder, firstName: "\u202eAna\u200b" }).output).toMatchObject(
    {
      firstName: "Ana",
    },
  );
});

test("encodes a domain beyond ASCII as Punycode", () => {
  expect(safeParse(order, { ...completeOrder, email: "lucia@españa.es" }).output).toMatchObject({
    email: "lucia@xn--espaa-rta.es",
  });
});

test.each([
  [0, false],
  [1, true],
  [10, true],
  [11, false],
  [1.5, false],
  ["1", false],
])("an order of «%s» bottles: %s", (quantity, accepted) => {
  expect(safeParse(order, { ...completeOrder, quantity }).success).toBe(accepted);
});

test("the form starts empty, with the Spanish prefix and Spain", () => {
  expect(shippingDefaults).toEqual({
    firstName: "",
    lastName: "",
    email: "",
    phone: "+34 ",
    address: "",
    city: "",
    postalCode: "",
    country: "ES",
  });
});

test("seven countries, Spain first", () => {
  expect(countries.map((country) => country.join(" "))).toEqual([
    "ES España",
    "DE Alemania",
    "FR Francia",
    "IT Italia",
    "PT Portugal",
    "CH Suiza",
    "AT Austria",
  ]);
});
