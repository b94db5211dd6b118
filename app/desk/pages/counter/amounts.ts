/** The cents of «1.089,99», «89,99 €» or «90»; undefined for anything else. */
export function readAmount(text = ""): number | undefined {
  const [found, euros = "", cents = ""] =
    /^(\d{1,3}\.\d{3}|\d{1,6})(?:,(\d{1,2}))?\s*€?$/.exec(text.trim()) ?? [];
  if (found === undefined) return undefined;
  return Number(euros.replaceAll(".", "")) * 100 + Number(cents.padEnd(2, "0"));
}

/** The cents that a page showed; undefined if no page can have shown them. */
export const readSeen = (text = "") => (/^\d{1,10}$/.test(text) ? Number(text) : -1);
