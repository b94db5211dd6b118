import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { errorsOf } from "./settings-errors.ts";

/** Runs the check in a process, as the build does. */
function check(environment: Record<string, string>) {
  const script = join(import.meta.dirname, "check-settings.ts");
  const { status, stderr } = spawnSync(process.execPath, [script], {
    env: environment,
    encoding: "utf8",
  });
  return { status, stderr };
}

const site = { SITE_URL: "https://perfumes.test" };

test("builds without settings, with a warning about the URL", () => {
  expect(check({})).toEqual({
    status: 0,
    stderr:
      "SITE_URL no está puesto: los buscadores y las aplicaciones de mensajes verán la dirección https://aurelia.example.\n",
  });
});

const contact = { SHOP_EMAIL: "tienda@perfumes.es", SHOP_PHONE: "+34 600 111 222" };

test("accepts valid settings silently", () => {
  expect(check({ ...site, ...contact })).toEqual({ status: 0, stderr: "" });
});

test("says on a real domain that nobody keeps its orders", () => {
  expect(check({ SITE_URL: "https://perfumes.es", ...contact })).toEqual({
    status: 0,
    stderr:
      "Esta tienda solo aparenta vender: nadie guarda los pedidos que se hagan en https://perfumes.es.\n",
  });
});

test("the example's telephone stops the build for a real domain", () => {
  const { status, stderr } = check({
    SITE_URL: "https://perfumes.es",
    SHOP_EMAIL: "tienda@perfumes.es",
  });
  expect(status).toBe(1);
  expect(stderr).toContain(
    "SHOP_PHONE debe ser el de tu tienda, y no el de ejemplo, para publicarla en https://perfumes.es; es «+34 910 000 000».\n",
  );
});

test("an invalid setting stops the build with a sentence and no stack", () => {
  expect(check({ ...site, SHOP_EMAIL: "hola" })).toEqual({
    status: 1,
    stderr: "SHOP_EMAIL debe ser una dirección de correo, como hola@aurelia.example; es «hola».\n",
  });
});

const right = {
  SHOP_EMAIL: "tienda@perfumes.es",
  SHOP_PHONE: "+34 600 111 222",
  SITE_URL: "https://perfumes.es",
};
const hint = {
  SHOP_EMAIL: "SHOP_EMAIL debe ser una dirección de correo, como hola@aurelia.example",
  SHOP_PHONE:
    "SHOP_PHONE debe ser un teléfono con su prefijo internacional, solo con cifras y espacios, como +34 910 000 000",
  SITE_URL:
    "SITE_URL debe ser la dirección completa de la tienda, sin nada detrás del dominio, como https://aurelia.example",
  PRODUCT_PRICE:
    "PRODUCT_PRICE debe ser el precio de un frasco en euros, con IVA, de 10 a 999,99, como 89,99",
  PRODUCT_NOTES_TOP:
    "PRODUCT_NOTES_TOP debe decir las notas de salida del perfume, como «bergamota, neroli», en 80 letras como mucho",
};

test.each([
  ["SHOP_EMAIL", ["a@b.c", "hola@tienda.perfumes.es", "la.tienda+web@españa.es"]],
  ["SHOP_PHONE", ["910 000 000", "+3491000 0", "+12345678901234567890"]],
  [
    "SITE_URL",
    ["http://localhost:3000", "https://perfumes.es", "https://perfumes.es/", "HTTPS://Perfumes.es"],
  ],
  ["PRODUCT_PRICE", ["10", "89,99", "89.99", "999,99 €", "€ 95", "€95", "95 euros"]],
  ["PRODUCT_NOTES_TOP", ["", "bergamota", 'lirio <i>"muguet"</i>', "n".repeat(80)]],
] as const)("accepts valid values of %s", (name, values) => {
  for (const value of values) expect(errorsOf({ ...right, [name]: value })).toEqual([]);
});

test.each([
  [
    "SHOP_EMAIL",
    [
      "hola",
      "@b.es",
      "a@b",
      "a@@b.es",
      "a b@c.es",
      "x a@b.es",
      "a@b.es x",
      'a"@b.es',
      "a@<b>.es",
      "a@b.",
      "a@b.c d",
      "javascript:alert(1)@x.es",
      "a@b.es,c",
      "a@xn--.es",
      "a@-b.es",
      "a@b-.es",
    ],
  ],
  [
    "SHOP_PHONE",
    [
      "910 000 00",
      "+34 <b>",
      "+34 910",
      "x+34 910 000 000",
      "+34 910 000 000x",
      "+ 4 910 000 000",
      `+${"1".repeat(21)}`,
    ],
  ],
  [
    "SITE_URL",
    [
      "aurelia.example",
      "https://a.es/b",
      "https://a.es?b",
      "https://a.es#b",
      "ftp://a.es",
      "xhttps://a.es",
      "https://",
      'https://a.es"',
      "https://a b.es",
      "https://x.es,evil.es",
      "https://user@x.es",
      "https://xn--.es",
    ],
  ],
  ["PRODUCT_PRICE", ["8,999", "89,999", "-95", "gratis", "8999 cts"]],
  ["PRODUCT_NOTES_TOP", ["n".repeat(81)]],
] as const)("refuses invalid values of %s", (name, values) => {
  for (const value of values) {
    expect(errorsOf({ ...right, [name]: value })).toEqual([`${hint[name]}; es «${value}».`]);
  }
});

test("each invalid setting has its sentence", () => {
  expect(errorsOf({ SHOP_EMAIL: "a", SHOP_PHONE: "b", SITE_URL: "c" })).toHaveLength(3);
});

test("an invalid setting stops the build", () => {
  expect(check({ ...site, BUILD_FOLDER: "app" })).toEqual({
    status: 1,
    stderr: "BUILD_FOLDER debe ser «build» o un nombre que empiece por «build-»; es «app».\n",
  });
});

test("BUILD_FOLDER is a folder that may be replaced", () => {
  for (const folder of ["", "build", "build-other", "build-2"]) {
    expect(errorsOf({ BUILD_FOLDER: folder })).toEqual([]);
  }
  for (const folder of ["app", "../build", "build/x", "build.old", "rebuild", "build-"]) {
    expect(errorsOf({ BUILD_FOLDER: folder })).toEqual([
      `BUILD_FOLDER debe ser «build» o un nombre que empiece por «build-»; es «${folder}».`,
    ]);
  }
});

test.each([
  ["9.99", "9,99"],
  ["0,95", "0,95"],
  ["1000", "1000,00"],
  ["1.000", "1000,00"],
  ["8999", "8999,00"],
])("refuses %s as a price", (typed, shown) => {
  expect(errorsOf({ ...right, PRODUCT_PRICE: typed })).toEqual([
    `${hint.PRODUCT_PRICE}; es «${shown}».`,
  ]);
});
