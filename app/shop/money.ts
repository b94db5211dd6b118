const euros = new Intl.NumberFormat("es-ES", { style: "currency", currency: "EUR" });

/** Cents as a Spanish price: 8999 → «89,99 €», with a no-break space before the sign. */
export function formatPrice(cents: number) {
  return euros.format(cents / 100);
}

/** Cents as a bare amount: 1001 → «10,01». */
export function formatAmount(cents: number) {
  return euros
    .formatToParts(cents / 100)
    .filter(({ type }) => type !== "currency" && type !== "literal")
    .map(({ value }) => value)
    .join("");
}

const wholeEuros = new Intl.NumberFormat("es-ES", {
  style: "currency",
  currency: "EUR",
  trailingZeroDisplay: "stripIfInteger",
});

/** Cents as running text says them, with decimals only if there are any: 5000 → «50 €», 6050 → «60,50 €». */
export function formatEuros(cents: number) {
  return wholeEuros.format(cents / 100);
}
