import type { ReactNode } from "react";

/** Keeps figures on one line. Browsers may break «5-7» after its hyphen, and a no-break hyphen hinders searching. */
export function Unbroken({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap">{children}</span>;
}
