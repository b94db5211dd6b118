import { describe, expect, test } from "vitest";
import { databases, placed, story } from "../testing/desk.ts";
import { read, testShop } from "../testing/shop.ts";
import { forgetOrder } from "../upkeep/retention.ts";
import { openInvoices } from "./invoices.ts";
import { receive } from "./money.ts";

const asked = {
  name: "Taller Ruiz, S. L.",
  taxId: "b-12345674",
  address: "Calle Mayor, 1, Madrid",
};

describe.each(databases)("a request for an invoice on %s", (database) => {
  async function open(paid = true) {
    const shop = await testShop(database);
    const order = await placed(shop.desk);
    if (paid) await receive(shop.desk, order.id, 8999, 0);
    return { ...shop, order, path: `/pedido/${order.token}` };
  }

  test("waits at the counter until the invoice is marked as sent", async () => {
    const { desk, order, path, ask, post, owner } = await open();
    expect((await read(ask(path))).forms["Pedir factura"]).toEqual({
      name: "",
      taxId: "",
      address: "",
    });
    for (let presses = 0; presses < 2; presses++) {
      const answer = await post(path, asked);
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${path}#factura`]);
    }
    const note = "Taller Ruiz, S. L., NIF B12345674, Calle Mayor, 1, Madrid";
    expect((await story(desk, order)).slice(-1)).toEqual([`shopper invoice asked ${note}`]);
    expect((await read(ask(path))).text).toContain("Hemos recibido tu petición de factura.");
    expect((await read(owner.get("/mostrador"))).text).toContain("Facturas pedidas 1");
    const page = await read(owner.get(`/mostrador/${order.id}`));
    expect(page.text).toContain(`Factura pedida: ${note}.`);
    const told = desk.db
      .selectFrom("mails")
      .select("subject")
      .where("kind", "like", "owner invoice%");
    expect(await told.execute()).toEqual([{ subject: `Te piden factura: pedido ${order.id}` }]);

    const sent = `/mostrador/${order.id}/factura`;
    expect((await owner.post(sent)).status).toBe(303);
    expect((await owner.post(sent)).status).toBe(409);
    expect(await openInvoices(desk)).toEqual([]);
    expect((await read(ask(path))).text).toContain("Te hemos enviado la factura.");
    // With other data it is another request.
    for (let times = 0; times < 9; times++) await post(path, { ...asked, name: `Taller ${times}` });
    expect(await openInvoices(desk)).toHaveLength(1);
    expect((await story(desk, order)).filter((event) => /asked/.test(event))).toHaveLength(5);
    await forgetOrder(desk, order.id, "owner", true);
    expect(await openInvoices(desk)).toEqual([]);
  });

  test.each([
    [{ name: "" }, "Escribe el nombre o la razón social."],
    [{ taxId: "123" }, "Escribe el NIF, como 12345678Z."],
    [{ address: "x" }, "Escribe el domicilio fiscal."],
  ])("refuses %j, and keeps the form", async (change, message) => {
    const { desk, path, post } = await open();
    const { status, html, forms } = await read(post(path, { ...asked, ...change }));
    expect(status).toBe(400);
    expect(html).toContain(message);
    expect(forms["Pedir factura"]).toEqual({ ...asked, ...change });
    expect(await openInvoices(desk)).toEqual([]);
  });

  test("is not offered before something was bought", async () => {
    const { desk, path, ask, post } = await open(false);
    expect((await read(ask(path))).text).not.toContain("factura");
    expect((await post(path, asked)).status).toBe(404);
    expect((await post("/pedido/abc", asked)).status).toBe(404);
    expect(await openInvoices(desk)).toEqual([]);
  });
});
