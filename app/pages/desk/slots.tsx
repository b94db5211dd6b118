import type { ReactNode } from "react";

/**
 * A place in a page that the order desk fills, escaped, when it answers: pages with an order's data are
 * rendered with all the others when the shop is built. (Mustache, desk/pages.ts.)
 */
export const slot = (name: string) => `{{${name}}}`;

interface Section {
  /** A value of the view: each item of a list, or whatever is there. */
  of: string;
  children: ReactNode;
}

/** Once for each item of a list, or once if there is such a value; inside, its own values come first. */
export function Each({ of, children }: Section) {
  return (
    <>
      {`{{#${of}}}`}
      {children}
      {`{{/${of}}}`}
    </>
  );
}

/** Only if there is no such value, or the list is empty. */
export function Without({ of, children }: Section) {
  return (
    <>
      {`{{^${of}}}`}
      {children}
      {`{{/${of}}}`}
    </>
  );
}

/** The text of a list's item, or of a value that `Each` asks for. */
export const itself = slot(".");
