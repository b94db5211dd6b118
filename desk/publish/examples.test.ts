import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readDeskSettings } from "../shop/settings-schema.ts";
import { errorsOf } from "./settings-errors.ts";

/** The settings of docs/hosting/aurelia.env. */
const example = Object.fromEntries(
  Array.from(
    readFileSync(join(import.meta.dirname, "../docs/hosting/aurelia.env"), "utf8").matchAll(
      /^(\w+)='(.*)'$/gm,
    ),
    ([, name = "", value = ""]) => [name, value],
  ),
);
/** Values that a real shop may have. */
const usable = ["PRODUCT_PRICE", "SHIPS_TO", "DATABASE_URL", "BACKUP_FOLDER", "TRUSTED_PROXY"];
const own = { SELLER_NAME: "Brisa SL", SELLER_IBAN: "DE89370400440532013000" };

const refused = (environment: Record<string, string>) =>
  [...errorsOf(environment), ...readDeskSettings(environment, "all").errors].map(
    (error) => error.split(" ")[0],
  );

test("refuses each example value of the settings file", () => {
  const examples = Object.keys(example).filter((name) => !usable.includes(name));
  expect(examples).toHaveLength(14);
  expect(new Set(refused(example))).toEqual(new Set(examples));
});

test("refuses an example however it is spelled, and takes a value of the owner's", () => {
  const { SELLER_IBAN = "", SELLER_NAME = "", PRODUCT_MAKER = "" } = example;
  for (const [name, value] of [
    ["SELLER_IBAN", SELLER_IBAN.replaceAll(" ", "").toLowerCase()],
    ["SELLER_NAME", SELLER_NAME.toUpperCase().replaceAll(/[.,]/g, "")],
    ["PRODUCT_MAKER", PRODUCT_MAKER.replace("Perfumes Aurelia", "Brisa")],
    ["SMTP_URL", "smtps://tienda:secreto@smtp.brisa.example:465"],
  ] as const) {
    expect(refused({ ...example, ...own, [name]: value })).toContain(name);
  }
  expect(refused({ ...example, ...own })).not.toContain("SELLER_IBAN");
  expect(refused({ ...example, ...own })).not.toContain("SELLER_NAME");
});

test("accepts the examples in the demo, and shows no secret", () => {
  expect(readDeskSettings({ ...example, DEMO: "yes" }, "all").errors).toEqual([]);
  const errors = readDeskSettings(example, "all").errors.join("\n");
  expect(errors).toContain("SMTP_URL debe tener un valor tuyo, y no uno de ejemplo");
  expect(errors).not.toContain(example.SMTP_URL);
  const DATABASE_URL = "postgres://aurelia:secreto@db.brisa.example/orders";
  expect(readDeskSettings({ ...example, DATABASE_URL }, "all").errors).toContain(
    "DATABASE_URL debe tener un valor tuyo, y no uno de ejemplo, para vender de verdad.",
  );
});

test("advises an identifier that it refuses as the example's", () => {
  const hint = readDeskSettings({ PRODUCT_IDENTIFIER: "" }, "all").errors.join("\n");
  const [, advised = ""] = /identifica este perfume, como (EAN \d{13})\./.exec(hint) ?? [];
  expect(refused({ ...example, PRODUCT_IDENTIFIER: advised })).toContain("PRODUCT_IDENTIFIER");
  expect(advised).toBe("EAN 8400000000000");
});

test("reports an unknown setting", () => {
  expect(
    readDeskSettings({ ...example, DEMO: "yes", SELLER_EMAIL: "a@b.es" }, "all").errors,
  ).toEqual(["SELLER_EMAIL no es ningún ajuste de la tienda: mira si está bien escrito."]);
});
