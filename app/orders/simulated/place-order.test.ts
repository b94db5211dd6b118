import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { placeOrder } from "./place-order.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the simulated order desk answers after 2,000 ms", async () => {
  const answered = vi.fn();
  void placeOrder({
    firstName: "Lucía",
    lastName: "Ibáñez",
    email: "lucia@ejemplo.es",
    phone: "+34 612345678",
    address: "Calle Mayor, 1",
    city: "Madrid",
    postalCode: "28013",
    country: "ES",
    quantity: 1,
  }).then(answered);

  await vi.advanceTimersByTimeAsync(1999);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toHaveBeenCalledOnce();
});
