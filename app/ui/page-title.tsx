import type { ComponentProps } from "react";

/** A page's title. */
export function PageTitle({ className = "", ...props }: ComponentProps<"h1">) {
  return <h1 {...props} className={`page-title ${className}`} />;
}
