import { encode } from "uqr";
import { expect, test } from "vitest";
import { enter, placed, settings, testDesk } from "../testing/desk.ts";
import { type QrCode, transferCode } from "./transfer-code.ts";

/** The code as text, with a «#» for each dark square. */
function squaresOf({ size, path }: QrCode): string[] {
  const rows = Array.from({ length: size }, () => Array<string>(size).fill(" "));
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    const row = rows[Number(y)];
    if (row) row[Number(x)] = "#";
  }
  return rows.map((row) => row.join(""));
}

/** The squares that encode these lines. */
const encoded = (...lines: string[]) =>
  encode(lines.join("\n"), { ecc: "M", border: 4 }).data.map((row) =>
    row.map((isDark) => (isDark ? "#" : " ")).join(""),
  );

test("encodes the account, the missing amount and the reference of an unpaid transfer", async () => {
  const desk = await testDesk("SQLite");
  const order = await placed(desk, { quantity: 2 });
  const codeOf = (changed = order, iban = settings.SELLER_IBAN) => transferCode(iban, changed);
  const whole = codeOf();
  if (!whole) throw new Error("There is no code.");
  const squares = squaresOf(whole);
  // A quiet zone of four squares, and the three finder patterns.
  expect(squares.slice(0, 4).join("").trim()).toBe("");
  expect(squares[4]?.slice(0, 11)).toBe("    #######");
  expect(squares[4]?.slice(-11)).toBe("#######    ");
  expect(squares.at(-5)?.slice(0, 11)).toBe("    #######");

  const [name, iban] = ["Perfumes Aurelia, S. L.", "ES9121000418450200051332"];
  expect(squares).toEqual(
    encoded("BCD", "002", "1", "SCT", "", name, iban, "EUR179.98", "", "", order.id),
  );
  expect(codeOf(order, "ES7921000813610123456789")?.path).not.toBe(whole.path);
  const rest = codeOf(await enter(desk, order, 8999));
  if (!rest) throw new Error("There is no code.");
  expect(squaresOf(rest)).toEqual(
    encoded("BCD", "002", "1", "SCT", "", name, iban, "EUR89.99", "", "", order.id),
  );
  expect(codeOf(await enter(desk, order, 8999))).toBeUndefined();
  expect(codeOf({ ...order, method: "card" })).toBeUndefined();
  expect(codeOf({ ...order, closed: "expired" })).toBeUndefined();
  expect(codeOf({ ...order, discount: order.total, removed: 1 })).toBeUndefined();
});
