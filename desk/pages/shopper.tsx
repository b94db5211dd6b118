import { Outlet } from "react-router";
import type { Handle } from "../../app/document/handle.ts";
import type { Route } from "./+types/shopper";
import { factsContext } from "./context.ts";
import { CopyScript } from "./copy-button.tsx";
import { knownMethod, sameOrigin } from "./guards.ts";

export { links } from "./head.ts";
export { ErrorBoundary, meta } from "./refusal.tsx";

/** What the footer shows (root.tsx). */
export const loader = ({ context }: Route.LoaderArgs) => context.get(factsContext)();

export const handle = { personal: true } satisfies Handle;
export const middleware = [sameOrigin, knownMethod];

/** Pages for shoppers: no session, only the page's secret address. */
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
