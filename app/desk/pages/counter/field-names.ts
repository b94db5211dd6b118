import type { Recipient } from "../../shop/order-rules.ts";

/** What the counter calls where a parcel goes. */
export const fieldNames: Record<keyof Recipient, string> = {
  firstName: "Nombre",
  lastName: "Apellidos",
  email: "Email",
  phone: "Teléfono",
  address: "Dirección",
  postalCode: "Código postal",
  city: "Ciudad",
  country: "País",
};
