import { createContext } from "react-router";
import type { DeskService } from "../../../desk/service.ts";
import type { Caller } from "../../../server/rendered.ts";

/** The order desk of this server. */
export const deskContext = createContext<DeskService>();

/** The caller of this request. The default is for pages that the build renders. */
export const callerContext = createContext<Caller>({
  method: "GET",
  methods: ["GET"],
  origin: undefined,
  address: "",
});
