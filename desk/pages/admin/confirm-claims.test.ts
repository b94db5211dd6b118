import { expect, test, vi } from "vitest";
import { place } from "../../orders/place.ts";
import { readClaims } from "../../shop/claims.ts";
import { readSetting } from "../../storage/stored-settings.ts";
import { databases, placeRequest, setFact, testDesk } from "../../testing/desk.ts";
import { read, rendering, testShop } from "../../testing/test-shop.ts";

vi.spyOn(console, "log").mockImplementation(() => {});

const path = "/mostrador/lo-que-dice";
const { claims: proposals } = readClaims("");

/** A shop whose owner has not confirmed anything yet. */
async function newShop() {
  const shop = await testShop("SQLite", { renderTerms: rendering.terms });
  await setFact(shop.desk, "claims", "");
  return shop;
}

test("the admin says what the pages claim until the owner has confirmed it", async () => {
  const { desk, owner } = await newShop();
  const home = async () => (await read(owner.get("/mostrador"))).text;
  expect(await home()).toContain(
    `16\u00a0datos de la tienda por confirmar envío a 9,99\u00a0€ gratis desde 50\u00a0€ entrega en Madrid en 24-48\u00a0h respuesta en menos de 24\u00a0h respuesta a una devolución en 24\u00a0h reembolso en 5-7\u00a0días laborables lunes a viernes, 9:00-18:00 sábados, 10:00-14:00 domingos y festivos, cerrado fundada en ${proposals.founded} ${proposals.customers}+ clientes ${proposals.fragrances}\u00a0fragancias ${proposals.ingredients}+ ingredientes nobles más de ${proposals.mastersYears}\u00a0años de oficio hasta ${proposals.lastingHours}\u00a0horas sobre la piel oro de ${proposals.goldKarats}\u00a0quilates Confirmarlo o cambiarlo`,
  );
  const settings = await read(owner.get("/mostrador/ajustes"));
  expect(settings.text).toContain("16\u00a0datos de la tienda por confirmar");
  expect(settings.links["Confirmarlo o cambiarlo"]).toBe(path);
  const { Confirmar } = (await read(owner.get(path))).forms;
  expect(Confirmar).toEqual(proposals);
  expect((await owner.post(path, Confirmar)).headers.get("Location")).toBe(
    "/mostrador/ajustes?hecho=lo-que-dice",
  );
  expect(await readSetting(desk.db, "claims")).toBe(JSON.stringify(proposals));
  expect(await home()).not.toContain("en tu nombre");
  expect((await read(owner.get("/mostrador/ajustes"))).text).not.toContain("por confirmar");
});

test("a change is shown before and after, and made once", async () => {
  const { owner } = await newShop();
  const fields = { ...proposals, shippingCost: "4,5", customers: "" };
  const asked = await read(owner.post(path, fields));
  expect(asked.text).toContain("Precio del envío, en euros 9,99 4,50");
  expect(asked.text).toContain("Clientes, más de 500 No se dice");
  expect(asked.text).not.toContain("Quilates");
  expect((await owner.post(path, asked.forms["Sí, cambiar"])).status).toBe(303);
  expect((await owner.post(path, asked.forms["Sí, cambiar"])).status).toBe(303);
  const other = await read(owner.post(path, { ...fields, shippingCost: "5" }));
  const { antes = "" } = other.forms["Sí, cambiar"] ?? {};
  await owner.post(path, { ...fields, shippingCost: "6", antes });
  const late = await read(owner.post(path, other.forms["Sí, cambiar"]));
  expect([late.status, late.text]).toEqual([
    409,
    expect.stringContaining("Ha cambiado mientras tanto y no se ha hecho nada"),
  ]);
  expect((await read(owner.get(path))).forms.Confirmar).toMatchObject({
    shippingCost: "6,00",
    customers: "",
  });
});

test("invalid values are explained, and nothing typed is lost", async () => {
  const { desk, owner } = await newShop();
  const typed = { ...proposals, shippingCost: "", goldKarats: "30", fragrances: "3" };
  for (const confirmed of [{}, { antes: "" }] as Record<string, string>[]) {
    const answer = await read(owner.post(path, { ...typed, ...confirmed }));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("Debe ser un importe en euros, de 0,01 a 99,99.");
    expect(answer.text).toContain("Debe ser un número entero de 2 a 24.");
    expect(answer.forms.Confirmar).toEqual(typed);
  }
  expect(await readSetting(desk.db, "claims")).toBe("");
});

test("terms with the new claims are stored, for the next order", async () => {
  const { desk, owner } = await newShop();
  const changed = {
    ...proposals,
    shippingCost: "4,50",
    freeShippingFrom: "150",
    fragrances: "",
    refundWorkingDays: "7",
  };
  await owner.post(path, { ...changed, antes: "" });
  const { text } = await desk.db
    .selectFrom("terms")
    .select("text")
    .orderBy("since", "desc")
    .orderBy("version", "desc")
    .executeTakeFirstOrThrow();
  expect(text).toContain("Si el pedido no llega a 150\u00a0€, cuesta 4,50\u00a0€.");
  expect(text).not.toContain("5-7");
  expect(text).toContain("Esta web vende una fragancia: Perfume signature");
  expect(text).toContain("entregamos en 24-48\u00a0h desde entonces");
});

test.each(databases)("shipping governs the next order on %s", async (database) => {
  const desk = await testDesk(database);
  const changed = { ...proposals, shippingCost: "4,50", freeShippingFrom: "150,00" };
  await setFact(desk, "claims", JSON.stringify(changed));
  expect(await place(desk, placeRequest())).toEqual({ outcome: "other total", total: 9449 });
  expect(await place(desk, { ...placeRequest(), total: 9449 })).toMatchObject({
    outcome: "placed",
    order: { unitPrice: 8999, shipping: 450, total: 9449 },
  });
  const two = placeRequest({ quantity: 2, email: "b@correo.example" });
  expect(await place(desk, two)).toMatchObject({ order: { shipping: 0, total: 17_998 } });
  // Back to the specification's.
  await setFact(desk, "claims", "");
  expect(await place(desk, placeRequest({ email: "c@correo.example" }))).toMatchObject({
    order: { shipping: 0, total: 8999 },
  });
});
