import type { ReactNode } from "react";
import { changeOrder } from "../../../orders/orders.ts";
import type { Standing } from "../../../shop/order-status.ts";
import type { Desk } from "../../../storage/desk.ts";
import type { Event, Mail, Order, Payment, Trx, Withdrawal } from "../../../storage/tables.ts";

/** What a step is decided on: an order with all that belongs to it. */
export interface Context {
  order: Order;
  entries: Payment[];
  events: Event[];
  /** Those from the order, and the open ones without an order that may be from it. */
  withdrawals: Withdrawal[];
  /** The emails to the shopper. */
  mails: (Mail & { subject: string; isUndelivered: boolean })[];
  now: number;
  /** False if the card provider does not answer. */
  isCurrent: boolean;
  /** The card provider does not know the payment, or the shop takes no cards any more. */
  isUnknown: boolean;
  /** The cents that the card provider can refund. */
  refundable: number;
  /** Whether the owner counts her bottles. */
  countsStock: boolean;
  /** When the shelf was last counted, in ms, if it is. */
  countedAt: number | undefined;
  /** The other orders of the same address, newest first. */
  earlier: Order[];
  /** The carrier of the last parcel, by its value in forms. */
  lastCarrier: string;
  /** The account for transfers. */
  iban: string;
}
/** Whether an open withdrawal without an order may be from this one. */
export const isMeant = ({ withdrawals }: Pick<Context, "withdrawals">) =>
  withdrawals.some(({ orderId }) => orderId === null);

export type EntryContext = Context & { entry: Payment };
export type WithdrawalContext = Context & { withdrawal: Withdrawal };

export type Fields = Record<string, string>;

/** The attributes of an input. An invalid form keeps its values. */
export type FieldOf = (
  name: string,
  value?: string,
) => {
  id: string;
  name: string;
  defaultValue: string | undefined;
  message?: string | undefined;
  autoFocus?: boolean | undefined;
};

/** What is asked before a step is taken. */
export interface Question {
  question: string;
  yes: string;
  /** The order after the step, for «Ahora / Después». */
  after?: Standing;
  /** What else the owner should know, a line each. */
  lines?: string[];
}

interface Invalid {
  /** Messages by field. */
  errors: Fields;
}
interface Refused {
  /** Why it can't be done, whatever the fields say. */
  refusal: string;
}
export const invalid = (errors: Fields): Invalid => ({ errors });
export const refuse = (refusal: string): Refused => ({ refusal });

/**
 * What came of a step: only «done», or the order as it is then, is stored. «changed»: something has changed
 * meanwhile. A function that forgets to return one does not compile.
 */
type Outcome = Order | "done" | "changed" | Refused;

/** The outcome of a function that returns nothing, or false, if something has changed meanwhile. */
export const orChanged = (result: Order | boolean | undefined): Outcome =>
  result === true ? "done" : result || "changed";

const isDone = (outcome: Outcome): outcome is Order | "done" =>
  outcome === "done" || (typeof outcome === "object" && "id" in outcome);

/** Rolls the transaction of a step back that is not done. */
class NotDone extends Error {
  readonly outcome: "changed" | Refused;
  constructor(outcome: "changed" | Refused) {
    super("The step was not done.");
    this.outcome = outcome;
  }
}

/**
 * The message after a step, and the path of the step that «Deshacer» runs, if it is offered. «entry»: the step adds a
 * ledger entry, which «Anular este apunte» reverses.
 */
type Done = { message: string; undo: string | undefined } | "entry";

type Run<Ctx, Input> =
  /** In the transaction that holds the order's lock. `ctx.order` is the locked order. */
  | { run: (desk: Desk, trx: Trx, ctx: Ctx, input: Input) => Promise<Outcome> }
  /** For a step that can't run inside that transaction: it calls the card provider, or manages its own. */
  | { runAlone: (desk: Desk, ctx: Ctx, input: Input) => Promise<Outcome> };

