import type { ComponentProps, ReactNode } from "react";

/** A field's parts share these names, so that label, control and message stay tied. */
const messageId = (name: string) => `${name}-message`;

const control = "field block h-12 w-full text-body";

interface Field {
  name: string;
  label: string;
  /** What is wrong with the value, once it has been judged. */
  message?: string | undefined;
}

export function TextField({ label, message, ...input }: Field & ComponentProps<"input">) {
  return (
    <FieldFrame label={label} message={message} name={input.name}>
      <input {...input} {...state(input.name, message)} className={control} />
    </FieldFrame>
  );
}

export function SelectField({ label, message, ...select }: Field & ComponentProps<"select">) {
  return (
    <FieldFrame label={label} message={message} name={select.name}>
      <select {...select} {...state(select.name, message)} className={`select ${control}`} />
    </FieldFrame>
  );
}

/** `required` would have Firefox tell screen readers that a field is wrong before anyone wrote in it. */
function state(name: string, message: string | undefined) {
  return {
    id: name,
    "aria-required": true,
    "aria-invalid": message ? true : undefined,
    "aria-describedby": message ? messageId(name) : undefined,
  };
}

/** The message's line is kept free, so that nothing moves when one comes or goes. */
function FieldFrame({ label, message, name, children }: Field & { children: ReactNode }) {
  return (
    <div>
      <label htmlFor={name} className="text-small text-quiet">
        {label}
      </label>
      {children}
      <p id={messageId(name)} className="mb-3 min-h-7 pt-1.5 text-caption text-danger">
        {message}
      </p>
    </div>
  );
}
