import { knownMethod, sameOrigin } from "../guards.ts";
import { EntranceHeader } from "./header.tsx";

export { default, ErrorBoundary, links, meta } from "./admin.tsx";

export const handle = { personal: true, header: EntranceHeader };

/** The owner's pages that need no session. */
export const middleware = [sameOrigin, knownMethod];
