import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";

const textOf = new Map(
  globSync("{app/desk,desk}/**/*.{ts,tsx}", { exclude: ["**/node_modules/**"] })
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
    .map((file) => [file, readFileSync(file, "utf8")]),
);
const files = [...textOf.keys()];

test("pages read no environment: their settings are compiled in", () => {
  const asking = files.filter(
    (file) => file.startsWith("app/") && textOf.get(file)?.includes("process.env"),
  );
  expect(asking).toEqual(["app/desk/shop/settings.ts"]);
});

test("the desk does not import its demo or torture", () => {
  const known = files.filter(
    (file) =>
      file.startsWith("desk/") &&
      file !== "desk/vitest.config.ts" &&
      !/^desk\/(demo|torture)/.test(dirname(file)) &&
      /from "\.{1,2}\/(demo|torture)\//.test(textOf.get(file) ?? ""),
  );
  expect(known).toEqual([]);
});
