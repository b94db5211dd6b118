/** What a run has asked of the shops, and what they have acknowledged. The judge believes nothing else. */

/** A shopper's order. */
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
  /** Paid and handed over when it was entered. */
  isOver: boolean;
}

export interface Declared {
  contract: string;
  email: string;
}

/** How many bottles the owner has counted on her shelf. */
export interface Count {
  bottles: number;
  isDone: boolean;
}

/** The last time that she counted them. */
export interface Counting {
  /** The id of the row that says how many. */
  id: number;
  /** The bottles that were away then, by the numbers of their orders. */
  sent: Map<string, number>;
}

export class Record {
  /** By their keys. */
  readonly attempts = new Map<string, Attempt>();
  readonly entered = new Map<string, Entered>();
  readonly withdrawals = new Map<string, Declared>();
  readonly presses: Press[] = [];
  /** By the notes that name them. */
  readonly counts = new Map<string, Count>();
  counting: Counting | undefined;
}
