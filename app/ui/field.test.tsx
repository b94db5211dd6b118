import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SelectField, TextField } from "./field.tsx";

test("the label of an optional field says so, and no other", () => {
  const labelOf = (field: React.ReactNode) =>
    /<label[^>]*>(.*)<\/label>/.exec(renderToStaticMarkup(field))?.[1];
  expect(labelOf(<TextField name="company" label="Empresa" aria-required={false} />)).toBe(
    "Empresa (opcional)",
  );
  expect(labelOf(<SelectField name="region" label="Provincia" aria-required={false} />)).toBe(
    "Provincia (opcional)",
  );
  expect(labelOf(<TextField name="city" label="Ciudad" aria-required />)).toBe("Ciudad");
  expect(labelOf(<TextField name="city" label="Ciudad" />)).toBe("Ciudad");
});
