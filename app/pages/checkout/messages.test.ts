import { minLength, object, optional, pipe, string } from "valibot";
import { afterEach, expect, test, vi } from "vitest";
import { shippingDefaults, text } from "../../shop/order.ts";

afterEach(() => {
  vi.doUnmock("#orders/order-schema.ts");
  vi.resetModules();
});

/** The form's messages, if these fields alone are optional. */
async function messagesWithout(optionalFields: string[]) {
  const needed = pipe(optional(string(), ""), minLength(1, "Falta"));
  const rules = Object.keys(shippingDefaults).map((name) => [
    name,
    optionalFields.includes(name) ? text : needed,
  ]);
  vi.doMock("#orders/order-schema.ts", () => ({ order: object(Object.fromEntries(rules)) }));
  return await import("./messages.ts");
}

test("if all fields are required, the form says so", async () => {
  const { isRequired, requiredFields } = await messagesWithout([]);
  expect(isRequired("city")).toBe(true);
  expect(requiredFields).toBe("Todos los campos son obligatorios.");
});

test("if one may be empty, the form says how to tell", async () => {
  const { isRequired, requiredFields } = await messagesWithout(["city"]);
  expect([isRequired("city"), isRequired("address")]).toEqual([false, true]);
  expect(requiredFields).toBe("Los campos son obligatorios, salvo los que dicen «opcional».");
});
