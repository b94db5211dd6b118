import { describe, expect, test } from "vitest";
import { day } from "./context.ts";
import { receive } from "./money.ts";
import { sendDue } from "./outbox.ts";
import { expire, forgetOrder } from "./retention.ts";
import type { Order } from "./schema.ts";
import { databases, newKey, now, placed, story } from "./testing/desk.ts";
import { read, testShop, withPassword } from "./testing/shop.ts";
import { withdraw } from "./withdrawals.ts";

describe.each(databases)("%s", (database) => {
  test.each([
    ["no password", {}],
    ["a wrong one", withPassword("una contraseña corta")],
    ["an empty one", withPassword("")],
    ["one that begins like it", withPassword("una contraseña")],
    ["another way to say it", { Authorization: "Bearer una contraseña larga" }],
    ["something that is none", { Authorization: "Basic ???" }],
  ])("with %s nobody comes in", async (_, headers) => {
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
        "Falta la contraseña El mostrador se abre con su contraseña. Vuelve a cargar la página para escribirla. Volver al Inicio",
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

  test("an order goes its way, and the counter tells it", async () => {
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
    await step("devuelto", { importe: "9,99", visto: "0" });
    await step("devuelto", { importe: "80,00 €", visto: "999" });
    expect(await story(desk, order)).toEqual([
      "shopper pending",
      "owner received 8999",
      "owner paid",
      "owner shipped ES123",
      "owner delivered",
      "owner partly refunded 999",
      "owner refunded 8000",
    ]);
    expect(wakes.count).toBe(5);
    const { title, text, items, forms } = await read(owner.get(path));
    expect(title).toBe(`Pedido ${order.id} · Aurelia`);
    expect(text).toContain(`Pedido ${order.id} Devuelto `);
    expect(text).toContain(
      "Pago Transferencia Recibido 89,99\u00a0€ Devuelto 89,99\u00a0€ Términos del 22 de noviembre de 2026 Email lucia@correo.example",
    );
    expect(forms).toEqual({});
    const at = "22 de noviembre de 2026 a las 10:05";
    expect(items).toEqual([
      `${at} · comprador Pedido recibido`,
      `${at} · mostrador Dinero recibido: 89,99\u00a0€`,
      `${at} · mostrador Pagado`,
      `${at} · mostrador Enviado · ES123`,
      `${at} · mostrador Entregado`,
      `${at} · mostrador Dinero devuelto en parte: 9,99\u00a0€`,
      `${at} · mostrador Devuelto: 80,00\u00a0€`,
    ]);
  });

  test.each([
    ["89,99", 8999],
    ["89,9", 8990],
    ["89", 8900],
    ["0,01", 1],
    ["1.089,99", 108_999],
    ["1089,99", 108_999],
    ["  89,99 € ", 8999],
    ["999.999,99", 99_999_999],
  ])("«%s» is %i cents", async (importe, cents) => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await owner.post(`/mostrador/${order.id}/cobrado`, { importe, visto: "0" });
    expect((await now(desk, order)).received).toBe(cents);
  });

  test.each([
    "",
    "0",
    "0,00",
    "-89,99",
    "89.99",
    "89,999",
    "8,9,9",
    "1.08,99",
    "89,99 $",
    "1e5",
    "ochenta",
    "1.000.000",
    "1000000",
  ])("«%s» is no amount", async (importe) => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    for (const what of ["cobrado", "devuelto"]) {
      const answer = await owner.post(`/mostrador/${order.id}/${what}`, { importe, visto: "0" });
      expect(await read(answer)).toMatchObject({
        status: 409,
        alert: "Escribe un importe en euros, como 89,99.",
      });
    }
    expect(await now(desk, order)).toEqual(order);
  });

  test.each(["", "1", "abc", "0.5", "-1", "NaN", "1e3", "99999999999999999999"])(
    "what the page did not show («%s») moves no money",
    async (visto) => {
      const { desk, owner } = await testShop(database);
      const order = await placed(desk);
      const answer = await owner.post(`/mostrador/${order.id}/cobrado`, { importe: "1", visto });
      expect(await read(answer)).toMatchObject({
        status: 409,
        alert: "El pedido ha cambiado mientras tanto y no se ha hecho nada: míralo de nuevo.",
      });
      await receive(desk, order.id, 8999, 0);
      const back = await owner.post(`/mostrador/${order.id}/devuelto`, { importe: "1", visto });
      expect(back.status).toBe(409);
      expect(await now(desk, order)).toMatchObject({ received: 8999, refunded: 0 });
    },
  );

  test("more than came in does not go back", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 5000, 0);
    const fields = { importe: "50,01", visto: "0" };
    const answer = await owner.post(`/mostrador/${order.id}/devuelto`, fields);
    expect(await read(answer)).toMatchObject({
      status: 409,
      alert: "No se puede devolver más de 50,00\u00a0€.",
    });
  });

  test.each(["enviado", "entregado"])("an unpaid order is not %s", async (what) => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    expect((await owner.post(`/mostrador/${order.id}/${what}`)).status).toBe(409);
    expect(await now(desk, order)).toEqual(order);
  });

  test("money that does not fit is shown", async () => {
    const { desk, owner } = await testShop(database);
    const less = await placed(desk);
    const more = await placed(desk);
    await receive(desk, less.id, 8000, 0);
    await receive(desk, more.id, 10_000, 0);
    const { items } = await read(owner.get("/mostrador"));
    const row = ({ id }: Order) => items.find((item) => item.startsWith(id));
    expect(row(less)).toBe(
      `${less.id} 22 de noviembre de 2026 a las 10:05 Lucía Gómez Recibidos 80,00\u00a0€ de 89,99\u00a0€: faltan 9,99\u00a0€. Pendiente de pago 89,99\u00a0€`,
    );
    expect(row(more)).toContain("Recibidos 100,00\u00a0€ de 89,99\u00a0€: sobran 10,01\u00a0€.");
    const { text, forms } = await read(owner.get(`/mostrador/${less.id}`));
    expect(text).toContain("Recibidos 80,00\u00a0€ de 89,99\u00a0€: faltan 9,99\u00a0€.");
    expect(forms).toEqual({
      "Marcar como cobrado": { importe: "9,99", visto: "8000" },
      "Marcar como devuelto": { importe: "80,00", visto: "0" },
    });
  });

  test("the list goes from page to page, newest first, also by state", async () => {
    const { desk, owner } = await testShop(database);
    const ids: string[] = [];
    for (let index = 0; index < 103; index++) {
      ids.unshift((await placed(desk, { email: `a${index}@correo.example` })).id);
      if (index % 2) desk.pass(1);
    }
    const idsOn = async (path: string) => {
      const { items, links } = await read(owner.get(path));
      const found = items.flatMap((item) => /^([\dA-Z]{8}) /.exec(item)?.[1] ?? []);
      return { found, older: links["Pedidos anteriores"] };
    };
    for (const begin of ["/mostrador", "/mostrador?estado=pending"]) {
      const all: string[] = [];
      const sizes: number[] = [];
      for (let path: string | undefined = begin; path; ) {
        const { found, older }: { found: string[]; older: string | undefined } = await idsOn(path);
        all.push(...found);
        sizes.push(found.length);
        path = older;
      }
      expect(sizes).toEqual([50, 50, 3]);
      expect(all.toSorted()).toEqual(ids.toSorted());
    }
    expect((await idsOn("/mostrador?estado=paid")).found).toEqual([]);
    for (const odd of ["x", "~", "1e999~A", "99999999999999999999~A", "-1~A"]) {
      expect((await owner.get(`/mostrador?antes=${odd}`)).status).toBe(200);
    }
  });

  test("an order is found by its number, however it is written", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const answer = await owner.get(`/mostrador?pedido=%20${order.id.toLowerCase()}%20`);
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      `/mostrador/${order.id}`,
    ]);
    const none = await read(owner.get("/mostrador?pedido=noorder0"));
    expect(none.alert).toBe("No hay ningún pedido NOORDER0.");
    for (const odd of ["NOORDER0", "%00", "%zz"]) {
      expect((await owner.get(`/mostrador/${odd}`)).status).toBe(404);
    }
    expect((await owner.post("/mostrador/NOORDER0/enviado")).status).toBe(404);
  });

  test("a mail that does not get through is on top, and goes out at a press", async () => {
    const { desk, owner, wakes } = await testShop(database);
    await placed(desk);
    const refused = async () => Promise.reject(new Error("550 No such user"));
    for (let tries = 0; tries < 3; tries++) {
      await sendDue(desk, refused);
      desk.pass(day);
    }
    const { text, html } = await read(owner.get("/mostrador"));
    expect(text).toContain("Correos que no llegan Hemos recibido tu pedido");
    expect(text).toContain(
      "Para lucia@correo.example, 3 intentos. 550 No such user Reintentar ahora",
    );
    const [, path = ""] = /action="(\/mostrador\/correos\/\w+)"/.exec(html) ?? [];
    const answer = await owner.post(path);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/mostrador"]);
    expect(wakes.count).toBe(1);
    expect(await sendDue(desk, async () => {})).toBe(1);
    expect((await read(owner.get("/mostrador"))).text).not.toContain("Correos");
  });

  test("a withdrawal is shown with its order", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await withdraw(desk, newKey(), {
      name: "Lucía Gómez",
      contract: order.id,
      email: "lucia@correo.example",
    });
    await withdraw(desk, newKey(), {
      name: "Luis Gil",
      contract: "el perfume",
      email: "luis@correo.example",
    });
    const { items, links } = await read(owner.get("/mostrador"));
    const at = "22 de noviembre de 2026 a las 10:05";
    expect(items).toContain(
      `${at}: Lucía Gómez, lucia@correo.example, «${order.id}». Pedido ${order.id}`,
    );
    expect(links[`Pedido ${order.id}`]).toBe(`/mostrador/${order.id}`);
    expect(items).toContain(
      `${at}: Luis Gil, luis@correo.example, «el perfume». No corresponde a ningún pedido por número y email.`,
    );
  });

  test("a forgotten order names nobody", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await expire(desk);
    await forgetOrder(desk, order.id, "owner");
    const list = await read(owner.get("/mostrador"));
    const page = await read(owner.get(`/mostrador/${order.id}`));
    expect(list.text).toContain("(datos borrados)");
    expect(page.text).toContain("Datos personales borrados");
    expect(list.text + page.text).not.toMatch(/Lucía|lucia|null|undefined/);
  });
});
