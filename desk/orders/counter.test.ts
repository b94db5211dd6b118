import { describe, expect, test } from "vitest";
import { day } from "../../app/desk/shop/time.ts";
import { ask, orderHasChanged, take, withdrawFrom } from "../testing/counter.ts";
import { card, databases, lucia, newKey, now, pause, placed, story } from "../testing/desk.ts";
import { read, testShop, withPassword } from "../testing/shop.ts";
import { expire, forgetOrder } from "../upkeep/retention.ts";
import { receive } from "./money.ts";
import { amend, deliver, ship } from "./orders.ts";
import { pausedUntil } from "./shop-state.ts";
import { noteWithdrawal, withdraw } from "./withdrawals.ts";

describe.each(databases)("%s", (database) => {
  test.each([
    ["no password", {}],
    ["a wrong one", withPassword("una contraseña corta")],
    ["an empty one", withPassword("")],
    ["one that begins like it", withPassword("una contraseña")],
    ["another authentication scheme", { Authorization: "Bearer una contraseña larga" }],
    ["malformed credentials", { Authorization: "Basic ???" }],
  ])("refuses %s", async (_, headers) => {
    const { desk, ask } = await testShop(database);
    const order = await placed(desk);
    for (const path of ["/mostrador", `/mostrador/${order.id}`, "/mostrador/NOORDER0"]) {
      const answer = await ask(path, { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("WWW-Authenticate")).toBe(
        'Basic realm="Mostrador", charset="UTF-8"',
      );
      expect(answer.headers.get("X-Frame-Options")).toBe("DENY");
      expect((await read(answer)).text).toBe(
        "Falta la contraseña El mostrador se abre con su contraseña. Vuelve a cargar la página para escribirla. Volver al mostrador",
      );
    }
    const posted = await ask(`/mostrador/${order.id}/cobrado`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ importe: "89,99", visto: "0" }),
    });
    expect(posted.status).toBe(401);
    expect((await now(desk, order)).received).toBe(0);
  });

  test("shows an order's steps from payment to refund", async () => {
    const { desk, owner, wakes } = await testShop(database);
    const order = await placed(desk);
    const path = `/mostrador/${order.id}`;
    const step = async (name: string, fields = {}) => {
      const answer = await owner.post(`${path}/${name}`, fields);
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, path]);
    };
    await step("cobrado", { importe: "89,99", visto: "0" });
    await step("enviado", { nota: " ES123 " });
    await step("entregado");
    expect(await take(owner, order, "devuelto", { importe: "9,99", visto: "0" })).toBe(303);
    expect(await take(owner, order, "devuelto", { importe: "80,00 €", visto: "999" })).toBe(303);
    expect(await story(desk, order)).toEqual([
      "shopper pending",
      "owner received 8999",
      "owner paid",
      "owner shipped ES123",
      "owner delivered",
      "owner refund 999",
      "owner refund 8000",
      "owner refunded",
    ]);
    expect(wakes.count).toBe(5);
    const { title, text, items } = await read(owner.get(path));
    expect(title).toBe(`Reembolsado · ${order.id} · Aurelia`);
    expect(text).toMatch(
      new RegExp(
        `^Reembolsado ${order.id} Lucía Gómez · 89,99\u00a0€ · pedido el 22\u00a0nov, 10:05 `,
      ),
    );
    expect(text).toContain(
      "1\u00a0frasco Perfume signature, 50\u00a0ml Lucía Gómez Calle Mayor, 1 28013 Madrid España +34 600000000 lucia@correo.example",
    );
    expect(text).toContain("Dinero Cobrado 89,99\u00a0€ Devuelto 89,99\u00a0€ Queda 0,00\u00a0€");
    const at = "22\u00a0nov, 10:05";
    expect(items.slice(-8)).toEqual([
      `Pedido recibido ${at} · comprador`,
      `Dinero recibido: 89,99\u00a0€ ${at} · mostrador`,
      `Pagado ${at} · mostrador`,
      `Enviado · ES123 ${at} · mostrador`,
      `Entregado ${at} · mostrador`,
      `Reembolso: 9,99\u00a0€ ${at} · mostrador`,
      `Reembolso: 80,00\u00a0€ ${at} · mostrador`,
      `Reembolsado ${at} · mostrador`,
    ]);
  });

  test.each(["enviado", "entregado", "aceptado"])(
    "refuses «%s» for an unpaid order",
    async (step) => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk);
      expect(await read(owner.post(`/mostrador/${order.id}/${step}`))).toMatchObject({
        status: 409,
        alert: orderHasChanged,
      });
      expect(await now(desk, order)).toEqual(order);
    },
  );

  test("prints the slips of all parcels to pack", async () => {
    const { desk, owner } = await testShop(database);
    const names = ["Ana", "Luis", "Eva"];
    for (const [index, firstName] of names.entries()) {
      const { id } = await placed(desk, { firstName });
      await receive(desk, id, 8999, 0);
      if (index === 2) await ship(desk, id, "");
      desk.pass(1);
    }
    expect((await read(owner.get("/mostrador"))).links["Todos los albaranes, para imprimir"]).toBe(
      "/mostrador/albaranes",
    );
    const { html } = await read(owner.get("/mostrador/albaranes"));
    expect(Array.from(html.matchAll(/<h1>(\w+) /g), ([, name]) => name)).toEqual(["Ana", "Luis"]);
  });

  describe("without a shell", () => {
    test("downloads the bookkeeper's file of a period", async () => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      const { html, links } = await read(owner.get("/mostrador"));
      expect(links["Cuentas y datos"]).toBe("/mostrador/cuentas");
      expect(html).toContain("Buscar un pedido por número, importe");
      const page = await read(owner.get("/mostrador/cuentas"));
      expect(page.forms.Descargar).toEqual({ desde: "2026-07-01", hasta: "2026-09-30" });
      const path = "/mostrador/cuentas/exportar";
      const answer = await owner.get(`${path}?desde=2026-11-01&hasta=2026-11-30`);
      expect(answer.headers.get("Content-Disposition")).toBe(
        'attachment; filename="cobros-2026-11-01-2026-11-30.csv"',
      );
      expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
      const lines = (await answer.text()).trim().split("\n");
      expect(lines[1]).toMatch(`2026-11-22;${order.id};cobro;89,99;74,37;21 %;15,62;`);
      expect(lines).toHaveLength(2);
      expect((await (await owner.get(`${path}?desde=2026-12-01`)).text()).split("\n")).toHaveLength(
        2,
      );
      for (const query of ["?desde=hoy", "?desde=2026-12-01&hasta=2026-11-01"]) {
        const back = (await owner.get(path + query)).headers.get("Location") ?? "";
        expect((await read(owner.get(back))).alert).toMatch(/^Elige dos días/);
      }
    });

    test("shows what is stored of a person, in words, and nothing of others", async () => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk);
      await placed(desk, { firstName: "Ana", email: "ana@correo.example" });
      await amend(desk, order.id, { ...lucia, city: "Toledo" });
      await withdrawFrom(desk, order);
      const page = await read(owner.get("/mostrador/persona?email=LUCIA@correo.example"));
      expect(page.text).toContain("Datos corregidos (ciudad, antes «Madrid»)");
      expect(page.text).toContain(`Pedido ${order.id}, del 22 de noviembre de 2026 a las 10:05`);
      expect(page.text).toContain("Envío a Lucía Gómez");
      expect(page.text).toContain(`«Desisto del siguiente contrato: ${order.id}».`);
      expect(page.text).not.toMatch(/Ana\b|token|requestKey/);
      const none = await read(owner.get("/mostrador/persona?email=nadie@correo.example"));
      expect(none.text).toContain("No guardamos nada con ese email.");
    });

    test("deletes personal data once the order is over, and says why not before", async () => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      const path = `/mostrador/${order.id}/olvidar`;
      const refused = async () => (await read(owner.post(path))).alert;
      await ship(desk, order.id, "");
      expect(await refused()).toMatch(
        /^Todavía no: el pedido está en curso, aún se puede desistir/,
      );
      await deliver(desk, order.id);
      desk.pass(14 * day);
      expect(await refused()).toMatch(/^Todavía no/);
      desk.pass(day);
      const asked = await ask(owner, order, "olvidar", {});
      expect((await now(desk, order)).firstName).toBe("Lucía");
      expect((await asked.confirm()).status).toBe(303);
      expect((await now(desk, order)).firstName).toBeNull();
    });
  });

  test("corrects the address, and keeps what was typed", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const right = {
      firstName: "Lucía",
      lastName: "Gómez",
      email: "lucia.gomez@correo.example",
      phone: "+34 611111111",
      address: "Calle Menor, 2",
      city: "Toledo",
      postalCode: "45001",
      country: "ES",
    };
    const wrong = { ...right, email: "lucia", postalCode: "450" };
    const path = `/mostrador/${order.id}/datos`;
    const { status, html, forms } = await read(owner.post(path, wrong));
    expect(status).toBe(400);
    const { country: _, ...typed } = wrong;
    expect(forms["Corregir los datos"]).toMatchObject(typed);
    expect(html).toContain('message">Introduce un email válido</p>');
    expect(html).toContain('message">El código postal debe tener 5 dígitos</p>');
    expect(html).toContain('<details id="datos" class="counter-step" open="">');
    expect(html.match(/autofocus/g)).toHaveLength(1);
    expect(/<input[^>]*autofocus[^>]*>/.exec(html)?.[0]).toContain('name="email"');
    expect(await now(desk, order)).toEqual(order);
    const visto = forms["Corregir los datos"]?.visto ?? "";
    for (let presses = 0; presses < 2; presses++)
      expect((await owner.post(path, { ...right, visto })).status).toBe(303);
    expect(await now(desk, order)).toMatchObject(right);
    expect((await read(owner.get(`/mostrador/${order.id}`))).items).toContain(
      "Datos corregidos · email, antes «lucia@correo.example»; teléfono, antes «+34 600000000»; dirección, antes «Calle Mayor, 1»; ciudad, antes «Madrid»; código postal, antes «28013» 22\u00a0nov, 10:05 · mostrador",
    );
  });

  test("an outdated form restores no old address, even if it is sent again", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const path = `/mostrador/${order.id}/datos`;
    const { quantity: _, ...old } = lucia;
    const opened = (await read(owner.get(`/mostrador/${order.id}`))).forms["Corregir los datos"];
    const visto = opened?.visto ?? "";
    // Another tab corrects the address.
    const { status } = await owner.post(path, { ...old, address: "Calle Menor, 2", visto });
    expect(status).toBe(303);
    const invalid = await read(owner.post(path, { ...old, phone: "1", visto }));
    expect(invalid.status).toBe(400);
    const again = invalid.forms["Corregir los datos"];
    expect(again).toMatchObject({ address: "Calle Mayor, 1", phone: "1", visto });
    const outdated = await read(owner.post(path, { ...old, ...again, phone: "+34 611111111" }));
    expect(outdated).toMatchObject({ status: 409, alert: orderHasChanged });
    const current = outdated.forms["Corregir los datos"];
    expect(current).toMatchObject({ address: "Calle Menor, 2", phone: "+34 600000000" });
    expect((await owner.post(path, { ...current, country: "ES" })).status).toBe(303);
    expect(await now(desk, order)).toMatchObject({ ...old, address: "Calle Menor, 2" });
  });

  test.each([
    ["a country that the shop doesn't ship to", { country: "CH" }, "No enviamos a ese país"],
    ["the Canaries", { postalCode: "35001" }, "No enviamos a Canarias, Ceuta ni Melilla"],
    ["a link", { firstName: "www.evil.example" }, "El nombre no puede llevar una dirección web"],
  ])("refuses a correction as the checkout does: %s", async (_, change, message) => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const { quantity: __, ...details } = lucia;
    const { status, html } = await read(
      owner.post(`/mostrador/${order.id}/datos`, { ...details, ...change }),
    );
    expect(status).toBe(400);
    expect(html).toContain(message);
    expect(await now(desk, order)).toEqual(order);
  });

  test("shows a name and an address as they were typed", async () => {
    const { desk, owner } = await testShop(database);
    const typed = { firstName: "M.Carmen", address: "C/Mayor.3, bit.ly/3xYz", city: "St.Gallen" };
    const order = await placed(desk, typed);
    await withdraw(desk, newKey(), {
      name: "t.co",
      contract: `${order.id} bit.ly/3xYz`,
      email: "a@b.es",
    });
    const { text, links } = await read(owner.get(`/mostrador/${order.id}`));
    expect(text).toContain("M.Carmen Gómez C/Mayor.3, bit.ly/3xYz 28013 St.Gallen");
    expect(text).toContain(`${order.id} bit.ly/3xYz`);
    expect(Object.values(links).join()).not.toContain("bit.ly");
  });

  test("an address with a question mark adds nothing to a mailto link", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk, { email: "lucia?bcc=otra@correo.example" });
    const { links } = await read(owner.get(`/mostrador/${order.id}`));
    expect(links["lucia?bcc=otra@correo.example"]).toBe("mailto:lucia%3Fbcc%3Dotra@correo.example");
  });

  test("stores a note once, for the counter only", async () => {
    const { desk, owner, ask: get } = await testShop(database);
    const order = await placed(desk);
    const path = `/mostrador/${order.id}/nota`;
    expect((await owner.post(path, { nota: " " })).status).toBe(400);
    for (let presses = 0; presses < 2; presses++)
      expect((await owner.post(path, { nota: "Llamar antes" })).status).toBe(303);
    expect((await story(desk, order)).slice(1)).toEqual(["owner note Llamar antes"]);
    expect((await read(owner.get(`/mostrador/${order.id}`))).text).toContain("Nota · Llamar antes");
    expect((await read(get(`/pedido/${order.token}`))).text).not.toContain("Llamar antes");
  });

  test("redirects GET requests of a form's address to its order", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    for (const step of ["cobrado", "datos", "otro"]) {
      const answer = await owner.get(`/mostrador/${order.id}/${step}`);
      expect([answer.status, answer.headers.get("Location")]).toEqual([
        303,
        `/mostrador/${order.id}`,
      ]);
    }
    for (const path of ["/mostrador/correos/1", "/mostrador/desistimientos/1"])
      expect((await owner.get(path)).headers.get("Location")).toBe("/mostrador");
    expect((await owner.post(`/mostrador/${order.id}/otro`)).status).toBe(404);
    expect((await owner.post("/mostrador/NOORDER0/enviado")).status).toBe(404);
    for (const odd of ["NOORDER0", "%00", "%zz"])
      expect((await owner.get(`/mostrador/${odd}`)).status).toBe(404);
  });

  test("shows a test key and a pause at the top", async () => {
    const { desk, owner } = await testShop(database, { card: card({ isTest: true }) });
    expect((await read(owner.get("/mostrador"))).text).toMatch(
      /^La clave de Stripe es de pruebas: los pagos con tarjeta no son dinero de verdad\. Nada por hacer/,
    );
    await pause(desk, "el 3 de enero");
    const { text, forms } = await read(owner.get("/mostrador"));
    expect(text).toContain("La venta está en pausa: «Volvemos el 3 de enero». Abrir");
    expect(Object.keys(forms)).toEqual(["Abrir"]);
    const opening = await read(owner.post("/mostrador/ajustes", { ajuste: "pausa" }));
    expect(opening.text).toContain("En pausa («Volvemos el 3 de enero») Abierta");
    await owner.post("/mostrador/ajustes", opening.forms["Sí, cambiar"]);
    expect(await pausedUntil(desk)).toBe("el 3 de enero");
  });

  test("does not mention test keys without one", async () => {
    const { owner } = await testShop(database, { card: card({ isTest: false }) });
    expect((await read(owner.get("/mostrador"))).text).toMatch(/^Nada por hacer/);
  });

  test("a preview that the database interrupts changes nothing, and can be repeated", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const busy = Object.assign(new Error("terminating connection"), { code: "57P01" });
    const { now: clock } = desk;
    desk.now = () => {
      throw busy;
    };
    const fields = { importe: "1", visto: "0" };
    const { status } = await owner.post(`/mostrador/${order.id}/cobrado`, fields);
    desk.now = clock;
    expect(status).toBe(503);
    expect(await now(desk, order)).toEqual(order);
  });

  test("a packing slip has address and contents, and no amounts", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk, { quantity: 3 });
    const { title, text, links } = await read(owner.get(`/mostrador/${order.id}/albaran`));
    expect(title).toBe(`Albarán ${order.id} · Aurelia`);
    expect(text).toContain("Lucía Gómez Calle Mayor, 1 28013 Madrid España +34 600000000");
    expect(text).toContain("3 × Perfume signature , Eau de Parfum , 50\u00a0ml");
    expect(text).toContain(`Pedido ${order.id} del 22\u00a0nov 2026`);
    expect(text).not.toContain("€");
    expect(links["Volver al pedido"]).toBe(`/mostrador/${order.id}`);
    expect((await owner.get("/mostrador/NOORDER0/albaran")).status).toBe(404);
  });

  test("the counter has its own header, and none of the shop's navigation", async () => {
    const { owner } = await testShop(database);
    for (const path of ["/mostrador", "/mostrador?buscar=nadie"]) {
      const { html } = await read(owner.get(path));
      expect(html.match(/<header/g)).toHaveLength(1);
      expect(html).toContain('<header class="counter-header');
      expect(html).not.toContain("<footer");
      expect(html.match(/<h1/g)).toHaveLength(1);
    }
  });

  test("a forgotten order shows no name, has no slip, and can't be corrected", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    desk.pass(8 * day);
    await expire(desk);
    await forgetOrder(desk, order.id, "owner");
    const list = await read(owner.get("/mostrador"));
    const page = await read(owner.get(`/mostrador/${order.id}`));
    expect(list.text).toContain("(datos borrados)");
    expect(page.text).toContain("Los datos personales están borrados.");
    expect(list.text + page.text).not.toMatch(/Lucía|lucia|null|undefined/);
    expect(Object.keys(page.forms)).toEqual(["Anotar un cobro", "Añadir una nota"]);
    expect((await owner.get(`/mostrador/${order.id}/albaran`)).status).toBe(404);
    expect(await noteWithdrawal(desk, order.id)).toBe(false);
  });
});
