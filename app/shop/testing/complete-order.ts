import { type Order, shippingDefaults } from "../order.ts";

/** An order that the rules accept. */
export const completeOrder: Order = {
  ...shippingDefaults,
  firstName: "Lucía",
  lastName: "Ibáñez",
  email: "lucia@ejemplo.es",
  phone: "+34 612345678",
  address: "Calle Mayor, 1",
  city: "Madrid",
  postalCode: "28013",
  country: "ES",
  quantity: 1,
};

/** The values of this order's form by label, without the country. For browser tests. */
export const completeForm = {
  Nombre: completeOrder.firstName,
  Apellidos: completeOrder.lastName,
  Email: completeOrder.email,
  Teléfono: completeOrder.phone,
  Dirección: completeOrder.address,
  Ciudad: completeOrder.city,
  "Código postal": completeOrder.postalCode,
};
