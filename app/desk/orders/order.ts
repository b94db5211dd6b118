import type { ShippingDetails } from "../../shop/order.ts";
import { maxLengths } from "../shop/deliverable-order.ts";

export { deliverableOrder as order } from "../shop/deliverable-order.ts";

export const maxLengthOf = (field: keyof ShippingDetails) => maxLengths[field];
