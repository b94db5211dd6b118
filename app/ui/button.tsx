import type { ComponentProps } from "react";

/** Firefox would bring back after a reload which buttons were enabled before it. */
export const doNotRestore = { autoComplete: "off" };

type Look = "solid" | "quiet";

/** The look of a button, for links that stand as one. */
export function buttonStyle(className = "", look: Look = "solid") {
  return `button button-${look} ${className}`;
}

export function Button({ className, look, ...props }: ComponentProps<"button"> & { look?: Look }) {
  return (
    <button type="button" {...doNotRestore} {...props} className={buttonStyle(className, look)} />
  );
}
