import { createHash } from "node:crypto";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { build, copyShop, filesOfBuild } from "./testing/shop-copy.ts";

/** What only a shop with an order desk uses. */
const deskFiles = ["app/shop/deliverable-order.ts", "app/shop/seller.ts", "publish/desk.ts"];
const deskFolders = ["app/orders/real", "app/pages/desk"];

/** The names stay, so that what imports them is built; nothing stands behind them. */
function empty(file: string): void {
  const names = readFileSync(file, "utf8").matchAll(
    /^export (?:async )?(?:const|function) (\w+)/gm,
  );
  writeFileSync(
    file,
    Array.from(names, ([, name]) => `export const ${name} = undefined;\n`).join(""),
  );
}

test("a shop without an order desk is, byte for byte, one that knows of none", () => {
  const without = copyShop();
  for (const file of deskFiles) empty(join(without, file));
  for (const own of deskFolders) rmSync(join(without, own), { recursive: true });

  const hashes = (folder: string, files: string[]) =>
    Object.fromEntries(
      files.map((file) => [
        relative(folder, file),
        createHash("sha256").update(readFileSync(file)).digest("hex"),
      ]),
    );
  const built = hashes(".", filesOfBuild("."));
  expect(Object.keys(built).length).toBeGreaterThan(80);
  expect(built).toEqual(hashes(without, build(without)));

  for (const file of globSync("build/**/*.{html,js,json,xml,txt,conf}")) {
    const text = readFileSync(file, "utf8");
    expect(text, file).not.toMatch(
      /\/pedidos|obligación de pago|"\/desistimiento|order-key|process\.env/i,
    );
  }
});
