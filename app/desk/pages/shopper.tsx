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
      {/* The layout is also the sample page's, whose scripts the security policy of these pages allows. */}
      <CopyScript />
    </>
  );
}
