import { href } from "react-router";
import type { Fields } from "./steps/step.ts";
import { type StepsTaken as Taken, undoFields } from "./take-step.ts";

interface Props extends Taken {
  /** What was done, to one order and to more. */
  says: readonly [string, string];
  /** What «Deshacer» sends along, so that it is not lost. */
  typed?: Fields;
}

/** What was done to several orders, with one way back for all, and what was not, and why. */
export function StepsTaken({ done, refused, undo, says, typed = {} }: Props) {
  const [back] = Object.values(undo);
  if (done.length + refused.length === 0)
    return (
      <p role="alert" className="admin-warning mt-4">
        No has marcado ninguno.
      </p>
    );
  return (
    <>
      {done.length > 0 && (
        <form method="post" className="admin-done mt-4">
          <p role="status">
            <b>Hecho:</b> {done.length === 1 ? `un ${says[0]}` : `${done.length}\u00a0${says[1]}`}:{" "}
            {done.map((id, index) => (
              <span key={id}>
                {index > 0 && ", "}
                <OrderLink id={id} />
              </span>
            ))}
            .{" "}
            {back && (
              <>
                {[...Object.entries(typed), ...undoFields(undo)].map(([name, value]) => (
                  <input key={name} type="hidden" name={name} value={value} />
                ))}
                <button type="submit" name="paso" value={back.path} className="underline">
                  Deshacer
                </button>
              </>
            )}
          </p>
        </form>
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
