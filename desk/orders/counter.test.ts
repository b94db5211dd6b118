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

});
