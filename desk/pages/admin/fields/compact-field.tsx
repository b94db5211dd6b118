import type { ComponentProps, ReactNode } from "react";

type Attributes = Pick<
  ComponentProps<"input">,
  | "name"
  | "defaultValue"
  | "autoFocus"
  | "autoComplete"
  | "type"
  | "inputMode"
  | "maxLength"
  | "max"
>;

interface Props extends Attributes {
  id: string;
  label: string;
  hint?: ReactNode;
  /** The validation message. It replaces the hint. */
  message?: string | undefined;
  /** The options of a select. */
  children?: ReactNode;
}

/**
 * Like ui/field.tsx, for pages with many forms: each field has its own id, and no room is reserved
 * for messages.
 */
export function CompactField({ label, hint, message, children, ...attributes }: Props) {
  const note = message || hint;
  const control = {
    autoComplete: "off",
    ...attributes,
    "aria-invalid": message ? true : undefined,
    "aria-describedby": note ? `${attributes.id}-note` : undefined,
    className: "field block h-11 w-full text-body",
  };
  return (
    <div className="mb-3">
      <label htmlFor={attributes.id} className="label text-quiet">
        {label}
      </label>
      {children ? (
        <div className="select">
          <select {...control}>{children}</select>
        </div>
      ) : (
        <input {...control} />
      )}
      {note && (
        <p
          id={`${attributes.id}-note`}
          className={`mt-1 text-small ${message ? "message" : "text-quiet"}`}
        >
          {note}
        </p>
      )}
    </div>
  );
}
