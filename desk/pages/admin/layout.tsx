import { type LinksFunction, Outlet } from "react-router";
import type { Handle } from "../../../app/document/handle.ts";
import { knownMethod, sameOrigin, signedIn } from "../guards.ts";
import { links as deskLinks } from "../head.ts";
import stylesheet from "./admin.css?url";
import { AdminHeader } from "./admin-header.tsx";

export { ErrorBoundary, meta } from "./error.tsx";

export const links: LinksFunction = () => [...deskLinks(), { rel: "stylesheet", href: stylesheet }];
export const handle = { personal: true, header: AdminHeader } satisfies Handle;
export const middleware = [sameOrigin, signedIn, knownMethod];

/** The owner's pages. */
export default function Admin() {
  return (
    <div className="admin page-width print:p-0">
      <Outlet />
    </div>
  );
}
