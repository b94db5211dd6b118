import type { ComponentProps, ReactNode } from "react";

/** The id of a field's hint or message, for `aria-describedby`. */
const noteId = (name: string) => `${name}-note`;

const control = "field block h-12 w-full text-body";

interface Field {
  name: string;
  label: string;
  /** How to fill in the field. */
  hint?: ReactNode;
  /** The validation message. It replaces the hint. */
  message?: string | undefined;
  /** The longest possible message. Its space is reserved, so that nothing moves when a message appears. */
  possibleMessage?: string | undefined;
}

export function TextField({
  label,
  hint,
  message,
  possibleMessage,
  ...input
}: Field & ComponentProps<"input">) {
  const isOptional = input["aria-required"] === false;
  const field = { name: input.name, label, hint, message, possibleMessage, isOptional };
  return (
    <FieldFrame {...field}>
      <input aria-required {...input} {...state(field)} className={control} />
    </FieldFrame>
  );
}

export function SelectField({ label, hint, message, ...select }: Field & ComponentProps<"select">) {
  const isOptional = select["aria-required"] === false;
  const field = { name: select.name, label, hint, message, isOptional };
  return (
    <FieldFrame {...field}>
      <div className="select">
        <select aria-required {...select} {...state(field)} className={control} />
      </div>
    </FieldFrame>
  );
}

/** `aria-required` replaces `required`, because Firefox would report an empty field as invalid before any input. */
function state({ name, hint, message }: Field) {
  return {
    id: name,
    "aria-invalid": message ? true : undefined,
    "aria-describedby": message || hint ? noteId(name) : undefined,
  };
}

interface Frame extends Field {
  isOptional: boolean;
  children: ReactNode;
}

function FieldFrame(props: Frame) {
  const { name, label, hint, message, possibleMessage, isOptional, children } = props;
  return (
    <div>
      <label htmlFor={name} className="label">
        {label}
        {isOptional && " (opcional)"}
      </label>
      {children}
      <div className="note" data-possible={possibleMessage}>
        {message ? (
          <p key="message" id={noteId(name)} className="message">
            {message}
          </p>
        ) : (
          hint && (
            <p key="hint" id={noteId(name)}>
              {hint}
            </p>
          )
        )}
      </div>
    </div>
  );
}
