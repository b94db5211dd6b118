import type { ComponentProps, ReactNode } from "react";

interface Labelled {
  id: string;
  label: string;
  hint?: ReactNode;
  /** The validation message. It replaces the hint. */
  message?: string | undefined;
}

/**
 * Like ui/field.tsx, for pages with many forms: each field has its own id, and no room is reserved
 * for messages.
 */
export function CompactField({
  label,
  hint,
  message,
  ...input
}: Labelled & ComponentProps<"input">) {
  return (
    <Frame id={input.id} label={label} hint={hint} message={message}>
      <input
        autoComplete="off"
        {...input}
        {...state({ id: input.id, hint, message })}
        className="field block h-11 w-full text-body"
      />
    </Frame>
  );
}

export function CompactSelect({
  label,
  hint,
  message,
  ...select
}: Labelled & ComponentProps<"select">) {
  return (
    <Frame id={select.id} label={label} hint={hint} message={message}>
      <select
        autoComplete="off"
        {...select}
        {...state({ id: select.id, hint, message })}
        className="field select block h-11 w-full text-body"
      />
    </Frame>
  );
}

const state = ({ id, hint, message }: Omit<Labelled, "label">) => ({
  "aria-invalid": message ? true : undefined,
  "aria-describedby": message || hint ? `${id}-note` : undefined,
});

function Frame({ id, label, hint, message, children }: Labelled & { children: ReactNode }) {
  return (
    <div className="mb-3">
      <label htmlFor={id} className="label text-quiet">
        {label}
      </label>
      {children}
      {(message || hint) && (
        <p id={`${id}-note`} className={`mt-1 text-caption ${message ? "message" : "text-quiet"}`}>
          {message ?? hint}
        </p>
      )}
    </div>
  );
}
