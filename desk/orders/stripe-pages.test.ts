import { expect, onTestFinished, test, vi } from "vitest";
import { enter, ledger, now, placed, testDesk } from "../testing/desk.ts";
import { fakeStripe, webhookSecret } from "../testing/fake-stripe.ts";
import { shopOf } from "../testing/shop.ts";
import { startPayment } from "./payment-page.ts";
import { stripePayment } from "./stripe.ts";

async function open() {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const stripe = await fakeStripe();
  const card = stripePayment("sk_test_prueba", webhookSecret, stripe.options);
  const desk = await testDesk("SQLite", { card });
  return { stripe, desk, ...(await shopOf(desk)) };
}

test("leads to Stripe's page, and says so when there is none", async () => {
  const { stripe, desk, ask } = await open();
  const order = await placed(desk);
  const pay = () => ask(`/pedido/${order.token}/pagar`);
  stripe.faults.push("refused", "refused");
  const away = await pay();
  expect(away.status).toBe(503);
  expect(away.headers.get("Retry-After")).toBe("5");
  expect(await away.text()).toContain("El pedido está guardado");
  expect((await pay()).headers.get("Location")).toBe("https://checkout.stripe.test/cs_test_1");
  stripe.pay("cs_test_1");
  stripe.faults.push("refused", "refused");
  const page = await ask(`/pedido/${order.token}`);
  expect(await page.text()).toContain("Falta el pago");
  expect(await (await ask(`/pedido/${order.token}`)).text()).toContain("Preparamos tu paquete");
  expect((await pay()).headers.get("Location")).toBe(`/pedido/${order.token}`);
  expect((await ask("/pedido/otro/pagar")).status).toBe(404);
  const read = await ask("/avisos/stripe");
  expect([read.status, read.headers.get("Allow")]).toEqual([405, "POST"]);
});

test("leads to no page once the order is paid by transfer", async () => {
  const { desk, ask } = await open();
  const order = await placed(desk);
  await enter(desk, order, 8999, { method: "transfer" });
  const answer = await ask(`/pedido/${order.token}/pagar`);
  expect(answer.headers.get("Location")).toBe(`/pedido/${order.token}`);
});

test("a signed webhook makes the shop ask Stripe; a forged one changes nothing", async () => {
  const { stripe, desk, ask } = await open();
  const send = async ({ payload, signature }: { payload: string; signature: string }) => {
    const headers = { "Stripe-Signature": signature, Origin: "https://api.stripe.com" };
    return (await ask("/avisos/stripe", { method: "POST", headers, body: payload })).status;
  };
  const order = await placed(desk);
  await startPayment(desk, order);
  expect(await send(stripe.message("cs_test_1"))).toBe(200);
  expect(await now(desk, order)).toMatchObject({ status: "unpaid" });

  stripe.pay("cs_test_1");
  expect(await send(stripe.message("cs_test_1", "whsec_otro"))).toBe(400);
  stripe.faults.push("refused", "refused");
  expect(await send(stripe.message("cs_test_1"))).toBe(503);
  expect(await now(desk, order)).toMatchObject({ status: "unpaid" });

  const message = stripe.message("cs_test_1");
  for (const _ of [1, 2, 3]) expect(await send(message)).toBe(200);
  expect(await ledger(desk, order)).toEqual(["provider payment 8999"]);
  expect(await send(stripe.message("NOORDER0"))).toBe(200);
  expect(await send({ ...message, payload: message.payload.padEnd(300_000, " ") })).toBe(413);
});
