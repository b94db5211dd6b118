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
  /** Between which real times, in ms, it was stored. */
  from?: number;
  to?: number;
  /** The earlier orders that the shopper was asked about, and ordered nevertheless. */
  acknowledged: Set<string>;
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

/** Another price, in cents, that the owner has entered, and the real times, in ms, of the request and its answer. */
export interface PriceChange {
  price: number;
  sentAt: number;
  answeredAt: number;
  /** Unless the answer was lost. */
  isDone: boolean;
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
  readonly prices: PriceChange[] = [];
  /** By note. */
  readonly counts = new Map<string, Count>();
  counting: Counting | undefined;
}
