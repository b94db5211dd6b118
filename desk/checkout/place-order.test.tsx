import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { completeOrder } from "../../app/shop/testing/complete-order.ts";
import type { Answer, sendOrder } from "./send-order.ts";

const send = vi.fn<typeof sendOrder>();
vi.mock("./send-order.ts", () => ({ sendOrder: send }));

const order = (quantity: number) => ({ ...completeOrder, quantity });
const placed = { number: "AU7KQ2M9", address: "/pedido/0f0f" };

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv("PRODUCT_PRICE", "89,99");
  send.mockReset();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function press(answer: Answer, quantity = 1) {
  const { placeOrder } = await import("./place-order.ts");
  send.mockResolvedValueOnce(answer);
  const placed = placeOrder(order(quantity));
  await vi.runAllTimersAsync();
  return placed;
}
const acknowledgedOrders = () =>
  send.mock.calls.map(([, , acknowledgedOrder]) => acknowledgedOrder);
const totalsSent = () => send.mock.calls.map(([, total]) => total);

test("sends the order with its total, and shows it as it was sent", async () => {
  const { phone: _, ...shown } = order(2);
  expect(await press({ placed }, 2)).toEqual({ ...placed, order: shown, total: 17998 });
  expect(totalsSent()).toEqual([17998]);
});

test("sends a new total only for the quantity that it belongs to", async () => {
  expect(await press({ newTotal: 9499 })).toBeUndefined();
  await press({ placed }, 2);
  await press({ placed }, 1);
  expect(totalsSent()).toEqual([8999, 17998, 9499]);
});

test("keeps a new total after a refusal", async () => {
  await press({ newTotal: 9499 });
  await press({ refused: { message: "Espera un minuto." } });
  expect(await press({ placed })).toMatchObject({ total: 9499 });
  expect(totalsSent()).toEqual([8999, 9499, 9499]);
});

test("names the order that the page has asked about, and not one that it has placed", async () => {
  await press({ placed });
  const refused = { message: "Ya tienes el pedido.", address: "/pedido/0f0f" };
  await press({ refused, acknowledgedOrder: "OTHER" });
  await press({ refused: { message: "Espera un minuto." } });
  await press({ placed });
  expect(acknowledgedOrders()).toEqual([undefined, undefined, "OTHER", "OTHER"]);
});

test("shows processing for at least 2,000 ms", async () => {
  const { placeOrder } = await import("./place-order.ts");
  send.mockResolvedValue({ newTotal: 9499 });
  const answered = vi.fn();
  placeOrder(order(1)).then(answered);
  await vi.advanceTimersByTimeAsync(1999);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toHaveBeenCalledOnce();
});

test("asks about a typo in the email's domain, and sends it when pressed again", async () => {
  const { placeOrder } = await import("./place-order.ts");
  send.mockResolvedValue({ placed });
  const pressWith = async (email: string) => {
    const answer = placeOrder({ ...order(1), email });
    await vi.runAllTimersAsync();
    return answer;
  };
  expect(await pressWith("rosa@gmial.com")).toBeUndefined();
  expect(await pressWith("rosa@gmail.con")).toBeUndefined();
  expect(send).not.toHaveBeenCalled();
  expect(await pressWith("rosa@gmail.con")).toMatchObject(placed);
  for (const email of ["rosa@gmail.com", "rosa@mail.com", "rosa@ymail.com", "rosa@hotmail.es"])
    expect(await pressWith(email)).toMatchObject(placed);
});

test("goes to the payment page", async () => {
  const assign = vi.fn();
  vi.stubGlobal("location", { assign });
  await press({ placed: { ...placed, pay: "https://pay.example/1" } });
  expect(assign).toHaveBeenCalledExactlyOnceWith("https://pay.example/1");
  vi.unstubAllGlobals();
});

test("names product, total, seller and legal texts before the button", async () => {
  vi.stubEnv("SELLER_NAME", "Brisa SL");
  vi.stubEnv("SELLER_TAX_ID", "B12345674");
  vi.stubEnv("SELLER_ADDRESS", "Calle Mayor 1, 28013 Madrid");
  const { Conditions, Introduction } = await import("./checkout-parts.tsx");
  vi.unstubAllEnvs();
  const html = renderToStaticMarkup(<Conditions quantity={2} total={17998} />);
  expect(html).toContain(
    '<span>2 ×</span> <span translate="no">Perfume <span lang="en">signature</span></span>',
  );
  expect(html).toContain("Total: 179,98\u00a0€, IVA incluido. Envío gratis");
  expect(html.replace(/<\/?span[^>]*>/g, "")).toContain(
    "Brisa SL, NIF\u00a0B12345674, Calle Mayor 1, 28013 Madrid.",
  );
  for (const page of ["politica-de-devolucion", "terminos-de-servicio"]) {
    expect(html).toContain(`href="/${page}"`);
  }
  expect(renderToStaticMarkup(<Introduction required="" />)).toContain(
    'href="/politica-de-privacidad"',
  );
});
