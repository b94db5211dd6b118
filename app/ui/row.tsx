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
    <div className="flex flex-wrap gap-x-4 border-rule border-t py-2.5 text-small">
      <dt className="basis-26 text-quiet">{name}</dt>
      <dd className="min-w-0 flex-1 basis-36 gap-x-4 lg:flex lg:justify-between">
        <div>{children}</div>
        {link && <div className="shrink-0">{link}</div>}
      </dd>
    </div>
  );
}
