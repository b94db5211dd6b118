import { createContext, type ReactNode, useContext } from "react";
import { href } from "react-router";
import { buttonStyle } from "../../ui/button.tsx";

/** True on the pages that are shown while sales are paused or the perfume is sold out. */
export const ClosedContext = createContext(false);

/**
 * Why the shop takes no orders, as it is built. The server replaces it with the words of the day
 * (desk/listener.ts); because of `data-typed`, the page's font has letters for all of them.
 */
export const ClosedSign = () => <span data-typed="">Volvemos pronto</span>;

/** The button that leads to the checkout. It is off while the shop takes no orders. */
export function BuyLink({ className, children }: { className: string; children: ReactNode }) {
  if (useContext(ClosedContext)) {
    // Text in the button's place, which neither a pointer nor a keyboard reaches.
    return (
      <p className={buttonStyle(`pointer-events-none ${className}`, "quiet")}>
        <ClosedSign />
      </p>
    );
  }
  return (
    <a href={href("/checkout")} className={buttonStyle(className)}>
      {children}
    </a>
  );
}
