import type { ComponentProps, ReactNode } from "react";
import { Button } from "../../../app/ui/button.tsx";
import { CompactField } from "./fields/compact-field.tsx";

export type Field = Pick<
  ComponentProps<typeof CompactField>,
  "label" | "hint" | "inputMode" | "maxLength"
>;
/** What the owner has typed, by the names of fields. */
export type Typed = Record<string, string | undefined>;

interface Props {
  ajuste: string;
  title: string;
  shown: string;
  /** By name. */
  fields: Record<string, Field>;
  values: Typed;
  tried: { typed: Typed; message: string | undefined; field: string | undefined } | undefined;
  children?: ReactNode;
}

/** A setting that unfolds, with a question behind it. */
export function SettingForm(props: Props) {
  const { ajuste, title, shown, fields, values, tried, children } = props;
  const here = tried?.typed.ajuste === ajuste ? tried : undefined;
  const [first] = Object.keys(fields);
  const wrong = here && (here.field ?? first);
  return (
    <details className="admin-step" open={here !== undefined}>
      <summary>{`${title}: ${shown}`}</summary>
      <form method="post">
        {Object.entries(fields).map(([name, field]) => (
          <CompactField
            {...field}
            key={name}
            id={`${ajuste}-${name}`}
            name={name}
            defaultValue={here?.typed[name] ?? values[name]}
            message={wrong === name ? here?.message : undefined}
            autoFocus={wrong === name}
          />
        ))}
        {children}
        <input type="hidden" name="ajuste" value={ajuste} />
        <Button type="submit" look="quiet">
          Cambiar
        </Button>
      </form>
    </details>
  );
}
