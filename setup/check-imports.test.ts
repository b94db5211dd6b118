import { expect, test } from "vitest";
import { checkImports, readApplication } from "./check-imports.ts";

/** What is said of the boutique with these files beside its own. */
async function check(planted: Record<string, string>) {
  const boutique = await readApplication(".");
  for (const [file, text] of Object.entries(planted)) boutique.files.set(file, text);
  return checkImports(boutique);
}

test("the boutique's folders import what they may", async () => {
  expect(await check({})).toEqual([]);
});

test.each([
  [
    "app/ui/planted.tsx",
    "import type { Facts } from NAME;",
    "../shop/facts.ts",
    "imports app/shop/facts.ts. import-rules.ts: app/ui may import npm:react.",
  ],
  [
    "app/shop/planted.ts",
    "import { useState } from NAME;",
    "react",
    "imports npm:react. import-rules.ts: app/shop may import nothing.",
  ],
  [
    "server/planted.ts",
    "await import(/* @vite-ignore */ NAME);",
    "../publish/publish.ts",
    "imports publish/publish.ts. import-rules.ts: server may import nothing.",
  ],
  [
    "app/orders/facts/planted.ts",
    "export * from NAME;",
    "#orders/place-order.ts",
    "imports #orders/place-order.ts. import-rules.ts: app/orders/facts may import app/shop.",
  ],
  [
    "app/pages/home/planted.tsx",
    "import NAME;",
    "../../orders/notice.tsx",
    "imports app/orders/notice.tsx. import-rules.ts: app/pages may import app/document, ",
  ],
  [
    "app/pages/planted.tsx",
    "import {\n  completeOrder,\n} from NAME;",
    "../shop/testing/complete-order.ts",
    "imports app/shop/testing/complete-order.ts. import-rules.ts: app/pages may import app/document, ",
  ],
  [
    "app/pages/home/planted.css",
    "@import NAME;",
    "../../../publish/planted.css",
    "imports publish/planted.css. import-rules.ts: app/pages may import app/document, ",
  ],
  [
    "app/pages/planted.tsx",
    "import { price } from NAME;",
    "../../elsewhere/price.ts",
    "imports elsewhere/price.ts. import-rules.ts: it has no row.",
  ],
  [
    "app/shop/planted.test.ts",
    "vi.mock(NAME);",
    "../../elsewhere/price.ts",
    "imports elsewhere/price.ts. import-rules.ts: it has no row.",
  ],
  [
    "elsewhere/price.ts",
    "import { facts } from NAME;",
    "../app/shop/facts.ts",
    "imports app/shop/facts.ts. import-rules.ts: elsewhere has no row.",
  ],
])("in %s, «%s» can't import %s", async (file, statement, name, sentence) => {
  const text = statement.replace("NAME", JSON.stringify(name));
  const line = statement.split("\n").length;
  const [first] = await check({ [file]: text });
  expect(first).toContain(`${file}:${line} ${sentence}`);
});

test("folders in a circle are named, though each import is allowed", async () => {
  const importing = (name: string) => `import { planted } from "${name}";`;
  const files = {
    "app/pages/home/planted.ts": importing("../legal/planted.ts"),
    "app/pages/legal/planted.ts": importing("../home/planted.ts"),
  };
  expect(await check(files)).toEqual([
    "A circle of folders: app/pages/home → app/pages/legal → app/pages/home.",
  ]);
});
