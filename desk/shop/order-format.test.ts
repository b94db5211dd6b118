import { expect, test } from "vitest";
import { shippingDefaults } from "../../app/shop/order.ts";
import {
  formatDay,
  formatIban,
  formatMoment,
  formatShortDay,
  formatWeekday,
  orderAddress,
  vatOf,
} from "./order-format.ts";

test.each([
  [8999, 1562],
  [17998, 3124],
  [89990, 15618],
  [121, 21],
  [1, 0],
  [0, 0],
])("%i cents include %i of VAT", (total, vat) => {
  expect(vatOf(total, 21)).toBe(vat);
});

test("the VAT follows the order's rate", () => {
  expect(vatOf(8999, 10)).toBe(818);
});

test.each([
  ["ES9121000418450200051332", "ES91 2100 0418 4502 0005 1332"],
  ["ES91 2100 0418 4502 0005 1332", "ES91 2100 0418 4502 0005 1332"],
  ["NO9386011117947", "NO93 8601 1117 947"],
])("the IBAN %s is shown as %s", (iban, shown) => {
  expect(formatIban(iban)).toBe(shown);
});

test.each([
  ["2026-11-22T09:05:00Z", "22 de noviembre de 2026 a las 10:05"],
  ["2026-07-01T22:30:00Z", "2 de julio de 2026 a las 0:30"],
  ["2026-12-31T23:00:01Z", "1 de enero de 2027 a las 0:00"],
  ["2026-12-31T23:00:00Z", "1 de enero de 2027"],
  ["2026-11-22T00:05:00Z", "22 de noviembre de 2026 a la 1:05"],
  ["2026-11-22T10:05:00Z", "22 de noviembre de 2026 a las 11:05"],
])("%s is %s in Madrid", (time, text) => {
  expect(formatMoment(Date.parse(time))).toBe(text);
});

test.each([
  ["2026-11-29T09:05:00Z", "domingo 29 de noviembre", "29\u00a0nov"],
  ["2026-11-29T23:30:00Z", "lunes 30 de noviembre", "30\u00a0nov"],
])("the day of %s is %s, or %s, in Madrid", (time, long, short) => {
  expect(formatWeekday(Date.parse(time))).toBe(long);
  expect(formatShortDay(Date.parse(time))).toBe(short);
});

test("a day does not depend on the time zone", () => {
  expect(formatDay("2026-11-22")).toBe("22 de noviembre de 2026");
});

const order = {
  ...shippingDefaults,
  firstName: "Lucía",
  lastName: "Gómez",
  address: "Calle Mayor, 1",
  postalCode: "28013",
  city: "Madrid",
  phone: "+34 600000000",
};

test.each([
  ["ES", "España"],
  ["DE", "Alemania"],
  ["XX", "XX"],
])("an address in %s ends in %s and a telephone", (country, name) => {
  expect(orderAddress({ ...order, country })).toEqual([
    "Lucía Gómez",
    "Calle Mayor, 1",
    "28013 Madrid",
    name,
    "+34 600000000",
  ]);
});
