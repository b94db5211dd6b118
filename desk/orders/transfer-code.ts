import { encode } from "uqr";
import { isPayable, outstanding } from "../shop/order-status.ts";
import { seller } from "../shop/seller.ts";
import type { Order } from "../storage/tables.ts";

/** A QR code as an SVG path, in a square of this many units. */
export interface QrCode {
  size: number;
  path: string;
}

/**
 * The QR code of a transfer, which banking apps read (EPC069-12, version 2): account, amount and
 * reference. Undefined if nothing is to be paid by transfer.
 * @param iban the account (`readFacts`)
 */
export function transferCode(iban: string, order: Order): QrCode | undefined {
  if (order.method !== "transfer" || !isPayable(order)) return undefined;
  const amount = `EUR${(outstanding(order) / 100).toFixed(2)}`;
  const name = seller.name.slice(0, 70);
  // BIC, purpose and structured reference are left out.
  const lines = ["BCD", "002", "1", "SCT", "", name, iban, amount, "", "", order.id];
  const { size, data } = encode(lines.join("\n"), { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size, path };
}
