import { href } from "react-router";
import { formatPrice } from "../../../app/shop/money.ts";
import { unreversed } from "../../orders/ledger.ts";
import { entryNames } from "../../shop/order-format.ts";
import { steps } from "./steps/index.ts";
import type { Context, Fields } from "./steps/step.ts";

/** What the owner has just done, and the way back while there is one. */
export function JustDone({ ctx, path }: { ctx: Context; path: string }) {
  const { message, undo } = outcomeOf(ctx, path);
  return (
    <form
      method="post"
      action={undo && href("/mostrador/:id/:step", { id: ctx.order.id, step: undo.path })}
      className="admin-done mb-4"
    >
      <p role="status">
        <b>Hecho</b>
        {message && `: ${message}`}.{" "}
        {undo && (
          <>
            {Object.entries(undo.fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button type="submit" className="underline">
              Deshacer
            </button>
          </>
        )}
      </p>
    </form>
  );
}

/** What came of a step that was just taken on the order. */
export function outcomeOf(
  ctx: Context,
  path: string,
): { message?: string; undo?: Undo | undefined } {
  const done = steps.find((step) => step.path === path)?.done;
  if (done === "entry") {
    const last = unreversed(ctx.entries).at(-1);
    if (!last) return {};
    const fields = { sobre: String(last.id), nota: "Deshecho al momento" };
    return {
      message: `${entryNames[last.kind].toLowerCase()} de ${formatPrice(last.amount)}`,
      undo: undoBy(ctx, "anular-apunte", fields),
    };
  }
  if (!done) return {};
  return {
    message: done.message,
    undo: done.undo === undefined ? undefined : undoBy(ctx, done.undo),
  };
}

export interface Undo {
  /** The path of the step that takes it back. */
  path: string;
  fields: Fields;
}

function undoBy(ctx: Context, path: string, fields: Fields = {}): Undo | undefined {
  const ready = steps.find((step) => step.path === path)?.on(ctx, fields.sobre);
  return ready && { path, fields: { ...fields, version: String(ctx.order.version) } };
}
