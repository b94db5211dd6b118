import { describe, expect, test, vi } from "vitest";
import { sendDue } from "../../mail/outbox.ts";
import { makeLink } from "../../orders/email-links.ts";
import { readFacts } from "../../orders/stored-facts.ts";
import type { Desk } from "../../storage/desk.ts";
import { read, testShop } from "../../testing/test-shop.ts";

vi.spyOn(console, "log").mockImplementation(() => {});

const oldIban = "ES9121000418450200051332";
const iban = "ES7921000813610123456789";

const accountOf = async ({ db }: Desk) => (await readFacts(db)).iban;

describe("the page of the account", () => {
  const path = "/mostrador/ajustes/cuenta";

  test("sends the owner a link, and changes nothing", async () => {
    const { desk, owner, wakes } = await testShop("SQLite");
    const mistyped = await read(owner.post(path, { iban: "ES00" }));
    expect([mistyped.status, mistyped.text]).toEqual([
      400,
      expect.stringContaining("Debe ser el IBAN"),
    ]);
    expect(mistyped.html).toContain('value="ES00"');
    expect((await read(owner.post(path, { iban: "" }))).text).toContain("No puede quedar vacío.");
    const { count } = wakes;
    const asked = await read(owner.post(path, { iban: "es79-2100 0813 6101 2345 6789" }));
    expect([asked.status, asked.text]).toEqual([
      200,
      expect.stringContaining(
        "Mira tu correo. Te hemos enviado un enlace para confirmar ES79 2100 0813 6101 2345 6789.",
      ),
    ]);
    expect(wakes.count).toBe(count + 1);
    // While it waits, the next request takes its place; the ten minutes count from when it left.
    await sendDue(desk, async () => {}, "links");
    const again = await read(owner.post(path, { iban }));
    expect([again.status, again.text]).toEqual([
      429,
      expect.stringContaining("Hace menos de diez minutos"),
    ]);
    expect(await accountOf(desk)).toBe(oldIban);
    const mails = await desk.db.selectFrom("mails").select("template").execute();
    expect(mails).toEqual([{ template: "owner account confirmation" }]);
  });

  test("can't be bypassed by another form", async () => {
    const { desk, owner } = await testShop("SQLite");
    for (const ajuste of ["cuenta", "SELLER_IBAN", "OWNER_EMAIL"])
      await owner.post("/mostrador/ajustes", { ajuste, valor: iban, antes: oldIban });
    expect(await accountOf(desk)).toBe(oldIban);
  });
});

describe("the link in the owner's email", () => {
  test("needs no session, and changes the account by its button", async () => {
    const { desk, ask, post } = await testShop("SQLite");
    const path = `/mostrador/cuenta/${await makeLink(desk, iban)}`;
    for (const method of ["HEAD", "GET"]) expect((await ask(path, { method })).status).toBe(200);
    const page = await read(ask(path));
    expect(page.text).toContain(
      "Ahora: ES91 2100 0418 4502 0005 1332 Nueva: ES79 2100 0813 6101 2345 6789",
    );
    expect((await post(path, {}, { Origin: "https://evil.example" })).status).toBe(403);
    expect(await accountOf(desk)).toBe(oldIban);

    const done = await read(post(path, {}));
    expect([done.status, done.text]).toEqual([
      200,
      expect.stringContaining("Hecho: cobras en ES79 2100 0813 6101 2345 6789."),
    ]);
    expect(await accountOf(desk)).toBe(iban);
    expect((await post(path, {})).status).toBe(409);
    expect((await read(ask(path))).text).toContain(
      "Este enlace ya no vale, o ya se ha usado. En qué cuenta cobras lo dice «Ajustes».",
    );
  });

  test("for signing in neither shows nor changes an account", async () => {
    const { desk, ask, post } = await testShop("SQLite");
    const path = `/mostrador/cuenta/${await makeLink(desk)}`;
    expect((await read(ask(path))).text).toContain("Este enlace ya no vale");
    expect((await post(path, {})).status).toBe(409);
    // The link is not used up.
    expect((await post(path.replace("cuenta", "entrar"), {})).headers.get("Location")).toBe(
      "/mostrador",
    );
    for (const secret of ["x", "A".repeat(22)])
      expect((await read(ask(`/mostrador/cuenta/${secret}`))).text).not.toContain("ES91");
  });
});
