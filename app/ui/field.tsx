import type { ComponentProps, ReactNode } from "react";

/** A field's parts share these names, so that label, control, hint and message stay tied. */
const hintId = (name: string) => `${name}-hint`;
const messageId = (name: string) => `${name}-message`;

const control = "field block h-12 w-full text-body";

interface Field {
  name: string;
  label: string;
  /** What to write, said before anything can be wrong. */
  hint?: ReactNode;
  /** What is wrong with the value, once it has been judged. */
  message?: string | undefined;
}

export function TextField({ label, hint, message, ...input }: Field & ComponentProps<"input">) {
  const field = { name: input.name, label, hint, message };
  return (
    <FieldFrame {...field}>
      <input {...input} {...state(field)} className={control} />
    </FieldFrame>
  );
}

export function SelectField({ label, hint, message, ...select }: Field & ComponentProps<"select">) {
  const field = { name: select.name, label, hint, message };
  return (
    <FieldFrame {...field}>
      <select {...select} {...state(field)} className={`select ${control}`} />
    </FieldFrame>
  );
}

/** `required` would have Firefox tell screen readers that a field is wrong before anyone wrote in it. */
function state({ name, hint, message }: Field) {
  const described = [...(hint ? [hintId(name)] : []), ...(message ? [messageId(name)] : [])];
  return {
    id: name,
    "aria-required": true,
    "aria-invalid": message ? true : undefined,
    "aria-describedby": described.join(" ") || undefined,
  };
}

/** The message's lines are kept free, so that nothing moves when one comes or goes. */
function FieldFrame({ name, label, hint, message, children }: Field & { children: ReactNode }) {
  return (
    <div>
      <label htmlFor={name} className="text-small text-quiet">
        {label}
      </label>
      {children}
      {hint && (
        <p id={hintId(name)} className="pt-1.5 text-caption text-quiet">
          {hint}
        </p>
      )}
      <p id={messageId(name)} className="message">
        {message}
      </p>
    </div>
  );
}
