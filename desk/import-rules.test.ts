import { expect, test } from "vitest";
import { checkImports, readApplication } from "../setup/check-imports.ts";

/** What is said of an application with a file that imports this. */
async function check(folder: string, file: string, name: string) {
  const application = await readApplication(folder);
  application.files.set(file, `import type { Planted } from "${name}";`);
  return checkImports(application);
}

test.each([
  ["desk/storage/planted.ts", "../mail/outbox.ts", "desk/mail/outbox.ts"],
  ["desk/orders/planted.ts", "../cards/refunds.ts", "desk/cards/refunds.ts"],
  ["desk/mail/planted.ts", "../shop/built-facts.ts", "desk/shop/built-facts.ts"],
  ["desk/pages/planted.tsx", "#orders/notice.tsx", "#orders/notice.tsx"],
])("%s can't import %s", async (file, name, path) => {
  const [first] = await check("desk", file, name);
  expect(first).toContain(`${file}:1 imports ${path}. desk/import-rules.ts: `);
});

test("the boutique can't import from here", async () => {
  expect(await check(".", "app/pages/planted.tsx", "../../desk/pages/context.ts")).toEqual([
    "app/pages/planted.tsx:1 imports desk/pages/context.ts. import-rules.ts: it has no row.",
  ]);
});

test("a circle through «#orders» is one here", async () => {
  const file = "desk/checkout/facts/planted.ts";
  expect(await check("desk", file, "../../../app/document/price.tsx")).toContain(
    "A circle of folders: app/document → desk/checkout/facts → app/document.",
  );
});
