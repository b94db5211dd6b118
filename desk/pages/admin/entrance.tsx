import type { Handle } from "../../../app/document/handle.ts";
import { knownMethod, sameOrigin } from "../guards.ts";
import { EntranceHeader } from "./admin-header.tsx";

export { default, ErrorBoundary, links, meta } from "./layout.tsx";

export const handle = { personal: true, header: EntranceHeader } satisfies Handle;

/** The owner's pages that need no session. */
export const middleware = [sameOrigin, knownMethod];
