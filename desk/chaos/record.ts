/** What a run has requested from the shops, and what they have acknowledged. */

/** An order that a shopper tries to place. */
export interface Attempt {
  email: string;
  quantity: number;
  /** The number and the total, in cents, that the shop has acknowledged. */
  number?: string;
  total?: number;
  /** Every press was answered, and no order was stored. */
  isRefused?: boolean;
}

/** A step of the owner that was done, or may have been: its answer was lost. */
export interface Press {
  order: string;
  step: string;
  fields: { [name: string]: string };
  isDone: boolean;
}

/** An order that the owner has entered. */
export interface Entered {
  quantity: number;
  total: number;
  email: string | null;
  /** Whether it was already paid and handed over when it was entered. */
  isOver: boolean;
}

export interface Declared {
  contract: string;
  email: string;
  /** Null: of all of the order. */
  bottles: number | null;
}

/** A number of bottles that the owner has entered after counting. */
export interface Count {
  bottles: number;
  isDone: boolean;
}

/** The last count that no shipment disturbed. */
export interface Counting {
  /** The id of its row in `stock_moves`. */
  id: number;
  /** The bottles that were away then, by order number. */
  sent: Map<string, number>;
}

export class Record {
  /** By request key, as `entered` and `withdrawals`. */
  readonly attempts = new Map<string, Attempt>();
  readonly entered = new Map<string, Entered>();
  readonly withdrawals = new Map<string, Declared>();
  readonly presses: Press[] = [];
  /** By note. */
  readonly counts = new Map<string, Count>();
  counting: Counting | undefined;
}
