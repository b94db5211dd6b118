import type { ReactNode } from "react";
import { href } from "react-router";
import { buttonStyle } from "../ui/button.tsx";

/** The button that leads to the checkout. */
export function BuyLink({ className, children }: { className: string; children: ReactNode }) {
  return (
    <a href={href("/checkout")} className={buttonStyle(className)}>
      {children}
    </a>
  );
}
