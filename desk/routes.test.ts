import { describe, expect, test } from "vitest";
import { day } from "./context.ts";
import { receive, refund } from "./money.ts";
import { deliver, place, ship } from "./orders.ts";
import { expire, forgetOrder } from "./retention.ts";
import { attempt, card, databases, lucia, newKey, now, placed } from "./testing/desk.ts";
import { readPage } from "./testing/page.ts";
import { ownersKey, read, readJson, testShop } from "./testing/shop.ts";

const declared = { name: "Lucía Gómez", contract: "El perfume", email: "lucia@correo.example" };

describe.each(databases)("%s", (database) => {
  const open = (
    ...changes: Parameters<typeof testShop> extends [unknown, ...infer More] ? More : never
  ) => testShop(database, ...changes);

  describe("POST /pedidos", () => {
    test("an order is taken, and its address told to whoever placed it", async () => {
      const { desk, order, wakes } = await open();
      const answer = await order(attempt());
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
      expect(answer.headers.get("X-Frame-Options")).toBe("DENY");
      const row = await desk.db.selectFrom("orders").selectAll().executeTakeFirstOrThrow();
      expect(await readJson(answer)).toEqual({
        status: 201,
        body: { number: row.id, address: `/pedido/${row.token}` },
      });
      expect(wakes.count).toBe(1);
    });

    test("where cards are taken, the page to pay on is told too", async () => {
      const { order } = await open({ card: card({}) });
      const { body } = await readJson(order(attempt()));
      expect(body.pay).toBe(`${body.address}/pagar`);
    });

    test("the same press again has the same answer", async () => {
      const { order } = await open();
      const asked = attempt();
      const first = await readJson(order(asked));
      expect(await readJson(order(asked))).toEqual(first);
    });

    test("the same key with something else is refused, and leads to what it ordered", async () => {
      const { order } = await open();
      const asked = attempt();
      const first = await readJson(order(asked));
      const changed = { ...asked, order: { ...asked.order, city: "Toledo" } };
      expect(await readJson(order(changed))).toEqual({
        status: 422,
        body: {
          message:
            "Un intento anterior sí llegó, con otros datos. Míralo antes de hacer otro pedido.",
          address: first.body.address,
        },
      });
    });

    test("the price of an old tab is answered with today's, and nothing is placed", async () => {
      const { desk, order } = await open();
      const asked = attempt();
      expect(await readJson(order({ ...asked, total: 7999 }))).toEqual({
        status: 409,
        body: { total: 8999 },
      });
      expect(await desk.db.selectFrom("orders").select("id").execute()).toEqual([]);
      expect((await order(asked)).status).toBe(201);
    });

    test.each([
      ["no JSON", "key=1"],
      ["nothing", ""],
      ["null", null],
      ["a list", []],
      ["no key", { ...attempt(), key: undefined }],
      ["a short key", { ...attempt(), key: "abc" }],
      ["a key in capitals", { ...attempt(), key: "A".repeat(32) }],
      ["a total in text", { ...attempt(), total: "8999" }],
      ["half a cent", { ...attempt(), total: 8999.5 }],
      ["no order", { ...attempt(), order: undefined }],
      ["no bottle", attempt({ quantity: 0 })],
      ["eleven bottles", attempt({ quantity: 11 })],
      ["half a bottle", attempt({ quantity: 1.5 })],
      ["a short name", attempt({ firstName: "L" })],
      ["no address for mails", attempt({ email: "lucia" })],
      ["two addresses for mails", attempt({ email: "a@b.example,c@d.example" })],
      ["a postal code of six figures", attempt({ postalCode: "280133" })],
      ["an object for a name", { ...attempt(), order: { ...lucia, firstName: {} } }],
    ])("%s is not understood", async (_, body) => {
      const { desk, order } = await open();
      expect(await readJson(order(body))).toEqual({
        status: 400,
        body: { message: "Algún dato no es válido. Revísalo y vuelve a pulsar." },
      });
      expect(await desk.db.selectFrom("orders").select("id").execute()).toEqual([]);
    });

    test("signs that no one writes, which terminals and databases stumble over, become blanks", async () => {
      const { desk, order } = await open();
      const odd = {
        firstName: "Lu\0cía",
        lastName: "\u001b[2JGómez",
        address: "Calle\r\nMayor, 1",
      };
      expect((await order(attempt(odd))).status).toBe(201);
      expect(await desk.db.selectFrom("orders").selectAll().executeTakeFirst()).toMatchObject({
        firstName: "Lu cía",
        lastName: "[2JGómez",
        address: "Calle Mayor, 1",
      });
      expect((await order(attempt({ firstName: "\0\0" }))).status).toBe(400);
    });

    test("nobody places more than three unpaid orders a day", async () => {
      const { order } = await open({ limits: { unpaidPerEmail: 3, ordersPerHour: 200 } });
      for (let count = 0; count < 3; count++) expect((await order(attempt())).status).toBe(201);
      expect(await readJson(order(attempt()))).toEqual({
        status: 429,
        body: {
          message:
            "Ya tienes varios pedidos sin pagar. Paga alguno o escríbenos a hola@aurelia.example.",
        },
      });
    });

    test("a shop that is run over says when to come back", async () => {
      const { order } = await open({ limits: { unpaidPerEmail: 3, ordersPerHour: 1 } });
      expect((await order(attempt())).status).toBe(201);
      const answer = await order(attempt());
      expect(answer.headers.get("Retry-After")).toBe("3600");
      expect(await readJson(answer)).toEqual({
        status: 503,
        body: {
          message:
            "Ahora mismo recibimos más pedidos de los que podemos atender. Inténtalo dentro de una hora.",
        },
      });
    });
  });

  describe("GET /pedido/<token>", () => {
    test("shows the order, and how to pay it", async () => {
      const { desk, ask } = await open();
      const order = await placed(desk, { quantity: 2 });
      await receive(desk, order.id, 1000, 0);
      const answer = await ask(`/pedido/${order.token}`);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "cache-control": "no-store",
        "content-security-policy": expect.stringMatching(/^default-src 'none'; /),
        "content-type": "text/html; charset=utf-8",
        vary: "Accept-Encoding",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "x-robots-tag": "noindex",
      });
      const { status, title, text, html } = await read(answer);
      expect(status).toBe(200);
      expect(html).not.toMatch(/<script [^>]*src=|modulepreload/);
      expect(title).toBe(`Pedido ${order.id} · Aurelia`);
      for (const words of [
        `Pedido ${order.id} Pendiente de pago · 22 de noviembre de 2026 a las 10:05`,
        "Haz una transferencia antes del 29 de noviembre de 2026 a las 10:05.",
        "te escribimos a lucia@correo.example.",
        "Importe 179,98\u00a0€ Beneficiario Perfumes Aurelia, S. L.",
        `IBAN ES91 2100 0418 4502 0005 1332 Concepto ${order.id}`,
        "Hemos recibido 10,00\u00a0€, que no es el total.",
        "2 × Perfume signature",
        "Subtotal 179,98\u00a0€ Envío ¡Gratis! Total 179,98\u00a0€ IVA incluido 31,24\u00a0€",
        "Se envía a Lucía Gómez Calle Mayor, 1 28013 Madrid España +34 600000000",
      ]) {
        expect(text).toContain(words);
      }
    });

    test("says of each state what happens now", async () => {
      const { desk, ask } = await open();
      const order = await placed(desk);
      const next = async () => {
        const { text } = await read(ask(`/pedido/${order.token}`));
        return text.replace(/^.*Qué pasa ahora (.*) Tienes 14.*$/, "$1");
      };
      await receive(desk, order.id, 8999, 0);
      expect(await next()).toBe(
        "Hemos recibido tu pago y preparamos el paquete. Te escribiremos a lucia@correo.example cuando salga.",
      );
      await ship(desk, order.id, "");
      expect(await next()).toBe(
        "Tu paquete va de camino. En Madrid y alrededores llega en 24-48\u00a0h.",
      );
      await deliver(desk, order.id);
      expect(await next()).toBe("Tu paquete se ha entregado. Que lo disfrutes.");
      await refund(desk, order.id, 8999, 0);
      expect(await next()).toBe(
        "Te hemos devuelto 89,99\u00a0€ por el mismo medio con que pagaste.",
      );
    });

    test("an order that was not paid in time has lapsed", async () => {
      const { desk, ask } = await open();
      const order = await placed(desk);
      desk.pass(8 * day);
      await expire(desk);
      const { text } = await read(ask(`/pedido/${order.token}`));
      expect(text).toContain("Caducado");
      expect(text).toContain("El pago no llegó a tiempo y el pedido ha caducado.");
      expect(text).not.toContain("ES91");
    });

    test("where cards are taken, it leads to the page to pay on", async () => {
      const { desk, ask } = await open({ card: card({}) });
      const order = await placed(desk);
      const { text, links } = await read(ask(`/pedido/${order.token}`));
      expect(text).toContain("Pagas 89,99\u00a0€ con tarjeta o Bizum");
      expect(text).not.toContain("ES91");
      expect(links["Pagar con tarjeta o Bizum"]).toBe(`/pedido/${order.token}/pagar`);
      const answer = await ask(links["Pagar con tarjeta o Bizum"] ?? "");
      expect([answer.status, answer.headers.get("Location")]).toEqual([
        303,
        "https://pago.example/1",
      ]);
    });

    test("an order that is paid asks for no money", async () => {
      const { desk, ask } = await open();
      const order = await placed(desk);
      await receive(desk, order.id, 8999, 0);
      const { text } = await read(ask(`/pedido/${order.token}`));
      expect(text).toContain("Pagado");
      expect(text).toContain("Hemos recibido tu pago y preparamos el paquete.");
      expect(text).not.toContain("ES91");
    });

    test("whoever guesses learns nothing: one answer for all", async () => {
      const { desk, ask } = await open();
      const order = await placed(desk);
      const asked = attempt();
      const answer = await place(desk, asked);
      if (answer.outcome !== "placed") throw new Error(answer.outcome);
      await forgetOrder(desk, answer.order.id, "owner");
      const after = await now(desk, answer.order);
      const guesses = [
        "A".repeat(22),
        order.id,
        order.id.toLowerCase(),
        order.requestKey,
        order.token.slice(1),
        `${order.token}A`,
        `${order.token.slice(0, -1)}%00`,
        answer.order.token,
        after.token,
        after.id,
        "%00",
        "%zz",
        "%F0%9F%98%80",
        "' or 1=1 --",
        "A".repeat(4000),
        `${order.token}/`,
      ];
      const answers = await Promise.all(
        guesses.map(async (guess) => {
          const answer = await ask(`/pedido/${guess}`);
          const { date: _, ...headers } = Object.fromEntries(answer.headers);
          return { status: answer.status, headers, body: await answer.text() };
        }),
      );
      expect(answers[0]).toMatchObject({ status: 404, headers: { "cache-control": "no-cache" } });
      expect(readPage(answers[0]?.body ?? "").text).toMatch(/^Página no encontrada /);
      for (const [index, answer] of answers.entries()) {
        expect(answer, guesses[index]).toEqual(answers[0]);
      }
    });
  });

  describe("POST /desistimiento", () => {
    test("asks for confirmation, takes it once, and says when it came in", async () => {
      const { desk, post, wakes } = await open();
      const asked = await read(post("/desistimiento", declared));
      expect(asked.status).toBe(200);
      expect(asked.text).toContain(
        "«Desisto del contrato de compra El perfume». Nombre Lucía Gómez Email lucia@correo.example",
      );
      const sent = asked.forms["Confirmar desistimiento"];
      expect(sent).toEqual({ ...declared, key: expect.stringMatching(/^[\da-f]{32}$/) });
      const confirmed = { ...sent, step: "confirm" };
      const first = await read(post("/desistimiento", confirmed));
      desk.pass(60_000);
      expect(await read(post("/desistimiento", confirmed))).toEqual(first);
      expect(first.status).toBe(200);
      expect(first.text).toContain(
        "Hemos recibido su desistimiento el 22 de noviembre de 2026 a las 10:05. " +
          "Le hemos enviado el acuse de recibo a lucia@correo.example. " +
          "«Desisto del contrato de compra El perfume». Nombre Lucía Gómez",
      );
      expect(first.forms).toEqual({});
      expect(await desk.db.selectFrom("withdrawals").selectAll().execute()).toHaveLength(1);
      expect(wakes.count).toBe(2);
    });

    test("what is wrong is asked for again, with what was written", async () => {
      const { desk, post } = await open();
      const key = newKey();
      const wrong = { ...declared, name: "L", email: "lucia", key, step: "confirm" };
      const page = await read(post("/desistimiento", wrong));
      expect(page.status).toBe(400);
      expect(page.alert).toBe("Falta algún dato. Corríjalo y vuelva a continuar.");
      expect(page.forms).toEqual({
        Continuar: { name: "L", contract: "El perfume", email: "lucia" },
      });
      expect(page.text).toContain("Escriba su nombre y apellidos.");
      expect(page.text).toContain("Escriba una dirección de email válida.");
      expect(page.text).not.toContain("Escriba el número de pedido");
      expect(await desk.db.selectFrom("withdrawals").selectAll().execute()).toEqual([]);
    });

    test.each([["abc"], [""], ["A".repeat(32)]])(
      "a key «%s» that is none of ours confirms nothing",
      async (key) => {
        const { desk, post } = await open();
        const { status, forms } = await read(
          post("/desistimiento", { ...declared, key, step: "confirm" }),
        );
        expect(status).toBe(200);
        expect(forms["Confirmar desistimiento"]?.key).toMatch(/^[\da-f]{32}$/);
        expect(await desk.db.selectFrom("withdrawals").selectAll().execute()).toEqual([]);
      },
    );

    test("a form of another kind is one that is not filled in", async () => {
      const { ask } = await open();
      for (const type of ["multipart/form-data", "multipart/form-data; boundary=x", "text/plain"]) {
        const answer = await ask("/desistimiento", {
          method: "POST",
          headers: { "Content-Type": type },
          body: "name=1",
        });
        expect([type, answer.status]).toEqual([type, 400]);
      }
    });

    test("odd signs become blanks here too", async () => {
      const { desk, post } = await open();
      const odd = { ...declared, contract: "El\0perfume\r\n", key: newKey(), step: "confirm" };
      expect((await post("/desistimiento", odd)).status).toBe(200);
      expect(await desk.db.selectFrom("withdrawals").selectAll().execute()).toMatchObject([
        { contract: "El perfume" },
      ]);
    });
  });

  test.each(["/pedidos", "/desistimiento", "/mostrador/correos/1", "/mostrador/7KQ2M9XA/enviado"])(
    "no other page may post to %s",
    async (path) => {
      const { desk, ask, address } = await open();
      const from = async (headers: Record<string, string>) => {
        const answer = await ask(path, {
          method: "POST",
          headers: { ...ownersKey, ...headers },
          body: new URLSearchParams({ ...declared, key: newKey(), step: "confirm" }),
        });
        return answer.status;
      };
      expect(await from({ Origin: "https://evil.example" })).toBe(403);
      expect(await from({ Origin: "null" })).toBe(403);
      expect(await from({ Origin: "no address" })).toBe(403);
      expect(await from({ Origin: "http://aurelia.example" })).toBe(403);
      expect(await from({ "Sec-Fetch-Site": "cross-site" })).toBe(403);
      expect(await from({ "Sec-Fetch-Site": "same-site" })).toBe(403);
      expect(await from({ "Sec-Fetch-Site": "none" })).toBe(403);
      const both = { Origin: "https://aurelia.example", "Sec-Fetch-Site": "cross-site" };
      expect(await from(both)).toBe(403);
      expect(await desk.db.selectFrom("withdrawals").selectAll().execute()).toEqual([]);
      expect(await from({ Origin: "https://aurelia.example" })).not.toBe(403);
      expect(await from({ Origin: address })).not.toBe(403);
      expect(await from({ "Sec-Fetch-Site": "same-origin" })).not.toBe(403);
      expect(await from({})).not.toBe(403);
    },
  );

  test("who is refused is told so: the script in JSON, a person by a page", async () => {
    const { ask, order } = await open();
    const foreign = { Origin: "https://evil.example" };
    const sentence =
      "Esta petición no viene de nuestra página. Vuelve a cargarla e inténtalo de nuevo.";
    const answer = await order(attempt(), foreign);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(await readJson(answer)).toEqual({ status: 403, body: { message: sentence } });
    const page = await ask("/desistimiento", { method: "POST", headers: foreign });
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    expect((await read(page)).text).toBe(`Petición rechazada ${sentence} Volver al Inicio`);
  });

  test.each(["/pedidos", "/desistimiento", "/mostrador/7KQ2M9XA/enviado"])(
    "more than 8 kB is too much for %s, whether its length is told or not",
    async (path) => {
      const { ask } = await open();
      const send = async (size: number, chunked: boolean) => {
        const bytes = new Uint8Array(size).fill(97);
        const body = chunked ? new Blob([bytes]).stream() : bytes;
        const request = { method: "POST", headers: ownersKey, body, duplex: "half" };
        return (await ask(path, request)).status;
      };
      expect(await send(8193, false)).toBe(413);
      expect(await send(8193, true)).toBe(413);
      expect(await send(8192, false)).not.toBe(413);
      expect(await send(8192, true)).not.toBe(413);
    },
  );

  test("no name, note or guess brings markup into a page", async () => {
    const { desk, ask, post, owner } = await open();
    const evil = '<script>alert("1")</script>';
    const order = await placed(desk, {
      firstName: evil,
      lastName: evil,
      address: evil,
      city: evil,
      country: evil,
    });
    await desk.db.updateTable("mails").set({ error: evil, attempts: 3 }).execute();
    const withdrawn = { ...declared, name: evil, contract: `${evil} ${order.id}` };
    const confirm = { ...withdrawn, key: newKey(), step: "confirm" };
    await owner.post(`/mostrador/${order.id}/cobrado`, { importe: "89,99", visto: "0" });
    await owner.post(`/mostrador/${order.id}/enviado`, { nota: evil });
    const pages = await Promise.all([
      ask(`/pedido/${order.token}`),
      owner.get("/mostrador"),
      owner.get(`/mostrador?buscar=${encodeURIComponent(evil)}`),
      owner.get(`/mostrador?estado=${encodeURIComponent(evil)}`),
      owner.get(`/mostrador/${order.id}`),
      post("/desistimiento", withdrawn),
      post("/desistimiento", { ...withdrawn, email: evil }),
      post("/desistimiento", confirm),
    ]);
    pages.push(await owner.get("/mostrador"));
    for (const page of pages) {
      expect(page.headers.get("Cache-Control")).toBe("no-store");
      expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
      expect(await page.text()).not.toContain("<script>alert");
    }
    const { items } = await read(owner.get(`/mostrador/${order.id}`));
    expect(items).toContain(`Enviado · ${evil} 22\u00a0nov, 10:05 · mostrador`);
  });

  test("an address that is none is the shop's 404", async () => {
    const { ask, owner } = await open();
    const order = ["POST", "/avisos/stripe"] as const;
    for (const [method, path] of [order, ["GET", "/pedido/"], ["GET", "/pedido/a/b/c"]] as const) {
      const { status, text } = await read(ask(path, { method }));
      expect([path, status, text.slice(0, 20)]).toEqual([path, 404, "Página no encontrada"]);
    }
    expect((await owner.post("/mostrador/7KQ2M9XA/otro")).status).toBe(404);
  });
});
