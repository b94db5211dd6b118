import type { ComponentProps, ReactNode } from "react";

/** A field's parts share these names, so that label, control and message stay tied. */
export const messageId = (name: string) => `${name}-message`;

const control = "field block h-12 w-full text-body";

interface Field {
  label: string;
  /** What is wrong with the value, once it has been judged. */
  message?: string | undefined;
}

export function TextField({ label, message, ...input }: Field & ComponentProps<"input">) {
  return (
    <FieldFrame label={label} message={message} name={input.name}>
      <input
        {...input}
        id={input.name}
        aria-describedby={described(input.name, message)}
        className={control}
      />
    </FieldFrame>
  );
}

export function SelectField({ label, message, ...select }: Field & ComponentProps<"select">) {
  return (
    <FieldFrame label={label} message={message} name={select.name}>
      <select
        {...select}
        id={select.name}
        aria-describedby={described(select.name, message)}
        className={`select ${control}`}
      />
    </FieldFrame>
  );
}

function described(name: string | undefined, message: string | undefined) {
  return name && message ? messageId(name) : undefined;
}

/** The message's line is kept free, so that nothing moves when one comes or goes. */
function FieldFrame({
  label,
  message,
  name,
  children,
}: Field & { name: string | undefined; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={name} className="text-small text-quiet">
        {label}
      </label>
      {children}
      <p id={name && messageId(name)} className="mb-3 min-h-7 pt-1.5 text-caption text-danger">
        {message}
      </p>
    </div>
  );
}
