import type { Recipient } from "../../app/desk/shop/order-status.ts";

/** Without accents, apostrophes and capitals: «D’Alembert» and «d'alembert» are «dalembert». */
const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}|['’`´]/gu, "")
    .toLowerCase();

/** The words by which an order is found, folded (`orders.search`). Telephones are digits alone. */
export function searchText(id: string, recipient: Recipient, tracking: string | null): string {
  const { firstName, lastName, email, phone, address, city, postalCode } = recipient;
  const digits = (phone ?? "").replace(/\D/g, "");
  return [id, firstName, lastName, email, digits, address, postalCode, city, tracking]
    .filter(Boolean)
    .map((part) => fold(part ?? ""))
    .join(" ");
}
