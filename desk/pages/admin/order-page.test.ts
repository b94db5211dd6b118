import { describe, expect, test } from "vitest";
import { eraseOrder } from "../../jobs/erase.ts";
import { expire } from "../../jobs/expiry.ts";
import { sendDue } from "../../mail/outbox.ts";
import { deliver, ship } from "../../orders/order-steps.ts";
import { withdraw } from "../../orders/withdrawals.ts";
import { day } from "../../shop/time.ts";
import {
  card,
  change,
  databases,
  enter,
  newKey,
  paid,
  placed,
  reread,
  start,
} from "../../testing/desk.ts";
import { orderHasChanged } from "../../testing/take-steps.ts";
import { read, testShop } from "../../testing/test-shop.ts";

/* The steps themselves are tested without the built shop (steps*.test.ts). */

describe.each(databases)("%s", (database) => {
  test("takes a step once, wakes the workers and returns to the order", async () => {
    const { desk, owner, wakes } = await testShop(database);
    const order = await placed(desk);
    const path = `/mostrador/${order.id}`;
    const { forms, title } = await read(owner.get(path));
    expect(title).toBe(`Pendiente de pago · ${order.id} · Aurelia`);
    const press = () => owner.post(`${path}/pago`, forms["Anotar un pago"]);
    const woken = wakes.count;
    const [first, second] = await Promise.all([press(), press()]);
    expect([first.status, second.status].sort()).toEqual([303, 409]);
    const [done, late] = first.status === 303 ? [first, second] : [second, first];
    expect(done.headers.get("Location")).toBe(`${path}?hecho=pago`);
    const page = await read(late);
    expect(page).toMatchObject({ title: `No anotado · ${order.id} · Aurelia` });
    expect(page.alert).toBe(orderHasChanged);
    expect(page.text).toMatch(/^Por enviar /);
    expect(wakes.count - woken).toBe(2);
    expect((await reread(desk, order)).paid).toBe(8999);
  });

  test("asks on a page of its own, whose «yes» takes the step", async () => {
    const { desk, owner } = await testShop(database);
    const order = await paid(desk);
    const path = `/mostrador/${order.id}/reembolso`;
    const { forms } = await read(owner.get(`/mostrador/${order.id}`));
    const form = { ...forms["Anotar un reembolso"], importe: "10" };
    const asked = await read(owner.post(path, form));
    expect([asked.status, asked.title]).toEqual([
      200,
      "¿Anotar que has reembolsado 10,00\u00a0€? · Aurelia",
    ]);
    expect(asked.links.No).toBe(`/mostrador/${order.id}`);
    const yes = { ...asked.forms["Sí, anotar"], seguro: "si" };
    expect((await owner.post(path, yes)).status).toBe(303);
    expect((await owner.post(path, yes)).status).toBe(409);
    expect((await reread(desk, order)).refunded).toBe(1000);
  });

  test.each([
    ["https://mygls.gls-spain.es/e/11013600011564/28013", "GLS: 11013600011564 · enviado el 22"],
    ["https://transporte.example/?id=4", "Seguimiento: https://transporte.example/?id=4 · enviado"],
    ["Transportes Pérez 4", "Seguimiento: Transportes Pérez 4 · enviado el 22"],
    ["", "Sin número de envío · enviado el 22"],
  ])("says below its title where the parcel «%s» is", async (tracking, words) => {
    const { desk, owner } = await testShop(database);
    const order = await paid(desk);
    const page = () => read(owner.get(`/mostrador/${order.id}`));
    expect((await page()).text).not.toContain("enviado el");
    await change(desk, order, (trx, current) => ship(desk, trx, current, tracking));
    const { text, links } = await page();
    expect(text.slice(0, 220)).toContain(words);
    if (tracking.startsWith("https:")) expect(Object.values(links)).toContain(tracking);
    await change(desk, order, (trx, current) => deliver(desk, trx, current));
    expect((await page()).text.slice(0, 220)).toContain(words);
  });

  test("lists the emails of its withdrawals too, with the address they went to", async () => {
    const { desk, owner } = await testShop(database);
    const order = await paid(desk);
    await withdraw(desk, newKey(), { name: "L", contract: order.id, email: "otra@correo.example" });
    await sendDue(desk, async () => {});
    const page = `/mostrador/${order.id}`;
    const { text, forms } = await read(owner.get(page));
    expect(text).toContain("otra@correo.example");
    expect(text).not.toContain("Hemos recibido tu desistimiento");
    await sendDue(desk, async () => {}, "strangers");
    await owner.post(`${page}/es-de-este`, { ...forms["Es de este pedido"], seguro: "si" });
    const linked = (await read(owner.get(page))).text;
    expect(linked).toMatch(/Mensajes al comprador .*Hemos recibido tu desistimiento.* otra@correo/);
  });

  test("says before the press why personal data stays", async () => {
    const { desk, owner } = await testShop(database);
    const { id } = await placed(desk);
    const text = async () => (await read(owner.get(`/mostrador/${id}`))).text;
    expect(await text()).toContain(
      "Borrar los datos personales Todavía no: el pedido está en curso. Borra nombre,",
    );
    desk.pass(8 * day);
    await expire(desk);
    expect(await text()).toContain("Borrar los datos personales Borra nombre,");
  });

  test("links to the other orders with the same email address", async () => {
    const { desk, owner } = await testShop(database);
    const [order, another] = [
      await paid(desk),
      await paid(desk, { email: "Lucia@correo.example" }),
    ];
    const stranger = await paid(desk, { email: "ana@correo.example" });
    const { text, links } = await read(owner.get(`/mostrador/${order.id}`));
    expect(text).toContain("También compró");
    const addresses = Object.values(links);
    expect(addresses).toContain(`/mostrador/${another.id}`);
    for (const { id } of [order, stranger]) expect(addresses).not.toContain(`/mostrador/${id}`);
  });

  test("keeps an invalid form on the order's page", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const fields = { version: "0", importe: "ochenta" };
    const { status, forms, html } = await read(owner.post(`/mostrador/${order.id}/pago`, fields));
    expect(status).toBe(400);
    expect(forms["Anotar un pago"]).toMatchObject({ version: "0", importe: "ochenta" });
    expect(html.match(/aria-invalid/g)).toHaveLength(1);
  });

  test("redirects GET requests of a form's address, and answers 404 to other posts", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    for (const step of ["pago", "datos", "otro"]) {
      const answer = await owner.get(`/mostrador/${order.id}/${step}`);
      expect([answer.status, answer.headers.get("Location")]).toEqual([
        303,
        `/mostrador/${order.id}`,
      ]);
    }
    expect((await owner.post(`/mostrador/${order.id}/otro`)).status).toBe(404);
    expect((await owner.post("/mostrador/NOORDER0/enviado")).status).toBe(404);
    for (const id of ["NOORDER0", "%00", "%zz"])
      expect((await owner.get(`/mostrador/${id}`)).status).toBe(404);
  });

  test("answers 503 to a refund that Stripe does not answer", async () => {
    const away = new Error("no answer");
    const provider = card({
      check: async () => ({
        isPageOpen: false,
        payment: "pi_1",
        entries: [{ kind: "payment", id: "pi_1", amount: 8999, at: 0, isReversed: false }],
      }),
      refund: async () => Promise.reject(away),
      isUnavailable: (error) => error === away,
    });
    const { desk, owner } = await testShop(database, { card: provider });
    const order = await placed(desk);
    await desk.db.updateTable("orders").set({ providerPage: "cs_1" }).execute();
    const { forms } = await read(owner.get(`/mostrador/${order.id}`));
    const form = { ...forms["Reembolsar por Stripe"], importe: "40", seguro: "si" };
    const unanswered = await read(owner.post(`/mostrador/${order.id}/stripe`, form));
    expect([unanswered.status, unanswered.links["Volver al mostrador"]]).toEqual([
      503,
      "/mostrador",
    ]);
    provider.check = async () => Promise.reject(away);
    expect((await owner.get(`/mostrador/${order.id}`)).status).toBe(200);
  });

  test("answers 503 to a step that the database interrupts, and changes nothing", async () => {
    let isAway = false;
    const { desk, owner } = await testShop(database, {
      now() {
        if (isAway) throw Object.assign(new Error("terminating connection"), { code: "57P01" });
        return start;
      },
    });
    const order = await placed(desk);
    await owner.session();
    isAway = true;
    const note = { version: "0", nota: "Llamar antes" };
    const { status } = await owner.post(`/mostrador/${order.id}/nota`, note);
    isAway = false;
    expect(status).toBe(503);
    expect(await reread(desk, order)).toEqual(order);
  });

  test("a packing slip has address and contents, and no amounts", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk, { quantity: 3 });
    const { text, links } = await read(owner.get(`/mostrador/albaranes?pedido=${order.id}`));
    expect(text).toContain("Lucía Gómez Calle Mayor, 1 28013 Madrid España +34 600000000");
    expect(text).toContain("3 × Perfume signature , Eau de Parfum , 50\u00a0ml");
    expect(text).toContain(`Pedido ${order.id} del 22\u00a0nov 2026`);
    expect(text).not.toContain("€");
    expect(links["Volver al pedido"]).toBe(`/mostrador/${order.id}`);
    expect((await owner.get("/mostrador/albaranes?pedido=NOORDER0")).status).toBe(404);
    desk.pass(8 * day);
    await expire(desk);
    await eraseOrder(desk, order.id, "owner");
    expect((await owner.get(`/mostrador/albaranes?pedido=${order.id}`)).status).toBe(404);
  });

  test("prints the slips of all parcels to pack", async () => {
    const { desk, owner } = await testShop(database);
    for (const firstName of ["Ana", "Luis", "Eva", "Pía"]) {
      const order = await placed(desk, { firstName });
      if (firstName !== "Pía") await enter(desk, order, order.total);
      if (firstName === "Eva")
        await change(desk, order, (trx, locked) => ship(desk, trx, locked, ""));
      desk.pass(1);
    }
    const { html } = await read(owner.get("/mostrador/albaranes"));
    expect(Array.from(html.matchAll(/<h1[^>]*>(\w+) /g), ([, name]) => name)).toEqual([
      "Ana",
      "Luis",
    ]);
  });
});
