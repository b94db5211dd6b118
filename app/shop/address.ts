import { countries } from "./countries.ts";
import type { ShippingDetails } from "./order.ts";

/** Whom a parcel is for and where it goes, in lines. The last one is the country. */
export function addressLines(
  order: Record<keyof Omit<ShippingDetails, "email" | "phone">, string | null>,
): string[] {
  const country = countries.find(([code]) => code === order.country)?.[1] ?? order.country;
  return [
    `${order.firstName} ${order.lastName}`,
    `${order.address}`,
    `${order.postalCode} ${order.city}`,
    `${country}`,
  ];
}
