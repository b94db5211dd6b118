import { href } from "react-router";
import type { StepsTaken as Props } from "./take-step.ts";

/**
 * What was done to several orders, and what was not, and why.
 * @param says what was done, to one order and to more
 */
export function StepsTaken({ done, refused, says }: Props & { says: readonly [string, string] }) {
  if (done.length + refused.length === 0)
    return (
      <p role="alert" className="admin-warning mt-4">
        No has marcado ninguno.
      </p>
    );
  return (
    <>
      {done.length > 0 && (
        <p role="status" className="admin-done mt-4">
          <b>Hecho:</b> {done.length === 1 ? `un ${says[0]}` : `${done.length}\u00a0${says[1]}`}:{" "}
          {done.map((id, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <OrderLink id={id} />
            </span>
          ))}
          .
        </p>
      )}
      {refused.map(({ id, reason }) => (
        <p key={id} role="alert" className="admin-warning mt-4">
          <OrderLink id={id} />: {reason}
        </p>
      ))}
    </>
  );
}

const OrderLink = ({ id }: { id: string }) => (
  <a href={href("/mostrador/:id", { id })} className="link">
    {id}
  </a>
);
