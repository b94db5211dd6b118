import * as v from "valibot";

/** The rule for a field's maximum length. `name` is the field's, with its article. */
export const atMost = (length: number, name: string) =>
  v.maxLength<string, number, string>(
    length,
    `${name} puede tener ${length}\u00a0caracteres como máximo`,
  );
