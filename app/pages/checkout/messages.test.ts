import { object } from "valibot";
import { afterEach, expect, test, vi } from "vitest";
import { order, text } from "../../shop/order.ts";

afterEach(() => {
  vi.doUnmock("#orders/order-schema.ts");
  vi.resetModules();
});

test("all fields are required, and the form says so", async () => {
  const { isRequired, requiredFields } = await import("./messages.ts");
  expect(isRequired("city")).toBe(true);
  expect(requiredFields).toBe("Todos los campos son obligatorios.");
});

test("a field that may be empty is optional, and the form says how to tell", async () => {
  vi.doMock("#orders/order-schema.ts", () => ({ order: object({ ...order.entries, city: text }) }));
  const { isRequired, requiredFields } = await import("./messages.ts");
  expect([isRequired("city"), isRequired("address")]).toEqual([false, true]);
  expect(requiredFields).toBe("Los campos son obligatorios, salvo los que dicen «opcional».");
});
