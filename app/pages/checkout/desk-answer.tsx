import { type RefObject, useEffect } from "react";
import { useDesk } from "./desk-state.ts";
import { giveFocusBack } from "./give-focus-back.ts";

interface Props {
  quantity: number;
  submitting: boolean;
  button: RefObject<HTMLElement | null>;
}

/** Why no order was placed. Its live region is in the page from the start, so that it is heard. */
export function DeskAnswer({ quantity, submitting, button }: Props) {
  const { refused } = useDesk();

  useEffect(() => {
    if (refused && !submitting) giveFocusBack(button.current);
  }, [refused, submitting, button]);

  const shown = refused && (refused.quantity ?? quantity) === quantity;

  return (
    <div role="alert">
      {shown && (
        <p className="mt-5 border-danger border-l-2 pl-4 text-danger">
          {refused.message}
          {refused.address && (
            <>
              {" "}
              <a href={refused.address} className="link">
                Ver ese pedido
              </a>
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** What stands under the button after an order. */
export function DeskOrderPlaced() {
  const { placed } = useDesk();
  return (
    <>
      Has hecho el pedido {placed?.number}.{" "}
      <a href={placed?.address} className="link">
        Ver tu pedido y cómo pagarlo
      </a>
      . Si vuelves a pulsar el botón, harás otro.
    </>
  );
}
