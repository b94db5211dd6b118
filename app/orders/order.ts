import type { ShippingDetails } from "../shop/order.ts";

/** The rules of the specification, and no other. */
export { order } from "../shop/order.ts";

/** As long as an email can be (RFC 5321), whatever the field. */
export const maxLengthOf = (_: keyof ShippingDetails) => 254;
