import type { ComponentProps } from "react";
import { preload } from "react-dom";
import displayFont from "./fonts/cormorant.woff2?url";

/** A page's title. Its letter is asked for at once, so that it is there when the page is painted. */
export function PageTitle({ className = "", ...props }: ComponentProps<"h1">) {
  preload(displayFont, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return <h1 {...props} className={`page-title ${className}`} />;
}
