import { amendDetails } from "./amend.tsx";
import { cancelOrder } from "./cancel.tsx";
import { settleWithdrawal } from "./close-withdrawal.tsx";
import { deliverOrder } from "./deliver.tsx";
import { discount } from "./discount.tsx";
import { erasePersonalData } from "./erase.tsx";
import { extendTerm } from "./extend.tsx";
import { linkToOrder } from "./link-withdrawal.tsx";
import { addNote } from "./note.tsx";
import { recordWithdrawal } from "./note-withdrawal.tsx";
import { payment } from "./payment.tsx";
import { refund } from "./refund.tsx";
import { refundThroughStripe } from "./refund-by-card.tsx";
import { rejectLate } from "./reject-withdrawal.tsx";
import { reopenOrder } from "./reopen.tsx";
import { openAgain } from "./reopen-withdrawal.tsx";
import { restockBottles } from "./restock.tsx";
import { reverseEntry } from "./reverse.tsx";
import { shipOrder } from "./ship.tsx";
import { shipOnceMore } from "./ship-again.tsx";
import type { Step } from "./step.ts";
import { correctTracking } from "./tracking.tsx";
import { undeliverOrder } from "./undeliver.tsx";
import { unlinkFromOrder } from "./unlink-withdrawal.tsx";
import { unshipOrder } from "./unship.tsx";

/** All steps of the owner, in the order in which an order's page shows those that are possible. */
export const steps: Step[] = [
  reopenOrder,
  shipOrder,
  deliverOrder,
  refundThroughStripe,
  refund,
  payment,
  discount,
  extendTerm,
  // Inverses first among the rest: the email about a step leaves soon.
  unshipOrder,
  undeliverOrder,
  correctTracking,
  shipOnceMore,
  restockBottles,
  amendDetails,
  recordWithdrawal,
  cancelOrder,
  erasePersonalData,
  addNote,
  reverseEntry,
  linkToOrder,
  settleWithdrawal,
  rejectLate,
  unlinkFromOrder,
  openAgain,
];
