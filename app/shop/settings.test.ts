import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllEnvs());

const load = async () => (await import("./settings.ts")).settings;

test("without an environment the shop has its own e-mail, phone and address", async () => {
  for (const name of ["SHOP_EMAIL", "SHOP_PHONE", "SITE_URL"]) vi.stubEnv(name, undefined);
  expect(await load()).toEqual({
    SHOP_EMAIL: "hola@aurelia.example",
    SHOP_PHONE: "+34 910 000 000",
    SITE_URL: "https://aurelia.example",
  });
});

test("the environment overrides them", async () => {
  vi.stubEnv("SHOP_EMAIL", "tienda@perfumes.es");
  vi.stubEnv("SHOP_PHONE", "+34 600 111 222");
  vi.stubEnv("SITE_URL", "https://perfumes.es");
  expect(await load()).toEqual({
    SHOP_EMAIL: "tienda@perfumes.es",
    SHOP_PHONE: "+34 600 111 222",
    SITE_URL: "https://perfumes.es",
  });
});

test("blanks around a value do not count, and blanks alone are none", async () => {
  vi.stubEnv("SHOP_PHONE", " +34 600 111 222\n");
  vi.stubEnv("SHOP_EMAIL", "  ");
  expect(await load()).toMatchObject({
    SHOP_EMAIL: "hola@aurelia.example",
    SHOP_PHONE: "+34 600 111 222",
  });
});
