import { Outlet } from "react-router";
import { CopyScript } from "./copy-button.tsx";
import { knownMethod, sameOrigin } from "./guards.ts";

export { links } from "./head.ts";
export { ErrorBoundary, meta } from "./refusal.tsx";

export const handle = { personal: true };
export const middleware = [sameOrigin, knownMethod];

/** Pages for shoppers: no password, only the page's secret address. */
export default function Shopper() {
  return (
    <>
      <Outlet />
      {/* In the layout, so that the sample page contains this script too: the security policy of all these
          pages is computed from it. */}
      <CopyScript />
    </>
  );
}
