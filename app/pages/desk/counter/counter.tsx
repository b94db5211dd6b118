import { Outlet } from "react-router";
import { knownMethod, sameOrigin, withPassword } from "../guards.ts";
import { CounterHeader } from "./header.tsx";

export { links } from "../head.ts";
export { ErrorBoundary, meta } from "./error.tsx";

export const handle = { personal: true, header: CounterHeader };
export const middleware = [sameOrigin, withPassword, knownMethod];

/** Where the owner looks after the orders. */
export default function Counter() {
  return (
    <div className="counter page-width">
      <Outlet />
    </div>
  );
}
