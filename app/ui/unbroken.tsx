import type { ReactNode } from "react";

/** Figures in one line: browsers may break «5-7» behind its hyphen, and a mark for that would hinder searching. */
export function Unbroken({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap">{children}</span>;
}
