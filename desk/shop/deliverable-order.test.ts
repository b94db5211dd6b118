import { flatten, safeParse } from "valibot";
import { expect, test, vi } from "vitest";
import { completeOrder } from "../../app/shop/testing/complete-order.ts";
import { deliverableOrder, maxLengths, ownersRecipient } from "./deliverable-order.ts";

vi.hoisted(() => vi.stubEnv("SHIPS_TO", "ES,DE,FR,IT,PT,CH"));

type Changes = Partial<Record<keyof typeof completeOrder, string>>;

const errorsOf = (changes: Changes, schema = deliverableOrder) => {
  const { issues } = safeParse(schema, { ...completeOrder, ...changes });
  return issues ? flatten<typeof deliverableOrder>(issues).nested : {};
};

test.each(["35001", "35660", "38001", "51001", "52006", " 38001 "])(
  "does not ship to %s, beyond the customs border",
  (postalCode) => {
    expect(errorsOf({ postalCode })).toEqual({
      postalCode: ["No enviamos a Canarias, Ceuta ni Melilla"],
    });
  },
);

test.each([
  ["ES", "07001"],
  ["ES", "34001"],
  ["ES", "50001"],
  ["ES", "13500"],
  ["DE", "35037"],
  ["FR", "38000"],
  ["IT", "52100"],
])("ships to %s, %s", (country, postalCode) => {
  expect(errorsOf({ country, postalCode })).toEqual({});
});

test("reports the customs border beside another invalid field", () => {
  expect(errorsOf({ firstName: "L", postalCode: "35001" })).toEqual({
    firstName: ["El nombre debe tener al menos 2 caracteres"],
    postalCode: ["No enviamos a Canarias, Ceuta ni Melilla"],
  });
  expect(errorsOf({ postalCode: "3500" })).toEqual({
    postalCode: ["El código postal debe tener 5 dígitos"],
  });
});

test.each(["AT", "Corea del Norte", "ES,DE", "es"])("does not ship to «%s»", (country) => {
  expect(errorsOf({ country })).toEqual({ country: ["No enviamos a ese país"] });
});

test("ships where the owner says", async () => {
  vi.resetModules();
  vi.stubEnv("SHIPS_TO", "PT,AT");
  const { deliverableOrder: other, ownersRecipient: recipient } = await import(
    "./deliverable-order.ts"
  );
  vi.unstubAllEnvs();
  expect(errorsOf({ country: "PT" }, other)).toEqual({});
  expect(errorsOf({ country: "ES" }, other)).toEqual({ country: ["No enviamos a ese país"] });
  const isAustrian = (postalCode: string) =>
    safeParse(recipient, { ...completeOrder, country: "AT", postalCode }).success;
  expect(["101", "1010", "10100"].map(isAustrian)).toEqual([false, true, false]);
});

test.each([
  ["firstName", 60, "El nombre puede tener 60\u00a0caracteres como máximo"],
  ["lastName", 100, "El apellido puede tener 100\u00a0caracteres como máximo"],
  ["address", 200, "La dirección puede tener 200\u00a0caracteres como máximo"],
  ["city", 100, "La ciudad puede tener 100\u00a0caracteres como máximo"],
] as const)("%s has at most %i characters", (field, most, message) => {
  expect(errorsOf({ [field]: "a".repeat(most) })).toEqual({});
  expect(errorsOf({ [field]: "a".repeat(most + 1) })).toEqual({ [field]: [message] });
});

test.each(Object.entries(maxLengths))("%s is refused above %i characters", (field, most) => {
  expect(
    errorsOf({ [field]: "a".repeat(most + 1) }),
    "a field whose rule limits no length needs `atMost` in `deliverableEntries`",
  ).toHaveProperty(field);
});

test.each([
  "María del Carmen",
  "Mª.Carmen",
  "M.Carmen",
  "m.carmen",
  "Fco.Javier",
  "J.R.R.",
  "O'Connor-Díaz",
  "Jr.",
  "Evil.com",
])("accepts «%s» as a name", (name) => {
  expect(errorsOf({ firstName: name, lastName: name })).toEqual({});
});

test.each(["entra en https://evil.example", "http:evil", "Www.Evil", "t.co/x"])(
  "refuses «%s» as a name, because it is a web address",
  (name) => {
    expect(errorsOf({ firstName: name, lastName: name })).toEqual({
      firstName: ["El nombre no puede llevar una dirección web"],
      lastName: ["El apellido no puede llevar una dirección web"],
    });
  },
);

test.each([
  "C/Mayor.3, 1.º B",
  "Avda.de la Paz, s/n",
  "https://aurelia.example",
  "Edificio bit.ly",
])("accepts «%s» as an address and as a city", (place) => {
  expect(errorsOf({ address: place, city: place })).toEqual({});
});

const ownersErrorsOf = (changes: Changes) => {
  const { issues } = safeParse(ownersRecipient, { ...completeOrder, ...changes });
  return issues ? flatten<typeof ownersRecipient>(issues).nested : {};
};

test.each([
  ["PT", "1000-001"],
  ["CH", "8001"],
  ["DE", "10115"],
])("the owner may enter a postal code and a telephone of %s", (country, postalCode) => {
  expect(ownersErrorsOf({ country, postalCode, phone: "+351 912 345 678" })).toEqual({});
});

test.each([
  ["PT", "1000"],
  ["CH", "80011"],
  ["ES", "1000-001"],
  ["ES", ""],
])("the owner's entries for %s refuse «%s» as a postal code", (country, postalCode) => {
  expect(ownersErrorsOf({ country, postalCode })).toEqual({
    postalCode: ["Introduce un código postal de ese país"],
  });
});
