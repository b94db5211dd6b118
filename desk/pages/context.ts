import { type ActionFunctionArgs, createContext, type LoaderFunctionArgs } from "react-router";
import { builtFacts } from "../shop/built-facts.ts";
import type { ShownFacts } from "../shop/shown-facts.ts";
import { isUnavailable } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import type { Caller } from "./caller.ts";
import { fail } from "./refusal.tsx";

/** The order desk of this server. */
export const deskContext = createContext<Desk>();

/** The current facts. The default is for pages that the build renders. */
export const factsContext = createContext<() => ShownFacts | Promise<ShownFacts>>(() => builtFacts);

/** The caller of this request. The default is for pages that the build renders. */
export const callerContext = createContext<Caller>({
  method: "GET",
  methods: ["GET"],
  origin: undefined,
  address: "",
});

/**
 * Wraps a loader or an action that calls the desk's functions. Its errors become responses. After an action
 * the workers look for what it has queued.
 */
export const withDesk =
  <Args extends LoaderFunctionArgs | ActionFunctionArgs, Result>(
    work: (desk: Desk, args: Args) => Promise<Result> | Result,
  ) =>
  async (args: Args): Promise<Result> => {
    const desk = args.context.get(deskContext);
    try {
      return await answerErrors(desk, () => work(desk, args));
    } finally {
      if (args.request.method === "POST") desk.wake();
    }
  };

/** Runs work of the desk. Its errors become responses. */
export async function answerErrors<Result>(
  desk: Desk,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Check first: connections to Stripe fail with the same codes as the database's.
    if (desk.card?.isUnavailable(error)) return fail(error, "Stripe");
    return fail(error, isUnavailable(error) ? "La base de datos" : undefined);
  }
}
