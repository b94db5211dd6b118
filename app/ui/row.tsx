import type { ReactNode } from "react";

interface Props {
  name: string;
  /** Text and inline elements: Orca skips the text before a block within a `<dd>`. */
  children: ReactNode;
  /** A link to the details, at the end of the row if there is room, else after the text. */
  link?: ReactNode;
}

/** A term and its description in a `<dl>`, below a hairline. */
export function Row({ name, children, link }: Props) {
  return (
    <div className="flex flex-wrap gap-x-4 border-rule border-t py-2.5 text-small">
      <dt className="basis-26 text-quiet">{name}</dt>
      <dd className="min-w-0 flex-1 basis-36">
        {children}
        {link && (
          <>
            {" "}
            <span className="whitespace-nowrap lg:float-right lg:pl-4">{link}</span>
          </>
        )}
      </dd>
    </div>
  );
}
