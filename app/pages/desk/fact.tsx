import type { ReactNode } from "react";

/** A name and its value, in a `<dl>`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_1fr] items-baseline gap-x-4 border-rule border-t py-3">
      <dt className="text-quiet text-small">{name}</dt>
      <dd className="lining [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
