import { href } from "react-router";
import { Button } from "../../../../app/ui/button.tsx";
import type { Context, FieldOf, Fields, ReadyStep } from "./step.ts";

/** A form that was refused, with its values. */
export interface Tried {
  path: string;
  about: string | undefined;
  fields: Fields;
  errors: Fields;
  /** The reason why nothing was done, if it is no field's. */
  refusal?: string;
}

/** What the parts of the page with forms need. */
export interface FormsProps {
  ctx: Context;
  tried?: Tried | undefined;
}

interface Props {
  ready: ReadyStep;
  tried: Tried | undefined;
  look?: "quiet" | undefined;
}

/** A form that is shown open. */
export function StepForm({ ready, tried, look }: Props) {
  const { path, label, order, about, fields } = ready;
  const here = triedHere({ ready, tried });
  const field: FieldOf = (name, value) => ({
    id: [path, about, name].filter(Boolean).join("-"),
    name,
    defaultValue: here?.fields[name] ?? value,
    message: here?.errors[name],
    // The browser focuses the first invalid field.
    autoFocus: here && Object.keys(here.errors)[0] === name,
  });
  return (
    <form
      method="post"
      action={href("/mostrador/:id/:step", { id: order.id, step: path })}
      noValidate
    >
      {/* The version of the order that the page shows. */}
      <input type="hidden" name="version" value={order.version} />
      {about && <input type="hidden" name="sobre" value={about} />}
      {fields(field)}
      <Button type="submit" look={look}>
        {label}
      </Button>
    </form>
  );
}

/** A form that opens on demand, or if it was refused. */
export function FoldedStep({ isOpen = false, ...props }: Props & { isOpen?: boolean }) {
  const { path, label, about } = props.ready;
  return (
    <details
      id={[path, about].filter(Boolean).join("-")}
      className="admin-step"
      open={isOpen || triedHere(props) !== undefined}
    >
      <summary>{label}</summary>
      <StepForm look="quiet" {...props} />
    </details>
  );
}

const triedHere = ({ ready: { path, about }, tried }: Props) =>
  tried?.path === path && tried.about === about ? tried : undefined;
