import type { Recipient } from "../../shop/order-status.ts";

/** The counter's names of the recipient's fields. */
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
