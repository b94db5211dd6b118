import { expect, test } from "vitest";
import { now, placed, settings, testDesk } from "../testing/desk.ts";
import { receive } from "./money.ts";
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

test("encodes the account, the missing amount and the reference of an unpaid transfer", async () => {
  const desk = await testDesk("SQLite");
  const order = await placed(desk, { quantity: 2 });
  const whole = transferCode({ settings, iban: settings.SELLER_IBAN }, order);
  expect(whole).toBeDefined();
  const squares = squaresOf(whole as QrCode);
  // A quiet zone of four squares, and the three finder patterns.
  expect(squares.slice(0, 4).join("").trim()).toBe("");
  expect(squares[4]?.slice(0, 11)).toBe("    #######");
  expect(squares[4]?.slice(-11)).toBe("#######    ");
  expect(squares.at(-5)?.slice(0, 11)).toBe("    #######");

  await receive(desk, order.id, 8999, 0);
  const rest = transferCode({ settings, iban: settings.SELLER_IBAN }, await now(desk, order));
  expect(rest?.path).not.toBe(whole?.path);
  await receive(desk, order.id, 8999, 8999);
  expect(
    transferCode({ settings, iban: settings.SELLER_IBAN }, await now(desk, order)),
  ).toBeUndefined();
  expect(
    transferCode({ settings, iban: settings.SELLER_IBAN }, { ...order, payment: "card" }),
  ).toBeUndefined();
});
