import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shopSettings } from "./settings-schema.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllEnvs());

const load = async () => (await import("./settings.ts")).settings;

test("has defaults without an environment", async () => {
  for (const name of Object.keys(shopSettings)) vi.stubEnv(name, undefined);
  expect(await load()).toEqual({
    SHOP_EMAIL: "hola@aurelia.example",
    SHOP_PHONE: "+34 910 000 000",
    SITE_URL: "https://aurelia.example",
    PRODUCT_PRICE: "89,99",
    PRODUCT_NOTES_TOP: "",
    PRODUCT_NOTES_HEART: "",
    PRODUCT_NOTES_BASE: "",
  });
});

test("the environment overrides them", async () => {
  vi.stubEnv("SHOP_EMAIL", "tienda@perfumes.es");
  vi.stubEnv("SHOP_PHONE", "+34 600 111 222");
  vi.stubEnv("SITE_URL", "https://perfumes.es//");
  vi.stubEnv("PRODUCT_PRICE", "94.5");
  vi.stubEnv("PRODUCT_NOTES_TOP", "bergamota, neroli.");
  vi.stubEnv("PRODUCT_NOTES_HEART", "jazmín. Rosa");
  vi.stubEnv("PRODUCT_NOTES_BASE", "cedro, ámbar");
  expect(await load()).toEqual({
    SHOP_EMAIL: "tienda@perfumes.es",
    SHOP_PHONE: "+34 600 111 222",
    SITE_URL: "https://perfumes.es",
    PRODUCT_PRICE: "94,50",
    PRODUCT_NOTES_TOP: "bergamota, neroli",
    PRODUCT_NOTES_HEART: "jazmín. Rosa",
    PRODUCT_NOTES_BASE: "cedro, ámbar",
  });
});

test("trims values, and treats spaces alone as missing", async () => {
  vi.stubEnv("SHOP_PHONE", " +34 600 111 222\n");
  vi.stubEnv("SHOP_EMAIL", "  ");
  expect(await load()).toMatchObject({
    SHOP_EMAIL: "hola@aurelia.example",
    SHOP_PHONE: "+34 600 111 222",
  });
});

test.each([
  ["915555123", "+34 915 555 123"],
  ["915 555 123", "+34 915 555 123"],
  ["0034 915555123", "+34 915 555 123"],
  ["+351 21 000 00 00", "+351 21 000 00 00"],
])("reads the phone %s as %s", async (typed, phone) => {
  vi.stubEnv("SHOP_PHONE", typed);
  expect((await load()).SHOP_PHONE).toBe(phone);
});

test.each([
  ["95", 9500],
  ["94.99", 9499],
  ["94,9", 9490],
  ["89,99 €", 8999],
  ["10", 1000],
  ["999,99", 99999],
])("a price of %s is %i cents", async (typed, cents) => {
  vi.stubEnv("PRODUCT_PRICE", typed);
  const { facts } = await import("./facts.ts");
  expect(facts.price).toBe(cents);
});
