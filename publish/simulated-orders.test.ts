import { expect, test } from "vitest";
import { simulatedOrders } from "./simulated-orders.ts";

const own = { SHOP_EMAIL: "tienda@perfumes.es", SHOP_PHONE: "+34 600 111 222" };

test.each([
  "https://perfumes.es",
  "http://tienda.perfumes.es:8080",
  "https://example.perfumes.es",
  "https://localhost.es",
  "https://mytest",
  "https://127.0.0.1.perfumes.es",
  "https://8.8.8.8",
  "https://perfumería.es",
])("on %s it says that nobody keeps its orders", (SITE_URL) => {
  expect(simulatedOrders({ ...own, SITE_URL })).toEqual({
    errors: [],
    warnings: [
      `Esta tienda solo aparenta vender: nadie guarda los pedidos que se hagan en ${SITE_URL}.`,
    ],
  });
});

test.each([
  "",
  "https://aurelia.example",
  "https://tienda.example",
  "https://brisa.test",
  "https://brisa.invalid",
  "http://localhost",
  "http://localhost:3000",
  "http://tienda.localhost:3000",
  "http://127.0.0.1:3000",
  "http://127.8.9.1",
  "http://127.1",
  "HTTPS://Aurelia.Example/",
])("on «%s» it is silent, whatever its email and telephone", (SITE_URL) => {
  expect(simulatedOrders({ SITE_URL })).toEqual({ errors: [], warnings: [] });
  expect(simulatedOrders({ ...own, SITE_URL })).toEqual({ errors: [], warnings: [] });
});

test("an address that is none is left to the sentence about its spelling", () => {
  for (const SITE_URL of ["http://[::1]:3000", "perfumes.es", "https://a b.es"]) {
    expect(simulatedOrders({ SITE_URL }).errors, SITE_URL).toEqual([]);
  }
});

test("an example's email or telephone stops a build for a real domain", () => {
  const SITE_URL = "https://perfumes.es";
  const email = (value: string) =>
    `SHOP_EMAIL debe ser el de tu tienda, y no el de ejemplo, para publicarla en https://perfumes.es; es «${value}».`;
  const phone =
    "SHOP_PHONE debe ser el de tu tienda, y no el de ejemplo, para publicarla en https://perfumes.es; es «+34 910 000 000».";
  const errorsOf = (changes: Record<string, string>) =>
    simulatedOrders({ ...own, SITE_URL, ...changes }).errors;
  expect(simulatedOrders({ SITE_URL }).errors).toEqual([email("hola@aurelia.example"), phone]);
  expect(errorsOf({ SHOP_EMAIL: "" })).toEqual([email("hola@aurelia.example")]);
  expect(errorsOf({ SHOP_EMAIL: "Hola@Aurelia.Example" })).toEqual([email("Hola@Aurelia.Example")]);
  expect(errorsOf({ SHOP_EMAIL: "ana@otra.example" })).toEqual([email("ana@otra.example")]);
  expect(errorsOf({ SHOP_PHONE: "910 000 000" })).toEqual([phone]);
});
