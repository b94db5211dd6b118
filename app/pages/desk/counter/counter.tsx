import { Outlet } from "react-router";
import { knownMethod, sameOrigin, withPassword } from "../guards.ts";

export { links } from "../head.ts";
export { ErrorBoundary, meta } from "../refusal.tsx";

export const handle = { personal: true };
export const middleware = [sameOrigin, withPassword, knownMethod];

/** Where the owner looks after the orders. */
export default Outlet;
