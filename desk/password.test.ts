import { expect, onTestFinished, test, vi } from "vitest";
import { day } from "../app/desk/shop/time.ts";
import { run } from "./cli.ts";
import { changePassword, checkPassword, sessionSecret } from "./password.ts";
import { openDatabase } from "./storage/database.ts";
import { databases, settings, testDesk } from "./testing/desk.ts";
import { read, shopOf, testShop } from "./testing/shop.ts";

const path = "/mostrador/entrar";
const contrasena = "una contraseña larga";
const nueva = "otra contraseña larga";

const cookieOf = (answer: Response) => answer.headers.get("Set-Cookie") ?? "";
const sent = (answer: Response) => ({ Cookie: cookieOf(answer).replace(/;.*/s, "") });

/** A shop that a proxy forwards to, where each test has its own network for wrong passwords. */
async function networkedShop(network: string) {
  const shop = await testShop("SQLite", { settings: { ...settings, TRUSTED_PROXY: "1" } });
  const post: typeof shop.post = (path, fields, headers) =>
    shop.post(path, fields, { "X-Forwarded-For": network, ...headers });
  return { ...shop, post };
}

test("the right password opens a session in a cookie for this host alone", async () => {
  const { ask, post } = await networkedShop("203.0.113.1");
  const form = await read(ask(path));
  expect(form.title).toBe("Entrar en el mostrador · Aurelia");
  expect(Object.keys(form.forms)).toEqual(["Entrar"]);
  expect(form.html).toMatch(/<input[^>]*autoComplete="current-password"[^>]*type="password"/);
  const wrong = await post(path, { contrasena: "una contraseña corta" });
  expect([wrong.status, cookieOf(wrong)]).toEqual([400, ""]);
  expect((await read(wrong)).text).toContain("La contraseña no es esa.");
  for (const typed of ["", "una contraseña", `${contrasena} `])
    expect((await post(path, { contrasena: typed })).status).toBe(400);

  const answer = await post(path, { contrasena });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/mostrador"]);
  expect(cookieOf(answer)).toMatch(
    /^__Host-session=[\w%.+/=-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect((await ask("/mostrador", { headers: sent(answer) })).status).toBe(200);
});

test("over plain http, as in the demo, browsers take the cookie too", async () => {
  vi.stubEnv("SITE_URL", "http://localhost:3000");
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  const { readSession } = await import("../app/desk/pages/session.ts");
  const session = await readSession(await testDesk("SQLite"), new Request("http://localhost:3000"));
  expect(await session.start()).toMatch(
    /^session=[\w%.+/=-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/,
  );
});

test.each([
  ["/mostrador/7KQ2M9XA", "/mostrador/7KQ2M9XA"],
  ["/mostrador?buscar=ana%20gil&antes=1", "/mostrador?buscar=ana%20gil&antes=1"],
  ["https://evil.example", "/mostrador"],
  ["//evil.example/mostrador", "/mostrador"],
  ["/mostrador.evil.example", "/mostrador"],
  ["/mostradores", "/mostrador"],
  ["/\\evil.example", "/mostrador"],
  ["/mostrador/\r\nSet-Cookie: a=b", "/mostrador"],
  ["/checkout", "/mostrador"],
  ["javascript:alert(1)", "/mostrador"],
])("signing in for %s leads to %s", async (wanted, destination) => {
  const { post, ask, owner } = await testShop("SQLite");
  const address = `${path}?a=${encodeURIComponent(wanted)}`;
  expect((await post(address, { contrasena })).headers.get("Location")).toBe(destination);
  // Somebody who is signed in already need not sign in again.
  const answer = await ask(address, { headers: await owner.session() });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, destination]);
  const { text } = await read(ask(address));
  expect(text.includes("Después vuelves a")).toBe(destination !== "/mostrador");
});

test("no other site may sign in or out", async () => {
  const { post, owner } = await testShop("SQLite");
  const foreign = { ...(await owner.session()), Origin: "https://evil.example" };
  for (const fields of [{ contrasena }, { salir: "si" }] as Record<string, string>[]) {
    const answer = await post(path, fields, foreign);
    expect([answer.status, cookieOf(answer)]).toEqual([403, ""]);
  }
});

test("a session ends 30 days after it was last used", async () => {
  const { desk, ask, owner } = await testShop("SQLite");
  const first = await owner.session();
  const open = (headers: HeadersInit) => ask("/mostrador", { headers });
  desk.pass(day);
  expect(cookieOf(await open(first))).toBe("");
  desk.pass(1);
  const renewed = await open(first);
  expect(cookieOf(renewed)).toContain("__Host-session=");
  desk.pass(29 * day - 2);
  expect((await open(first)).status).toBe(200);
  desk.pass(1);
  expect((await open(first)).status).toBe(401);
  expect((await open(sent(renewed))).status).toBe(200);
  desk.pass(day + 1);
  expect((await open(sent(renewed))).status).toBe(401);
});

test("signing out ends the session of this browser", async () => {
  const { ask, post, owner } = await testShop("SQLite");
  const page = await read(owner.get("/mostrador"));
  expect(page.html).toMatch(/<button[^>]*name="salir"[^>]*>Cerrar sesión<\/button>/);
  const answer = await post(path, { salir: "si" }, await owner.session());
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, path]);
  expect((await ask("/mostrador", { headers: sent(answer) })).status).toBe(401);
});

