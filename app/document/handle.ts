import type { ComponentType } from "react";

/** A route module describes its pages: `export const handle = { … } satisfies Handle`. */
export interface Handle {
  /** The page needs React in the browser (entry.server.tsx adds its script). */
  interactive?: boolean;
  /** The page is rendered on request, with somebody's data. */
  personal?: boolean;
  /** False if the browser does not fade from this page or to it (docs/decisions/0001-reading-pages-ship-no-script.md). */
  fades?: boolean;
  /** The page is not for shoppers: it has this header, and no footer. */
  header?: ComponentType;
}

/** Merges the handles of a page and of its layouts. */
export const handleOf = (matches: { handle?: unknown }[]): Handle =>
  Object.assign({}, ...matches.map(({ handle }) => handle));
