import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { completeOrder } from "../shop/testing/complete-order.ts";
import { placeOrder } from "./place-order.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the simulated order takes 2,000 ms", async () => {
  const answered = vi.fn();
  void placeOrder(completeOrder).then(answered);

  await vi.advanceTimersByTimeAsync(1999);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  const { email: _, phone: __, ...shown } = completeOrder;
  expect(answered).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ order: shown }));
});
