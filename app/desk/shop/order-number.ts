/**
 * An order number in any spelling: «7kq2-m9xa» is 7KQ2M9XA. The alphabet has no I, L and O, which
 * are read as 1 and 0 (Crockford's base 32).
 */
export const readNumber = (text: string) =>
  text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
