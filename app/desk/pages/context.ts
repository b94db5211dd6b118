import { createContext } from "react-router";
import type { DeskService } from "../../../desk/service.ts";
import type { Caller } from "../../../server/rendered.ts";

/** The order desk of this server. */
export const deskContext = createContext<DeskService>();

/** Who asks, and how. A page that is rendered when the shop is built is asked for by us. */
export const callerContext = createContext<Caller>({
  method: "GET",
  methods: ["GET"],
  origin: undefined,
  address: "",
});