type Definition<Ctx extends Context, Input> = {
  /** The last part of its address. */
  path: string;
  /** The label of its button, and of its line in the list. */
  label: string;
  done: Done;
  isPossible: (ctx: Ctx) => boolean;
  /** Whether its form is shown open. */
  isDue?: (ctx: Ctx) => boolean;
  Fields?: (props: Ctx & { field: FieldOf }) => ReactNode;
  parse: (fields: Fields, ctx: Ctx) => { input: Input } | Invalid | Refused;
  /** The question to ask first, if there is one. */
  confirm?: (input: Input, ctx: Ctx) => Question | undefined;
} & Run<Ctx, Input>;

/** A step of the owner. */
export interface Step {
  path: string;
  label: string;
  done: Done;
  /** What it is about: the order, an entry of its ledger, or a withdrawal. */
  scope: "order" | "entry" | "withdrawal";
  /**
   * @param about the id of the entry or of the withdrawal
   * @returns the step, ready for this order; undefined if it is not possible
   */
  on: (ctx: Context, about?: string) => ReadyStep | undefined;
}

export interface ReadyStep extends Pick<Step, "path" | "label"> {
  order: Order;
  /** The id of the entry or of the withdrawal. */
  about: string | undefined;
  isDue: boolean;
  fields: (field: FieldOf) => ReactNode;
  prepare: (fields: Fields) =>
    | Invalid
    | Refused
    | {
        question: Question | undefined;
        perform: (desk: Desk) => Promise<"done" | "changed" | Refused>;
      };
}

/** A step of an order. The type of its input stays between its `parse`, `confirm` and `run`. */
export const orderStep = <Input>(definition: Definition<Context, Input>) =>
  hideInput("order", definition, (ctx) => ctx);

/** A step of an entry of the ledger. */
export const entryStep = <Input>(definition: Definition<EntryContext, Input>) =>
  hideInput("entry", definition, (ctx, about) => {
    const entry = ctx.entries.find(({ id }) => String(id) === about);
    return entry && { ...ctx, entry };
  });

/** A step of a withdrawal. */
export const withdrawalStep = <Input>(definition: Definition<WithdrawalContext, Input>) =>
  hideInput("withdrawal", definition, (ctx, about) => {
    const withdrawal = ctx.withdrawals.find(({ id }) => id === about);
    return withdrawal && { ...ctx, withdrawal };
  });

/** For steps without input. */
export const noInput = () => ({ input: undefined });

function hideInput<Ctx extends Context, Input>(
  scope: Step["scope"],
  definition: Definition<Ctx, Input>,
  contextOf: (ctx: Context, about?: string) => Ctx | undefined,
): Step {
  const { path, label, done, isPossible, isDue, Fields, parse, confirm } = definition;
  return {
    path,
    label,
    done,
    scope,
    on(shared, about) {
      const ctx = contextOf(shared, about);
      if (!ctx || !isPossible(ctx)) return undefined;
      return {
        path,
        label,
        order: ctx.order,
        about,
        isDue: isDue?.(ctx) ?? false,
        fields: (field) => Fields?.({ ...ctx, field }),
        prepare(fields) {
          const parsed = parse(fields, ctx);
          if (!("input" in parsed)) return parsed;
          const { input } = parsed;
          return {
            question: confirm?.(input, ctx),
            async perform(desk) {
              if ("runAlone" in definition) {
                const outcome = await definition.runAlone(desk, ctx, input);
                return isDone(outcome) ? "done" : outcome;
              }
              const { id, version } = ctx.order;
              try {
                const result = await changeOrder(desk, id, version, async (trx, order) => {
                  const outcome = await definition.run(desk, trx, { ...ctx, order }, input);
                  if (!isDone(outcome)) throw new NotDone(outcome);
                  return "done" as const;
                });
                return result ?? "changed";
              } catch (error) {
                if (error instanceof NotDone) return error.outcome;
                throw error;
              }
            },
          };
        },
      };
    },
  };
}
