import { expect, onTestFinished, test, vi } from "vitest";
import { startPayment } from "../cards/payment-page.ts";
import { stripePayment } from "../cards/stripe.ts";
import { enter, ledger, placed, reread, testDesk } from "../testing/desk.ts";
import { fakeStripe, webhookSecret } from "../testing/fake-stripe.ts";
import { read, shopOf } from "../testing/test-shop.ts";

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

test("offers the transfer if Stripe will never take the payment, and tells the owner", async () => {
  const { stripe, desk, ask } = await open();
  const refused = await placed(desk, { email: "lucia@correo.no-vale.example" });
  const little = await placed(desk, { email: "b@correo.example" });
  await enter(desk, little, 8950, { method: "transfer" });
  const least = await placed(desk, { email: "c@correo.example" });
  await enter(desk, least, 8949, { method: "transfer" });
  const pay = async ({ token }: { token: string }) =>
    (await ask(`/pedido/${token}/pagar`)).headers.get("Location");

  for (const order of [refused, little]) {
    expect(await pay(order)).toBe(`/pedido/${order.token}`);
    const { text, links } = await read(ask(`/pedido/${order.token}`));
    expect(text).toContain("Datos para la transferencia");
    expect(links).not.toHaveProperty("Pagar con tarjeta o Bizum");
    // A second press does not ask Stripe again.
    const asked = stripe.requests.length;
    expect(await pay(order)).toBe(`/pedido/${order.token}`);
    expect(stripe.requests).toHaveLength(asked);
  }
  expect(await pay(least)).toBe("https://checkout.stripe.test/cs_test_1");
  const mails = await desk.db
    .selectFrom("mails")
    .select(["orderId", "data"])
    .where("template", "=", "owner card refused")
    .execute();
  expect(mails.map(({ orderId, data }) => [orderId, JSON.parse(data).reason])).toEqual(
    expect.arrayContaining([
      [refused.id, "Invalid email address: lucia@correo.no-vale.example"],
      [little.id, "Stripe no cobra menos de 0,50\u00a0€."],
    ]),
  );
  expect(mails).toHaveLength(2);
});

test("opens no page once the order is paid by transfer", async () => {
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
  expect(await reread(desk, order)).toMatchObject({ status: "unpaid" });

  stripe.pay("cs_test_1");
  expect(await send(stripe.message("cs_test_1", "whsec_otro"))).toBe(400);
  stripe.faults.push("refused", "refused");
  expect(await send(stripe.message("cs_test_1"))).toBe(503);
  expect(await reread(desk, order)).toMatchObject({ status: "unpaid" });

  const message = stripe.message("cs_test_1");
  for (const _ of [1, 2, 3]) expect(await send(message)).toBe(200);
  expect(await ledger(desk, order)).toEqual(["provider payment 8999"]);
  expect(await send(stripe.message("NOORDER0"))).toBe(200);
  expect(await send({ ...message, payload: message.payload.padEnd(300_000, " ") })).toBe(413);
});
