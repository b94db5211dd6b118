import { expect, test, vi } from "vitest";
import { forEachOrder } from "./each-order.ts";

const log = vi.spyOn(console, "log").mockImplementation(() => {});

test("an order that fails stops no other, and the first failure is thrown in the end", async () => {
  const done: string[] = [];
  const work = async (id: string) => {
    done.push(id);
    if (id !== "C") throw new Error(`no ${id}`);
    return true;
  };
  const orders = ["A", "B", "C"].map((id) => ({ id }));
  await expect(forEachOrder(orders, work, "Pedidos caducados")).rejects.toThrow("pedido A: no A");
  expect(done).toEqual(["A", "B", "C"]);
  expect(log.mock.calls).toEqual([["Pedidos caducados: 1."]]);
});

test("counts the orders that were changed", async () => {
  const orders = ["A", "B", "C"].map((id) => ({ id }));
  expect(await forEachOrder(orders, async (id) => id !== "B")).toBe(2);
});
