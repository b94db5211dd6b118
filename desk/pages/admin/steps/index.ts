import * as order from "./general-steps.tsx";
import * as money from "./money-steps.tsx";
import * as removals from "./removal-steps.tsx";
import * as shipping from "./shipping-steps.tsx";
import type { Step } from "./step.ts";
import * as withdrawals from "./withdrawal-steps.tsx";

/** All steps of the owner, in the order in which an order's page shows those that are possible. */
export const steps: Step[] = [
  order.reopenOrder,
  shipping.shipOrder,
  shipping.deliverOrder,
  money.refundThroughStripe,
  money.refund,
  money.payment,
  money.discount,
  money.extendDeadline,
  // Undo steps come first among the rest, because the email about a step is sent two minutes later.
  removals.putBottlesBack,
  shipping.unshipOrder,
  shipping.undeliverOrder,
  shipping.correctTracking,
  shipping.shipOnceMore,
  shipping.restockBottles,
  removals.changeAmount,
  removals.takeBottlesOff,
  order.amendDetails,
  withdrawals.recordWithdrawal,
  order.cancelOrder,
  order.erasePersonalData,
  order.addNote,
  money.reverseEntry,
  withdrawals.linkToOrder,
  removals.takeWithdrawnOff,
  withdrawals.rejectLate,
  withdrawals.unlinkFromOrder,
];
