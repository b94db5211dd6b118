import type { ComponentProps } from "react";

/** Otherwise Firefox restores the buttons' disabled state after a reload. */
export const doNotRestore = { autoComplete: "off" };

// In full, so that publishing finds them (publish/page-styles.ts).
const looks = { solid: "button button-solid", quiet: "button button-quiet" };
export type Look = keyof typeof looks;

/** The classes of a button, also for links that look like one. */
export const buttonStyle = (className = "", look: Look = "solid") => `${looks[look]} ${className}`;

export function Button({ className, look, ...props }: ComponentProps<"button"> & { look?: Look }) {
  return (
    <button type="button" {...doNotRestore} {...props} className={buttonStyle(className, look)} />
  );
}
