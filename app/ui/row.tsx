import type { ReactNode } from "react";

interface Props {
  name: string;
  children: ReactNode;
  /** Where more is said of it: at the row's end where there is room, else under it. */
  link?: ReactNode;
}

/** A name and what is said of it, under a hairline; in a `<dl>`. */
export function Row({ name, children, link }: Props) {
  return (
    <div className="grid grid-cols-[6.5rem_1fr] gap-x-4 border-rule border-t py-2.5 text-small lg:grid-cols-[6.5rem_1fr_auto]">
      <dt className="text-quiet">{name}</dt>
      <dd>{children}</dd>
      {link && <dd className="col-start-2 lg:col-start-3">{link}</dd>}
    </div>
  );
}
