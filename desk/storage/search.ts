import { readAmount } from "../../app/shop/money.ts";
import { parcelOf, trackingOf } from "../shop/carriers.ts";
import type { Recipient } from "../shop/order-status.ts";

/** Letters that NFD does not decompose into a plain letter and an accent. */
const plainLetters: Record<string, string> = {
  ...{ ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", ı: "i", þ: "th", ß: "ss", æ: "ae", œ: "oe" },
  ...{ º: "o", ª: "a" },
};

/**
 * Without accents, apostrophes and capitals: «D’Alembert» and «d'alembert» are «dalembert», «Łukasz Groß» is
 * «lukasz gross».
 */
const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}|['’`´]/gu, "")
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => plainLetters[letter] ?? letter);

/** The words by which an order is found, folded (`orders.search`). Telephones are digits alone. */
export function searchText(id: string, recipient: Recipient, tracking: string | null): string {
  const { firstName, lastName, email, phone, address, city, postalCode } = recipient;
  const digits = (phone ?? "").replace(/\D/g, "");
  return [id, firstName, lastName, email, digits, address, postalCode, city, tracking]
    .filter(Boolean)
    .map((part) => fold(part ?? ""))
    .join(" ");
}

/** A figure with decimals or a currency is an amount. Others may be house numbers or postal codes. */
const figure =
  /(?<![\p{L}\p{N}.,])(€|eur)?\s*(\d+(?:[.,]\d+)*)(?:\s*(€|eur(?:os?)?))?(?![\p{L}\p{N}])/giu;

/** Words that only name what follows: «tel. 600…», «PEDIDO7KQ2…», «nº». Not within an email address. */
const labels =
  /(?<![\p{L}\p{N}@._-])(?:tel[eé]fono|telf?|tlfn?|tfno|m[oó]vil|e-?mail|correo|pedido|ref(?:erencia)?|n[º°o]|n[uú]m(?:ero)?|env[ií]o|seguimiento)(?![\p{L}@_-]|\.\p{L})[.:]*/giu;

/** «JUERGEN» for «Jürgen», and the other way round. */
const spellings = (word: string) => {
  const umlauts = word.normalize("NFC").replace(/[äöü]/gi, (letter) => `${fold(letter)}e`);
  return [...new Set([fold(word), fold(umlauts), fold(word).replace(/([aou])e/g, "$1")])];
};

interface Search {
  /** In cents. */
  amounts: number[];
  /** Words that an order's search text has to contain, each in one of its spellings. */
  words: string[][];
}

/** What a search asks for. */
export function readSearch(text: string): Search {
  const parcel = parcelOf(trackingOf("", text.trim(), null));
  if (parcel) return { amounts: [], words: [[fold(parcel.number)]] };
  const plain = text.replace(labels, " ").trim() || text.trim();
  // A telephone in any spelling: «+34 600 00 00 00», «0034 600000000».
  if (/^\+?[\d\s.()/-]{9,}$/.test(plain))
    return { amounts: [], words: [[plain.replace(/\D/g, "").replace(/^00/, "")]] };
  const amounts: number[] = [];
  const rest = plain.replace(figure, (found, before, digits, after) => {
    const cents = readAmount(digits);
    if (cents === undefined || !(before || after || /[.,]\d\d$/.test(digits))) return found;
    amounts.push(cents);
    return " ";
  });
  const words = rest.replace(/['’`´]/g, "").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return { amounts, words: [...new Set(words)].map(spellings) };
}
