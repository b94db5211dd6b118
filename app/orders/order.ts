import type { ShippingDetails } from "../shop/order.ts";

/** Only the rules of spec §5. */
export { order } from "../shop/order.ts";

/** The maximum length of an email address (RFC 5321), used for all fields. */
export const maxLengthOf = (_: keyof ShippingDetails) => 254;
