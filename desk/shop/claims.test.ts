import { describe, expect, test } from "vitest";
import { builtFacts } from "./built-facts.ts";
import { type Claims, claimList, parseClaims, readClaims, shownClaims } from "./claims.ts";

const { claims: proposals } = readClaims("");
const parse = (changes: Partial<Claims>) => parseClaims({ ...proposals, ...changes });

test("the proposals are the specification's values, and valid", () => {
  expect(proposals).toEqual({
    shippingCost: "9,99",
    freeShippingFrom: "50,00",
    cityDeliveryHours: "24-48",
    emailReplyHours: "24",
    authorizationHours: "24",
    refundWorkingDays: "5-7",
    weekdays: "9:00-18:00, Cualquier consulta",
    saturdays: "10:00-14:00, Solo asuntos urgentes",
    sundays: "Cerrado",
    founded: "2020",
    customers: "500",
    fragrances: "25",
    ingredients: "50",
    mastersYears: "20",
    lastingHours: "12",
    goldKarats: "24",
  });
  expect(parseClaims(proposals)).toEqual({ claims: proposals, errors: {} });
  const { price, email, phone, notes, notice, closed, terms, ...claims } = builtFacts;
  expect(shownClaims(proposals)).toEqual(claims);
});

test.each<[keyof Claims, string, string]>([
  ["shippingCost", "4.5 €", "4,50"],
  ["shippingCost", "0,01", "0,01"],
  ["shippingCost", "99,99", "99,99"],
  ["freeShippingFrom", "1", "1,00"],
  ["freeShippingFrom", "9999,99", "9999,99"],
  ["cityDeliveryHours", "48", "48"],
  ["cityDeliveryHours", "24 a 48 h", "24-48"],
  ["cityDeliveryHours", "", ""],
  ["refundWorkingDays", "10", "10"],
  ["customers", "500+", "500"],
  ["customers", "más de 9999", "9999"],
  ["customers", " 2 ", "2"],
  ["founded", "1700", "1700"],
  ["goldKarats", "24k", "24"],
  [
    "weekdays",
    "9:00-14:00 y 16:00-19:00,cualquier consulta",
    "9:00-14:00 y 16:00-19:00, Cualquier consulta",
  ],
  ["sundays", "cerrado", "Cerrado"],
])("%s «%s» is %s", (name, typed, value) => {
  const { claims, errors } = parse({ [name]: typed });
  expect([claims[name], errors]).toEqual([value, {}]);
});

test.each<[keyof Claims, string]>([
  ["shippingCost", ""],
  ["shippingCost", "0"],
  ["shippingCost", "100"],
  ["shippingCost", "gratis"],
  ["freeShippingFrom", ""],
  ["freeShippingFrom", "0,99"],
  ["freeShippingFrom", "10000"],
  ["cityDeliveryHours", "48-24"],
  ["cityDeliveryHours", "24-24"],
  ["cityDeliveryHours", "0"],
  ["cityDeliveryHours", "pronto"],
  ["emailReplyHours", "1"],
  ["authorizationHours", ""],
  ["refundWorkingDays", "5-11"],
  ["customers", "1"],
  ["customers", "10000"],
  ["customers", "1.200"],
  ["customers", "muchos"],
  ["founded", "1699"],
  ["founded", "2100"],
  ["goldKarats", "25"],
  ["weekdays", "9:00-18:00"],
  ["weekdays", "por la mañana, todo"],
  ["weekdays", `9:00, ${"a".repeat(61)}`],
])("%s can't be «%s»", (name, typed) => {
  expect(Object.keys(parse({ [name]: typed }).errors)).toEqual([name]);
});

describe("the stored claims", () => {
  test("are confirmed; a claim that a later version adds is not", () => {
    expect(readClaims("").unconfirmed).toEqual(claimList.map(([name]) => name));
    const { goldKarats: _, ...stored } = { ...proposals, customers: "" };
    const { claims, unconfirmed } = readClaims(JSON.stringify(stored));
    expect(unconfirmed).toEqual(["goldKarats"]);
    expect([claims.customers, claims.goldKarats]).toEqual(["", "24"]);
  });

  test("become what pages read, where 0 or nothing is left out", () => {
    const { claims } = parse({
      customers: "",
      cityDeliveryHours: "",
      freeShippingFrom: "150",
      saturdays: "",
    });
    expect(shownClaims(claims)).toMatchObject({
      shipping: { cost: 999, freeFrom: 15_000 },
      customers: 0,
      cityDeliveryHours: "",
      openingHours: [
        { day: "Lunes a viernes", hours: "9:00-18:00", status: "Cualquier consulta" },
        { day: "Domingos y festivos", hours: "—", status: "Cerrado" },
      ],
    });
  });
});
