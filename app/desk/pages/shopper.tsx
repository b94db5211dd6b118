import { Outlet } from "react-router";
import { knownMethod, sameOrigin } from "./guards.ts";

export { links } from "./head.ts";
export { ErrorBoundary, meta } from "./refusal.tsx";

export const handle = { personal: true };
export const middleware = [sameOrigin, knownMethod];

/** What a shopper asks of the desk: whoever has an address may come in. */
export default Outlet;
