import { describe, expect, test } from "vitest";
import { day, hour } from "../../app/desk/shop/time.ts";
import { sendDue } from "../mail/outbox.ts";
import { ask, twiceAtOnce, withdrawFrom } from "../testing/counter.ts";
import { databases, newKey, now, placed, story } from "../testing/desk.ts";
import { read, testShop } from "../testing/shop.ts";
import { receive, refund } from "./money.ts";
import { noteWithdrawal, withdraw, withdrawalsOf } from "./withdrawals.ts";

describe.each(databases)("%s", (database) => {
  test("warns before shipping an order with a withdrawal", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    const page = await read(owner.get(`/mostrador/${order.id}`));
    await withdrawFrom(desk, order);
    const { text, forms } = await read(owner.get(`/mostrador/${order.id}`));
    expect(text).toContain(
      "El comprador desistió el 22\u00a0nov, 10:05. Tienes hasta el 6\u00a0de diciembre para devolver 89,99\u00a0€.",
    );
    expect(Object.keys(forms)[1]).toBe("Anotar una devolución");
    // Ship it from a page that was opened before the withdrawal.
    expect(Object.keys(page.forms)).toContain("Marcar como enviado");
    const asked = await ask(owner, order, "enviado", { nota: "MRW 1" });
    expect(asked.text).toContain(
      "El comprador desistió el 22 de noviembre de 2026 a las 10:05. ¿Enviarlo de todos modos?",
    );
    expect((await now(desk, order)).state).toBe("paid");
    expect((await asked.confirm()).status).toBe(303);
    expect((await story(desk, order)).at(-1)).toBe("owner shipped MRW 1");
  });

  test("lists a withdrawal on top until it is handled, with the days left", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    await withdraw(desk, newKey(), {
      name: "Luis Gil",
      contract: "el perfume",
      email: "luis@correo.example",
    });
    desk.pass(day + hour);
    await withdrawFrom(desk, order);
    const list = await read(owner.get("/mostrador"));
    expect(list.text).toMatch(/^Por hacer Desistimientos 1 Quedan 14\u00a0días · Lucía Gómez/);
    expect(list.items.slice(0, 2)).toEqual([
      `Quedan 14\u00a0días · Lucía Gómez · 23\u00a0nov, 11:05 Pedido ${order.id} «${order.id}», lucia@correo.example. Resuelto`,
      "Quedan 13\u00a0días · Luis Gil · 22\u00a0nov, 10:05 «el perfume», luis@correo.example. No encaja con ningún pedido. Resuelto",
    ]);
    expect(list.links[`Pedido ${order.id}`]).toBe(`/mostrador/${order.id}`);
    await sendDue(desk, async () => {});
    desk.pass(13 * day - hour);
    const first = async () => (await read(owner.get("/mostrador"))).items[1];
    expect(await first()).toMatch(/^Último día · Luis Gil/);
    // The end of Sunday 6 December in Madrid.
    desk.pass(Date.parse("2026-12-06T23:59:59+01:00") - desk.now());
    expect(await first()).toMatch(/^Último día · Luis Gil/);
    desk.pass(1000);
    expect(await first()).toMatch(/^Fuera de plazo · Luis Gil/);
    const [lucia, luis] = [
      ...list.html.matchAll(/action="(\/mostrador\/desistimientos\/\w+)"/g),
    ].map(([, path = ""]) => path);
    const done = await owner.post(luis ?? "");
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/mostrador"]);
    const asked = await read(owner.post(lucia ?? "", { pedido: order.id }));
    expect(asked.text).toContain(
      "Quedan 89,99\u00a0€ por devolver. ¿Marcar el desistimiento como resuelto?",
    );
    expect(asked.links.No).toBe(`/mostrador/${order.id}`);
    expect((await withdrawalsOf(desk, order))[0]?.handledAt).toBeNull();
    expect(asked.forms["Sí, resuelto"]).toEqual({ pedido: order.id, debido: "8999" });
    const again = await owner.post(lucia ?? "", { pedido: order.id, debido: "8999" });
    expect(again.headers.get("Location")).toBe(`/mostrador/${order.id}`);
    const odd = await owner.post(lucia ?? "", { pedido: "//evil.example", debido: "8999" });
    expect(odd.headers.get("Location")).toBe("/mostrador");
    // The list still shows the order, because its money has not been refunded.
    expect((await read(owner.get("/mostrador"))).text).toMatch(
      new RegExp(`^Por hacer Dinero que no cuadra 1 ${order.id} Pagado .* Desistido `),
    );
    const { text } = await read(owner.get(`/mostrador/${order.id}`));
    expect(text).toContain("para devolver 89,99\u00a0€");
    expect(text).not.toContain("Desistimiento resuelto");
  });

  test("asks before a withdrawal that perhaps means an order is marked as handled", async () => {
    const { desk, owner } = await testShop(database);
    const [order, other] = [await placed(desk), await placed(desk, { email: "b@correo.example" })];
    for (const { id } of [order, other]) await receive(desk, id, 8999, 0);
    await withdrawFrom(desk, { ...order, id: `${order.id} ${other.id}` });
    const list = await read(owner.get("/mostrador"));
    expect(list.items[0]).toContain(`Pedido ${order.id} Quizá el pedido ${other.id} «`);
    const [, path = ""] = /action="(\/mostrador\/desistimientos\/\w+)"/.exec(list.html) ?? [];
    const both = await read(owner.post(path));
    expect(both.text).toContain(
      `Quedan 89,99\u00a0€ por devolver. Quizá es también del pedido ${other.id}. ¿Marcar el desistimiento como resuelto?`,
    );
    await refund(desk, order.id, 8999, 0);
    // A «yes» to something else asks again.
    const asked = await read(owner.post(path, both.forms["Sí, resuelto"]));
    expect(asked.text).toBe(
      `Quizá es del pedido ${other.id}. ¿Marcar el desistimiento como resuelto? Si lo marcas, podrás enviar ese pedido sin que el mostrador pregunte por este desistimiento. Sí, resuelto No`,
    );
    expect((await owner.post(`/mostrador/${other.id}/enviado`)).status).toBe(200);
    expect((await owner.post(path, asked.forms["Sí, resuelto"])).status).toBe(303);
    expect((await owner.post(`/mostrador/${other.id}/enviado`)).status).toBe(303);
  });

  test("pages the unclear withdrawals, and marks exactly those of a page as handled", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    const declare = (name: string, contract: string) =>
      withdraw(desk, newKey(), { name, contract, email: "malo@correo.example" });
    for (let count = 1; count <= 54; count++) {
      await declare(`Malo ${count}.`, count > 52 ? order.id : "el perfume");
      desk.pass(1000);
    }
    const first = await read(owner.get("/mostrador"));
    expect(first.text).toContain("Desistimientos por aclarar 54");
    expect(first.items.filter((item) => item.includes("Malo"))).toHaveLength(5);
    const page = await read(owner.get(first.links["Ver los 54"] ?? ""));
    expect(page.items).toHaveLength(50);
    const older = await read(owner.get(page.links["Desistimientos anteriores"] ?? ""));
    expect(older.items.map((item) => /Malo \d+/.exec(item)?.[0])).toEqual([
      "Malo 4",
      "Malo 3",
      "Malo 2",
      "Malo 1",
    ]);
    expect(older.links["Desistimientos anteriores"]).toBeUndefined();
    await declare("Lucía", "el mío");

    expect(page.text).toContain("Marcar como resueltos los de esta página sin pedido (48)");
    expect(page.text).toContain("Marcar como resueltos los de esta página con un «Quizá» (2)");
    const buttons = Array.from(
      page.html.matchAll(/value="([\da-f]{16} [\da-f ]+)"/g),
      ([, ids]) => ids,
    );
    const [unmatched = "", perhaps = ""] = buttons;
    const names = async () =>
      (await read(owner.get("/mostrador/desistimientos"))).items.map(
        (item) => /Malo \d+|Lucía/.exec(item)?.[0],
      );
    const press = (vistos: string) => owner.post("/mostrador/desistimientos", { vistos });
    expect((await press(unmatched)).status).toBe(303);
    const left = ["Malo 4", "Malo 3", "Malo 2", "Malo 1"];
    expect(await names()).toEqual(["Lucía", "Malo 54", "Malo 53", ...left]);
    expect((await press(perhaps)).status).toBe(303);
    expect(await names()).toEqual(["Lucía", ...left]);
  });

  test("records a withdrawal by letter once, and lists it like the others", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 1000, 0);
    const asked = await ask(owner, order, "desistido", {});
    expect(asked.text).toContain("Estado Pendiente de pago");
    expect(await twiceAtOnce(asked.confirm)).toEqual([303, 409]);
    expect(await story(desk, order)).toEqual([
      "shopper pending",
      "owner received 1000",
      "owner withdrawn",
    ]);
    expect((await read(owner.get("/mostrador"))).items[0]).toBe(
      `Quedan 14\u00a0días · Lucía Gómez · 22\u00a0nov, 10:05 Pedido ${order.id} «${order.id}», lucia@correo.example. Resuelto`,
    );
    expect((await read(owner.get(`/mostrador/${order.id}`))).text).toContain(
      "El comprador desistió el 22\u00a0nov, 10:05. Tienes hasta el 6\u00a0de diciembre para devolver 10,00\u00a0€. Desistimiento resuelto",
    );
    expect(await noteWithdrawal(desk, order.id)).toBe(false);
    desk.pass(15 * day);
    expect((await read(owner.get(`/mostrador/${order.id}`))).text).toContain(
      "Tenías hasta el 6\u00a0de diciembre para devolver 10,00\u00a0€.",
    );
  });

  test("asks before accepting a late payment after a withdrawal", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await withdrawFrom(desk, order);
    await receive(desk, order.id, 8999, 0);
    const { text, forms } = await read(owner.get(`/mostrador/${order.id}`));
    expect(text).not.toContain("Un correo le ha preguntado");
    expect(Object.keys(forms)).toContain("Aceptar el pedido");
    expect(Object.keys(forms)[0]).toBe("Anotar una devolución");
    const asked = await ask(owner, order, "aceptado", {});
    expect(asked.text).toContain(
      "El comprador desistió el 22 de noviembre de 2026 a las 10:05. ¿Aceptar el pedido de todos modos?",
    );
    expect((await now(desk, order)).state).toBe("cancelled");
    expect((await asked.confirm()).status).toBe(303);
    expect(await now(desk, order)).toMatchObject({ state: "paid", withdrawnAt: null });
  });

  test("reverses a withdrawal", async () => {
    const { desk, owner } = await testShop(database);
    const order = await placed(desk);
    await receive(desk, order.id, 8999, 0);
    const label = "El comprador no desiste";
    const offered = async () =>
      Object.keys((await read(owner.get(`/mostrador/${order.id}`))).forms).includes(label);
    expect(await offered()).toBe(false);
    await withdrawFrom(desk, order);
    expect(await offered()).toBe(true);
    const asked = await ask(owner, order, "no-desiste", {});
    expect(asked.title).toBe("¿Anotar que el comprador no desiste? · Aurelia");
    expect(asked.text).toContain("Estado Pagado Por enviar");
    expect((await now(desk, order)).withdrawnAt).not.toBeNull();
    expect(await twiceAtOnce(asked.confirm)).toEqual([303, 409]);
    expect(await now(desk, order)).toMatchObject({ state: "paid", withdrawnAt: null });
    expect(await offered()).toBe(false);
    expect((await read(owner.get("/mostrador"))).text).toMatch(/^Por hacer Por enviar 1/);
  });
});
