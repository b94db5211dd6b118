import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Runs the check as the build does. */
function check(environment: Record<string, string>) {
  const script = join(import.meta.dirname, "check-settings.ts");
  const { status, stderr } = spawnSync(process.execPath, [script], {
    env: environment,
    encoding: "utf8",
  });
  return { status, said: stderr };
}

const site = { SITE_URL: "https://perfumes.es" };

test("without settings the build goes on, with a word about the address", () => {
  expect(check({})).toEqual({
    status: 0,
    said: "SITE_URL is not set: the shop calls itself https://aurelia.example to search engines and messengers.\n",
  });
});

test("right settings pass without a word", () => {
  expect(
    check({ ...site, SHOP_EMAIL: "tienda@perfumes.es", SHOP_PHONE: "+34 600 111 222" }),
  ).toEqual({
    status: 0,
    said: "",
  });
});

test.each([
  ["SHOP_EMAIL", "hola", "SHOP_EMAIL must be an e-mail address, such as hola@aurelia.example"],
  ["SHOP_EMAIL", 'a"@b.es', "SHOP_EMAIL must be an e-mail address, such as hola@aurelia.example"],
  [
    "SHOP_PHONE",
    "910 000 000",
    "SHOP_PHONE must be an international number of digits and spaces, such as +34 910 000 000",
  ],
  [
    "SHOP_PHONE",
    "+34 <b>",
    "SHOP_PHONE must be an international number of digits and spaces, such as +34 910 000 000",
  ],
  [
    "SITE_URL",
    "aurelia.example",
    "SITE_URL must be the shop's address without a path or a final slash, such as https://aurelia.example",
  ],
  [
    "SITE_URL",
    "https://aurelia.example/",
    "SITE_URL must be the shop's address without a path or a final slash, such as https://aurelia.example",
  ],
])("%s «%s» stops the build with one sentence and no stack", (name, value, sentence) => {
  expect(check({ ...site, [name]: value })).toEqual({
    status: 1,
    said: `${sentence}; it is "${value}".\n`,
  });
});
