/**
 * The possible order numbers in a text, however it spells them: «Pedido 7kq2-m9xa», «PEDIDO7KQ2M9XA», and «ref 7KQ2M 9XA»
 * of a bank that breaks lines anywhere. The alphabet has no I, L and O, which are read as 1 and 0 (Crockford's base 32).
 * Eight characters that a number has by chance are one in 10¹², so every eight in a row may be one.
 */
export function numbersIn(text: string): string[] {
  const line = text.toUpperCase().replace(/[^A-Z\d]/g, "");
  const read = line.replaceAll("O", "0").replace(/[IL]/g, "1");
  const found = [...read.matchAll(/(?=([\dA-HJKMNP-TV-Z]{8}))/g)].map(([, number = ""]) => number);
  return [...new Set(found)];
}
