import { gunzipSync } from "node:zlib";
import { describe, expect, inject, test } from "vitest";
import { day } from "../../app/desk/shop/time.ts";
import { readSite } from "../../server/site.ts";
import { withSign } from "../listener.ts";
import { attempt, databases, newKey, pause, placed, setStock, testDesk } from "../testing/desk.ts";
import { readPage } from "../testing/page.ts";
import { readJson, testShop } from "../testing/shop.ts";
import { expire } from "../upkeep/retention.ts";
import { watchSales } from "./live-settings.ts";
import { correct, receive, refund } from "./money.ts";
import { accept, cancel, place, ship, undo } from "./orders.ts";
import { stockOf } from "./shop-state.ts";
import { withdraw } from "./withdrawals.ts";

describe.each(databases)("the stock on %s", (database) => {
  test("20 buyers at once of the last 12 bottles get 12, on two servers", async () => {
    const desk = await testDesk(database);
    const other = { ...desk };
    await setStock(desk, 12);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        place(index % 2 ? desk : other, attempt({ email: `a${index}@correo.example` })),
      ),
    );
    const count = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
    expect([count("placed"), count("sold out")]).toEqual([12, 8]);
    expect(await stockOf(desk)).toBe(0);
  });

  test("refuses more bottles than there are, and says how many are left", async () => {
    const { desk, order } = await testShop(database);
    await setStock(desk, 2);
    expect(await readJson(order(attempt({ quantity: 3 })))).toEqual({
      status: 409,
      body: { message: "Solo quedan 2\u00a0frascos. Cambia la cantidad y vuelve a pulsar." },
    });
    const two = attempt({ quantity: 2 });
    expect((await order(two)).status).toBe(201);
    // The same request again is the same order.
    expect((await order(two)).status).toBe(201);
    expect(await stockOf(desk)).toBe(0);
    expect(await readJson(order(attempt({ email: "otra@correo.example" })))).toEqual({
      status: 409,
      body: { message: "El perfume se acaba de agotar. No hemos guardado nada." },
    });
    await setStock(desk, undefined);
    expect((await order(attempt({ email: "otra@correo.example" }))).status).toBe(201);
    expect(await stockOf(desk)).toBeUndefined();
  });

  test("concurrent requests with one key take one bottle", async () => {
    const desk = await testDesk(database);
    await setStock(desk, 5);
    const request = attempt();
    await Promise.all(Array.from({ length: 8 }, () => place(desk, request)));
    expect(await stockOf(desk)).toBe(4);
  });

  test("an order that ends unshipped gives its bottles back, and takes them again", async () => {
    const desk = await testDesk(database);
    await setStock(desk, 10);
    const left = () => stockOf(desk);
    const order = await placed(desk, { quantity: 2 });
    await cancel(desk, order.id);
    expect(await left()).toBe(10);
    await receive(desk, order.id, 17_998, 0);
    await accept(desk, order.id);
    expect(await left()).toBe(8);
    await undo(desk, order.id, "paid");
    expect(await left()).toBe(10);

    const late = await placed(desk, { quantity: 3 });
    desk.pass(8 * day);
    await expire(desk);
    expect(await left()).toBe(10);
    await receive(desk, late.id, 26_997, 0);
    expect(await left()).toBe(10);

    const withdrawn = await placed(desk);
    await withdraw(desk, newKey(), {
      name: "Lucía",
      contract: withdrawn.id,
      email: "lucia@correo.example",
    });
    expect(await left()).toBe(10);

    const refunded = await placed(desk);
    await receive(desk, refunded.id, 8999, 0);
    await refund(desk, refunded.id, 8999, 0);
    expect(await left()).toBe(10);
    const wrong = { side: "refund", really: 0, seen: 8999, note: "No era" } as const;
    await correct(desk, refunded.id, wrong);
    expect(await left()).toBe(9);

    // A shipped bottle may come back by parcel. The owner counts it then.
    await ship(desk, refunded.id, "");
    await refund(desk, refunded.id, 8999, 0);
    expect(await left()).toBe(9);
  });

  test("closes the shop while sales are paused or nothing is left, and says which", async () => {
    const desk = await testDesk(database);
    const { look, sign } = await watchSales(desk);
    const says = async () => {
      await look();
      return sign();
    };
    expect(sign()).toBeUndefined();
    await pause(desk, "el 3 de enero");
    expect(await says()).toBe("Volvemos el 3 de enero");
    await pause(desk, "");
    expect(await says()).toBeUndefined();
    await setStock(desk, 1);
    expect(await says()).toBeUndefined();
    await placed(desk);
    expect(await says()).toBe("Agotado");
    await pause(desk, "en febrero");
    expect(await says()).toBe("Volvemos en febrero");
    await pause(desk, "");
    await setStock(desk, undefined);
    expect(await says()).toBeUndefined();
  });
});

test("the closed site says why on home and checkout, and is the same elsewhere", () => {
  const site = readSite(inject("shop"));
  const open = withSign(site, undefined);
  const closed = withSign(site, "Volvemos $& en <febrero>");
  const text = (site: typeof open, path: string) =>
    String(site.files.get(path)?.variants.identity?.bytes);
  expect(text(open, "/")).toContain("Comprar Ahora");
  expect(text(open, "/")).toContain("schema.org/InStock");
  expect(text(closed, "/")).not.toMatch(/Comprar Ahora|Comprar un frasco<|InStock/);
  expect(text(closed, "/")).toContain("schema.org/OutOfStock");
  expect(text(closed, "/")).toContain('<link rel="canonical" href="https://aurelia.example/"');
  expect(text(closed, "/checkout")).toContain(
    "Volvemos $&amp; en &lt;febrero></span>. Ahora no aceptamos pedidos.",
  );
  expect(text(closed, "/checkout")).not.toMatch(/<form|<input/);
  expect(text(closed, "/") + text(closed, "/checkout")).not.toContain("Volvemos pronto");
  const { identity, gzip } = closed.files.get("/checkout")?.variants ?? {};
  expect(gunzipSync(gzip?.bytes ?? "")).toEqual(identity?.bytes);
  expect(readPage(text(withSign(site, "Agotado"), "/")).text).toContain("Agotado");
  for (const site of [open, closed]) {
    expect([...site.files.keys()].filter((path) => path.startsWith("/cerrado"))).toEqual([]);
    expect(text(site, "/sitemap.xml")).not.toContain("cerrado");
  }
  const others = [...open.files.keys()].filter((path) => path !== "/" && path !== "/checkout");
  for (const path of others) expect(closed.files.get(path)).toBe(open.files.get(path));
});
