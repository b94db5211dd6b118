export { deliverableOrder as order } from "../shop/deliverable-order.ts";
