/**
 * An order number in any spelling: «7kq2-m9xa» is 7KQ2M9XA. The alphabet has no I, L and O, which
 * are read as 1 and 0 (Crockford's base 32).
 */
export const readNumber = (text: string) =>
  text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");

/**
 * The possible order numbers in a line of a bank statement: «TRANSF DE RUIZ MARTA JMGVHCB6», «ref T08K 4S38». Banks
 * break a number anywhere, so this finds more than the search in a withdrawal's text (orders/withdrawals.ts).
 */
export function numbersInLine(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u);
  const candidates = words.flatMap((word, index) => [word, word + (words[index + 1] ?? "")]);
  return [readNumber(text), ...candidates.map(readNumber)].filter((number) =>
    /^[0-9A-HJKMNP-TV-Z]{8}$/.test(number),
  );
}
