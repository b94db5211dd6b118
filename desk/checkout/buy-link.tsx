import type { ReactNode } from "react";
import { href } from "react-router";
import { buttonStyle } from "../../app/ui/button.tsx";
import { facts } from "./facts/page-facts.ts";

/** The button that leads to the checkout. It is disabled while the shop takes no orders. */
export function BuyLink({ className, children }: { className: string; children: ReactNode }) {
  if (facts.closed) {
    // Text in the button's place, which neither a pointer nor a keyboard reaches.
    return (
      <p className={buttonStyle(`pointer-events-none ${className}`, "quiet")}>{facts.closed}</p>
    );
  }
  return (
    <a href={href("/checkout")} className={buttonStyle(className)}>
      {children}
    </a>
  );
}
