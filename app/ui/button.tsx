import type { ComponentProps } from "react";

const base =
  "inline-flex min-h-13 items-center justify-center px-8 text-center font-medium transition-colors duration-200";
const looks = {
  solid: "bg-action text-on-action hover:bg-action-hover active:bg-text disabled:bg-quiet",
  quiet: "border border-current hover:bg-action hover:text-on-action",
};

/** The look of a button, for links that stand as one. */
export function buttonStyle(className = "", look: keyof typeof looks = "solid") {
  return `${base} ${looks[look]} ${className}`;
}

export function Button({
  className,
  look,
  ...props
}: ComponentProps<"button"> & { look?: keyof typeof looks }) {
  return <button type="button" {...props} className={buttonStyle(className, look)} />;
}
