import { createContext } from "react-router";

/**
 * The types of the server's side, which registers them here (desk/service.ts): the pages import
 * nothing of it, so that none of its packages gets into the build.
 */
// biome-ignore lint/suspicious/noEmptyInterface: only an interface can be filled in elsewhere.
export interface Register {}

/** The functions of the order desk. */
export type DeskService = ReturnType<Register["openService"]>;
/** Those that write. */
export type Steps = Register["steps"];

/** Properties of the request that React Router would check before our code runs. */
export interface Caller {
  method: string;
  methods: string[];
  origin: string | undefined;
  /** The client's network address. */
  address: string;
}

/** The pages that are rendered on request (app/desk/entry.ts). */
export interface RenderedPages {
  /** The methods of this path; undefined if it is none of these pages. */
  methodsOf: (path: string) => string[] | undefined;
  answer: (request: Request, caller: Caller) => Promise<Response>;
}

/** The order desk of this server. */
export const deskContext = createContext<DeskService>();

/** The caller of this request. The default is for pages that the build renders. */
export const callerContext = createContext<Caller>({
  method: "GET",
  methods: ["GET"],
  origin: undefined,
  address: "",
});
