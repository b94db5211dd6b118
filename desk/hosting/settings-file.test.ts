import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/desk.ts";
import { questions } from "./questions.ts";
import {
  newSettings,
  readSettings,
  settingsErrors,
  withLinksToShop,
  withSetting,
} from "./settings-file.ts";

const example = readFileSync(join(import.meta.dirname, "../docs/hosting/aurelia.env"), "utf8");

test("a new file has no value of the example that the owner is asked for, and keeps the rest", () => {
  const text = newSettings(
    example,
    questions.map(({ name }) => name),
  );
  expect(readSettings(text)).toEqual({
    SHIPS_TO: "ES",
    DATABASE_URL: "/var/lib/aurelia/orders.db",
    BACKUP_FOLDER: "/var/lib/aurelia/backups",
    TRUSTED_PROXY: "1",
  });
  expect(text).toContain(
    "# Solo de una sociedad; quien es autónomo quita la línea.\n#SELLER_REGISTER=",
  );
});

test("an answer replaces its line, and no other one", () => {
  const text = "# Mía\nSHOP_PHONE='1'\n#SHOP_EMAIL='hola@aurelia.example'\n";
  const named = withSetting(withSetting(text, "SHOP_EMAIL", "a@b.es"), "SHOP_PHONE", "2");
  expect(named).toBe("# Mía\nSHOP_PHONE='2'\nSHOP_EMAIL='a@b.es'\n");
  expect(withSetting(named, "SHOP_NOTICE", "Hoy")).toBe(`${named}SHOP_NOTICE='Hoy'\n`);
});

test.each([
  ['$& $1 \\n "comillas" # 100 % `x`', '$& $1 \\n "comillas" # 100 % `x`'],
  ["L'Or\nde  Nuit ", "L’Or de Nuit"],
])("the shell, Node and the shop read %j as %j", (typed, value) => {
  const text = withSetting("PRODUCT_WARNINGS='Antes'\n", "PRODUCT_WARNINGS", typed);
  expect(readSettings(text)).toEqual({ PRODUCT_WARNINGS: value });
  const file = join(temporaryFolder(), "settings.env");
  writeFileSync(file, text);
  const script = '. "$0"; printf %s "$PRODUCT_WARNINGS"';
  expect(execFileSync("sh", ["-c", script, file], { encoding: "utf8" })).toBe(value);
});

test("the example's values are refused, and missing ones are reported once", () => {
  const errors = settingsErrors(readSettings(example));
  expect(new Set(errors).size).toBe(errors.length);
  expect(errors.filter((problem) => problem.startsWith("SITE_URL "))).toHaveLength(1);
  expect(settingsErrors({}).join("\n")).toMatch(/^SMTP_URL no está puesto/m);
});

test.each([
  ["hola@brisa.es", "hola@brisas.es"],
  ["lucia@correo.example", "lucia@correo.example"],
  ["", ""],
])("links to «%s» go to «%s» once the shop's address is corrected", (owner, expected) => {
  const before = `SHOP_EMAIL='hola@brisa.es'\nOWNER_EMAIL='${owner}'\n`;
  const changed = withSetting(before, "SHOP_EMAIL", "hola@brisas.es");
  expect(readSettings(withLinksToShop(before, changed))).toMatchObject({
    SHOP_EMAIL: "hola@brisas.es",
    OWNER_EMAIL: expected,
  });
});
