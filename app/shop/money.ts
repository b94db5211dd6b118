/**
 * Cents as a bare amount: 1001 → «10,01». Without `Intl`, because its first use in a browser takes
 * longer than everything else that the checkout's script does at startup (docs/decisions/0007-one-island.md).
 */
export function formatAmount(cents: number) {
  const [euros = "", decimals] = (cents / 100).toFixed(2).split(".");
  // Spanish separates thousands in numbers of five or more digits only.
  const grouped =
    euros.replace("-", "").length > 4 ? euros.replace(/\B(?=(\d{3})+$)/g, ".") : euros;
  return `${grouped},${decimals}`;
}

/** Cents as a Spanish price: 8999 → «89,99 €», with a no-break space before the sign. */
export function formatPrice(cents: number) {
  return `${formatAmount(cents)}\u00a0€`;
}

/** Cents for running text, with decimals only if there are any: 5000 → «50 €», 6050 → «60,50 €». */
export function formatEuros(cents: number) {
  return formatPrice(cents).replace(",00", "");
}

/**
 * The cents of «1.089,99», «89.99», «€ 90», «EUR 89,99» or «89,99 euros»; undefined for anything
 * else.
 */
export function readAmount(text = ""): number | undefined {
  const plain = text.trim().replace(/^(€|eur)\s*|\s*(€|eur(os?)?)$/gi, "");
  // The keyboards of some phones have a point instead of a comma. Three digits after a point are thousands.
  const [match, euros = "", cents = ""] =
    /^(\d{1,3}\.\d{3}|\d{1,6})(?:,(\d{1,2}))?$/.exec(plain) ??
    /^(\d{1,6})\.(\d{1,2})$/.exec(plain) ??
    [];
  if (match === undefined) return undefined;
  return Number(euros.replace(".", "")) * 100 + Number(cents.padEnd(2, "0"));
}

/** «89,99» without its comma is the price in cents. */
export const toCents = (price: string) => Number(price.replace(",", ""));