test("a session holds on every server of the shop, and in no other shop", async () => {
  const { desk, ask, owner } = await testShop("SQLite");
  const other = await shopOf({ ...desk, db: desk.db });
  const foreign = await testShop("SQLite");
  const headers = await owner.session();
  expect((await ask("/mostrador", { headers })).status).toBe(200);
  expect((await other.ask("/mostrador", { headers })).status).toBe(200);
  expect((await foreign.ask("/mostrador", { headers })).status).toBe(401);
});

test.each(databases)("%s: servers that need a key at the same time have the same", async (name) => {
  const desk = await testDesk(name);
  const db = await openDatabase(desk.url);
  onTestFinished(() => db.destroy());
  const secrets = await Promise.all(
    [desk, { ...desk, db }, desk].map((server) => sessionSecret(server)),
  );
  expect(new Set(secrets).size).toBe(1);
  // Without the environment's password, the database alone gives no secret.
  const stolen = { ...desk, settings: { ...settings, DESK_PASSWORD: "otra contraseña" } };
  expect(await sessionSecret(stolen)).not.toBe(secrets[0]);
  await changePassword(desk, contrasena, nueva, { address: "203.0.113.3" });
  expect(await sessionSecret(stolen)).not.toBe(await sessionSecret(desk));
});

test("a new password ends every other session, and the owner gets an email", async () => {
  const { desk, ask, post, owner } = await networkedShop("203.0.113.2");
  const page = "/mostrador/contrasena";
  const thief = await owner.session();
  const headers = sent(await post(path, { contrasena }));
  const change = (fields: Record<string, string>) => post(page, fields, headers);
  const refused = async (fields: Record<string, string>) => (await read(change(fields))).text;
  const short = { contrasena, nueva: "corta", repetida: "corta" };
  expect(await refused(short)).toContain("al menos 12 caracteres");
  expect(await refused({ contrasena, nueva, repetida: "otra" })).toContain("No es igual");
  expect(await refused({ contrasena: "falsa", nueva, repetida: nueva })).toContain("no es esa");
  expect((await ask("/mostrador", { headers: thief })).status).toBe(200);

  const answer = await change({ contrasena, nueva, repetida: nueva });
  expect(answer.headers.get("Location")).toBe(`${page}?hecho`);
  expect((await ask("/mostrador", { headers: thief })).status).toBe(401);
  expect((await ask("/mostrador", { headers })).status).toBe(401);
  expect((await read(ask(`${page}?hecho`, { headers: sent(answer) }))).text).toContain(
    "La contraseña ha cambiado.",
  );
  expect((await post(path, { contrasena })).status).toBe(400);
  expect((await post(path, { contrasena: nueva })).status).toBe(303);
  const rows = JSON.stringify(await desk.db.selectFrom("settings").selectAll().execute());
  expect(rows).not.toContain(nueva);
  const mails = await desk.db.selectFrom("mails").selectAll().execute();
  expect(mails.map(({ template, audience }) => [template, audience])).toEqual([
    ["owner password changed", "owner"],
  ]);
});

test("the command returns to the password of the environment, and ends all sessions", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const { desk, ask, post, owner } = await testShop("SQLite");
  const first = await owner.session();
  const fields = { contrasena, nueva, repetida: nueva };
  const second = sent(await post("/mostrador/contrasena", fields, first));
  expect((await ask("/mostrador", { headers: second })).status).toBe(200);

  expect(await run(["password"], { DATABASE_URL: desk.url })).toBe(0);
  for (const headers of [first, second])
    expect((await ask("/mostrador", { headers })).status).toBe(401);
  const verdicts = [nueva, contrasena].map((typed) =>
    checkPassword(desk, typed, { address: "203.0.113.20" }),
  );
  expect(await Promise.all(verdicts)).toEqual(["wrong", "right"]);
});
