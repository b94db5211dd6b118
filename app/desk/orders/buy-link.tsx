import { createContext, type ReactNode, useContext } from "react";
import { href } from "react-router";
import { buttonStyle } from "../../ui/button.tsx";
import { SHOP_REOPENS } from "../shop/settings.ts";

/** True on the pages that are shown while sales are paused or the perfume is sold out. */
export const ClosedContext = createContext(false);

/** The button that leads to the checkout. It is off while the shop takes no orders. */
export function BuyLink({ className, children }: { className: string; children: ReactNode }) {
  if (useContext(ClosedContext)) {
    // Text in the button's place, which neither a pointer nor a keyboard reaches.
    return (
      <p className={buttonStyle(`pointer-events-none ${className}`, "quiet")}>
        Volvemos {SHOP_REOPENS}
      </p>
    );
  }
  return (
    <a href={href("/checkout")} className={buttonStyle(className)}>
      {children}
    </a>
  );
}
