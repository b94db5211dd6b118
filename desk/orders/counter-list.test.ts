import { describe, expect, test } from "vitest";
import { isUnreconciled } from "../../app/desk/shop/order-format.ts";
import { day, hour } from "../../app/desk/shop/time.ts";
import { MailRefused, sendDue } from "../mail/outbox.ts";
import type { Order } from "../storage/tables.ts";
import { withdrawFrom } from "../testing/counter.ts";
import { databases, lucia, placed } from "../testing/desk.ts";
import { read, testShop } from "../testing/shop.ts";
import { forgetOrder } from "../upkeep/retention.ts";
import { listOrders, waitingOrders } from "./counter.ts";
import { correct, receive, refund } from "./money.ts";
import { amend, cancel, ship, track } from "./orders.ts";

describe.each(databases)("%s", (database) => {
  test("a row sums up an order in one or two lines", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk, { quantity: 2, city: "Bonn" });
    desk.pass(3 * day);
    const row = async () =>
      (await read(owner.get("/mostrador?estado=pending"))).items.find((item) =>
        item.startsWith(order.id),
      );
    expect(await row()).toBe(
      `${order.id} Pendiente de pago 2\u00a0× Lucía Gómez Bonn 179,98\u00a0€ 3\u00a0d`,
    );
    await receive(desk, order.id, 8000, 0);
    expect(await row()).toContain("Bonn Faltan 99,98\u00a0€ 179,98\u00a0€");
    desk.pass(30 * day);
    expect(await row()).toMatch(/22\u00a0nov$/);
  });

  test("lists parcels to pack and unreconciled money on top, and nothing else", async () => {
    const { desk, owner } = await testShop(database);
    const parcels: Order[] = [];
    for (let count = 0; count < 7; count++) {
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      parcels.push(order);
      desk.pass(1);
    }
    const [, withdrawn, away, tooMuch] = parcels as [Order, Order, Order, Order];
    await withdrawFrom(desk, withdrawn);
    await ship(desk, away.id, "");
    await receive(desk, tooMuch.id, 1, 8999);
    const { toPack, toPackCount, unreconciled } = await waitingOrders(desk);
    expect(toPackCount).toBe(4);
    const left = parcels.filter((order) => ![withdrawn, away, tooMuch].includes(order));
    expect(toPack.map(({ id }) => id)).toEqual(left.map(({ id }) => id));
    expect(unreconciled.map(({ id }) => id)).toEqual([tooMuch.id]);
    for (let count = 0; count < 2; count++) {
      const more = await placed(desk);
      await receive(desk, more.id, 8999, 0);
    }
    const { text, links } = await read(owner.get("/mostrador"));
    expect(text).toContain(
      `Dinero que no cuadra 1 ${tooMuch.id} Pagado 1\u00a0× Lucía Gómez Madrid Sobran 0,01\u00a0€`,
    );
    expect(text).toContain("Por enviar 6");
    expect(links["Ver los 6"]).toBe("/mostrador?estado=paid");
    expect(links).toMatchObject({
      "Todos 9": "/mostrador",
      "Pagado 8": "/mostrador?estado=paid",
      "Enviado 1": "/mostrador?estado=shipped",
    });
    expect(Object.keys(links)).not.toContain("Entregado 0");
    // A filtered list leaves out the tasks at the top.
    expect((await read(owner.get("/mostrador?estado=paid"))).text).toMatch(/^Pagado Todos 9/);
  });

  test("lists exactly the orders whose pages show a mismatch", async () => {
    const { desk } = await testShop(database);
    const amounts = [0, 5000, 8999, 9000, 17_998];
    for (const received of amounts) {
      for (const refunded of amounts.filter((amount) => amount <= received)) {
        for (const end of ["none", "shipped", "expired"]) {
          const order = await placed(desk);
          if (end === "expired") await cancel(desk, order.id);
          if (received > 0) await receive(desk, order.id, received, 0);
          if (end === "shipped") await ship(desk, order.id, "");
          if (refunded > 0) await refund(desk, order.id, refunded, 0);
        }
      }
    }
    const corrected = await placed(desk);
    await receive(desk, corrected.id, 8999, 0);
    await ship(desk, corrected.id, "");
    await correct(desk, corrected.id, { side: "received", really: 5000, seen: 8999, note: "x" });
    const all = [...(await listOrders(desk))];
    expect(all).toHaveLength(46);
    const odd = all.filter(isUnreconciled).map(({ id }) => id);
    expect(odd.length).toBeGreaterThan(10);
    const { unreconciled } = await waitingOrders(desk);
    expect(unreconciled.map(({ id }) => id).sort()).toEqual(odd.sort());
  });

  test("pages through the list, newest first, also by state and by name", async () => {
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
    for (const begin of ["/mostrador", "/mostrador?estado=pending", "/mostrador?buscar=gómez"]) {
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

  test("finds an order by number, name and email in any spelling", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await placed(desk, { firstName: "Luis", lastName: "Núñez", email: "luis@correo.example" });
    const { id } = order;
    const halves = [id.slice(0, 4), id.slice(4)];
    for (const text of [
      ` ${id.toLowerCase()} `,
      halves.join("-"),
      halves.join(" ").toLowerCase(),
      "lucía gómez",
      "LUCÍA",
      "Lucia@Correo",
      "\u0000lucía",
    ]) {
      const answer = await owner.get(`/mostrador?buscar=${encodeURIComponent(text)}`);
      expect([text, answer.status, answer.headers.get("Location")]).toEqual([
        text,
        303,
        `/mostrador/${id}`,
      ]);
    }
    const both = await read(owner.get("/mostrador?buscar=Calle+Mayor"));
    expect(both.items.filter((item) => item.includes("Pendiente de pago 1\u00a0×"))).toHaveLength(
      2,
    );
    expect(both.html).toContain('value="Calle Mayor"');
    for (const text of ["noorder0", "%", "_", "\\", "x".repeat(5000)]) {
      const { status, text: said } = await read(
        owner.get(`/mostrador?buscar=${encodeURIComponent(text)}`),
      );
      expect([status, said]).toEqual([
        200,
        expect.stringContaining(
          "No hay ningún pedido con esos datos: prueba con el número, el importe,",
        ),
      ]);
    }
    expect((await owner.get("/mostrador?buscar=")).status).toBe(200);
  });

  test("finds an order by what a bank, a caller or the post office says", async () => {
    const { desk } = await testShop(database);
    const order = await placed(desk, {
      firstName: "Íñigo",
      lastName: "D’Alembert Jiménez-Müller",
      email: "curro.J@correo.example",
      phone: "+34 612345678",
      address: "C/ Alcalá, 14, 3.º B",
      city: "Alcorcón",
      postalCode: "08018",
      quantity: 3,
    });
    await receive(desk, order.id, 26_997, 0);
    await ship(desk, order.id, "PK 1234 5678 9ES");
    await track(desk, order.id, "https://correos.example/PK12345678901ES");
    const others = [await placed(desk), await placed(desk, { lastName: "Alembique" })];
    const found = async (text: string) => (await listOrders(desk, { text })).map(({ id }) => id);
    for (const text of [
      "JIMENEZ INIGO",
      "d'alembert",
      "Dalembert jim",
      "muller",
      "curro.j@correo",
      "612345678",
      "+34 612 34 56 78",
      "34612345678",
      "alcorcon",
      "08018",
      "alcala 14",
      "PK12345678901ES",
      "269,97",
      "269.97 €",
      "D ALEMBERT",
      "alembert",
      "MUELLER",
      "EUR 269,97",
      "269,97EUR",
      "€ 269,97",
      "269,97 jimenez",
      "IMPORTE 269,97 EUR DE JIMENEZ",
      "0034 612 345 678",
      "TRANSFERENCIA DE JIMENEZ INIGO",
      "Concepto: Müller",
    ]) {
      expect([text, await found(text)]).toEqual([text, [order.id]]);
    }
    expect((await found("89,99")).sort()).toEqual(others.map(({ id }) => id).sort());
    for (const text of [
      "jimenez luis",
      "lembert",
      "269,98",
      "89,99 jimenez",
      "269,97 14,00",
      "612345679",
      "PK 1234",
      "transferencia de",
    ]) {
      expect([text, await found(text)]).toEqual([text, []]);
    }
    const { quantity: _, ...details } = lucia;
    await amend(desk, order.id, { ...details, lastName: "Zurbano" });
    expect(await found("zurbano")).toEqual([order.id]);
    expect(await found("muller")).toEqual([]);
    await forgetOrder(desk, order.id, "owner", true);
    expect(await found("zurbano")).toEqual([]);
    expect(
      await desk.db.selectFrom("orderTerms").select("orderId").distinct().execute(),
    ).toHaveLength(2);
  });

  test("finds the common spellings of a name, whichever way it was typed", async () => {
    const { desk } = await testShop(database);
    const found = async (text: string) =>
      (await listOrders(desk, { text })).map(({ lastName }) => lastName);
    for (const lastName of ["O'Shea", "Mueller", "Noé"]) await placed(desk, { lastName });
    expect(await found("o shea")).toEqual(["O'Shea"]);
    expect(await found("SHEA")).toEqual(["O'Shea"]);
    expect(await found("Müller")).toEqual(["Mueller"]);
    expect(await found("muell")).toEqual(["Mueller"]);
    expect(await found("noe")).toEqual(["Noé"]);
    expect(await found("de")).toEqual([]);
    await placed(desk, { lastName: "De Pablo" });
    expect(await found("de")).toEqual(["De Pablo"]);
  });

  test("finds an order by its total and by another amount that was received", async () => {
    const { desk } = await testShop(database);
    const found = async (text: string) => (await listOrders(desk, { text })).map(({ id }) => id);
    const tooMuch = await placed(desk);
    await receive(desk, tooMuch.id, 9999, 0);
    const right = await placed(desk, { lastName: "Curro" });
    await receive(desk, right.id, 8999, 0);
    expect(await found("99,99")).toEqual([tooMuch.id]);
    expect(await found("99,99 gomez")).toEqual([tooMuch.id]);
    expect(await found("99,99 curro")).toEqual([]);
    expect((await found("89,99")).sort()).toEqual([tooMuch.id, right.id].sort());
  });

  test("finds common words and amounts among the newest orders", async () => {
    const { desk } = await testShop(database);
    const order = await placed(desk, { quantity: 2 });
    await receive(desk, order.id, 8999, 0);
    const copies = Array.from({ length: 500 }, (_, index) => ({
      ...order,
      id: `COPY${index}`,
      token: `token ${index}`,
      requestKey: `key ${index}`,
      quantity: 1,
      total: 8999,
      received: 0,
      placedAt: order.placedAt + index,
      providerReference: null,
    }));
    for (let from = 0; from < copies.length; from += 100)
      await desk.db
        .insertInto("orders")
        .values(copies.slice(from, from + 100))
        .execute();
    const found = async (text: string, before?: string) =>
      (await listOrders(desk, { text }, before)).map(({ id }) => id);
    expect(await found("89,99")).toHaveLength(51);
    expect((await found("89,99"))[0]).toBe("COPY499");
    expect(await found("89,99", `${order.placedAt + 1}~COPY1`)).toEqual(
      [order.id, "COPY0"].sort().reverse(),
    );
    expect(await found("89,99 lucia")).toEqual([order.id]);
  });

  test("says whether an undelivered email is still tried", async () => {
    const { desk, owner } = await testShop(database);
    await placed(desk);
    for (let times = 0; times < 3; times++) {
      await sendDue(desk, () => Promise.reject(new Error("451 Try again later")));
      desk.pass(hour);
    }
    const says = async () => (await read(owner.get("/mostrador"))).text;
    expect(await says()).toContain("Se sigue intentando: 451 Try again later");
    desk.pass(7 * day);
    expect(await says()).toContain("Ya no se intenta: 451 Try again later");
  });

  test("lists an undelivered email on top, with links to correct its address and to resend it", async () => {
    const { desk, owner, wakes } = await testShop(database);
    const order = await placed(desk);
    await sendDue(desk, async () => Promise.reject(new MailRefused("550 No such user")));
    const { text, html, items, links } = await read(owner.get("/mostrador"));
    expect(text).toContain("Correos que no llegan 2");
    expect(items).toContain(
      `Tu pedido ${order.id}: cómo pagarlo Para lucia@correo.example. Rechazado: 550 No such user Corregir la dirección Descartar Reintentar`,
    );
    // The owner's address does not belong to the order, so it can't be corrected there.
    expect(items).toContain(
      `Pedido nuevo: 1 × Perfume signature, 89,99\u00a0€ Para hola@aurelia.example. Rechazado: 550 No such user Descartar Reintentar`,
    );
    const correction = links["Corregir la dirección"] ?? "";
    expect(correction).toBe(`/mostrador/${order.id}?paso=datos#datos`);
    expect((await read(owner.get(correction))).html).toContain(
      '<details id="datos" class="counter-step" open="">',
    );
    const page = await read(owner.get(`/mostrador/${order.id}`));
    expect(page.text).toContain("Hay un correo que no llega: míralo o corrige la dirección.");
    expect(page.items).toContain(
      `Tu pedido ${order.id}: cómo pagarlo lucia@correo.example · 550 No such user Enviar otra vez`,
    );
    for (const [, path = ""] of html.matchAll(/action="(\/mostrador\/correos\/\w+)"/g)) {
      const answer = await owner.post(path, { pedido: order.id });
      expect([answer.status, answer.headers.get("Location")]).toEqual([
        303,
        `/mostrador/${order.id}`,
      ]);
    }
    expect(wakes.count).toBe(2);
    expect(await sendDue(desk, async () => {})).toBe(2);
    expect((await read(owner.get("/mostrador"))).text).not.toContain("Correos");
  });

  test("uses the plural for several undelivered emails", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    for (let tries = 0; tries < 3; tries++) {
      await sendDue(desk, async () => Promise.reject(new Error("550 No such user")));
      desk.pass(day);
    }
    expect((await read(owner.get(`/mostrador/${order.id}`))).text).toContain(
      "2 correos no llegan: míralos o corrige la dirección.",
    );
  });

  test("removes a dismissed email from the list, and can still send it from its order", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const refused = async () => Promise.reject(new Error("550 No such user"));
    for (let tries = 0; tries < 3; tries++) {
      await sendDue(desk, refused);
      desk.pass(day);
    }
    const { html } = await read(owner.get("/mostrador"));
    for (const [, path = ""] of html.matchAll(/action="(\/mostrador\/correos\/\w+)"/g)) {
      expect((await owner.post(path, { paso: "dejar" })).status).toBe(303);
    }
    expect((await read(owner.get("/mostrador"))).text).toMatch(/^Nada por hacer/);
    const page = await read(owner.get(`/mostrador/${order.id}`));
    expect(page.text).not.toContain("Hay un correo que no llega");
    const [, path = ""] = /action="(\/mostrador\/correos\/\w+)"/.exec(page.html) ?? [];
    await owner.post(path);
    expect(await sendDue(desk, async () => {})).toBe(1);
  });
});
