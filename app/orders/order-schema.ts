/** Only the rules of spec §5. */
export { order } from "../shop/order.ts";
