/** In the words of spec §9. */
export const deliveryArea = "España y Europa";

/** Delivery times count from the order. */
export const deliveryStart = "";
