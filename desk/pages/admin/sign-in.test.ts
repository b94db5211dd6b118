import { expect, onTestFinished, test, vi } from "vitest";
import { run } from "../../cli.ts";
import { renderMail } from "../../mail/render.ts";
import { makeLink } from "../../orders/email-links.ts";
import { day, minute } from "../../shop/time.ts";
import { openDatabase } from "../../storage/database.ts";
import { databases, ledger, placed, type TestDesk, testDesk, times } from "../../testing/desk.ts";
import { decode } from "../../testing/page.ts";
import { read, shopOf, testShop } from "../../testing/test-shop.ts";

const path = "/mostrador/entrar";
const expired = `${path}?caducado`;

const cookieOf = (answer: Response) => answer.headers.get("Set-Cookie") ?? "";
const sent = (answer: Response) => ({ Cookie: cookieOf(answer).replace(/;.*/s, "") });
const locationOf = ({ status, headers }: Response) => [status, headers.get("Location")];

test("asking queues an email, whose link opens a session in the browser that presses its button", async () => {
  const { desk, ask, post, wakes } = await testShop("SQLite");
  const form = await read(ask(path));
  expect(form.title).toBe("Entrar en el mostrador · Aurelia");
  expect(Object.keys(form.forms)).toEqual(["Enviarme un enlace"]);
  const { count } = wakes;
  const asked = await post(path, {});
  expect([asked.status, cookieOf(asked)]).toEqual([200, ""]);
  expect((await read(asked)).text).toContain("Mira tu correo.");
  expect(wakes.count).toBe(count + 1);
  // The same answer, and no second email.
  expect((await read(post(path, {}))).text).toContain("Mira tu correo.");
  expect(await desk.db.selectFrom("mails").select(["template", "audience"]).execute()).toEqual([
    { template: "owner sign-in", audience: "owner" },
  ]);

  const link = `${path}/${await makeLink(desk)}`;
  // Mail scanners open all links.
  for (const method of ["HEAD", "GET", "GET"]) {
    const opened = await ask(link, { method });
    expect([opened.status, cookieOf(opened)]).toEqual([200, ""]);
  }
  expect(Object.keys((await read(ask(link))).forms)).toEqual(["Entrar"]);
  const pressed = await post(link, {});
  expect(locationOf(pressed)).toEqual([303, "/mostrador"]);
  expect(cookieOf(pressed)).toMatch(
    /^__Host-session=[\w%.+/=-]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect((await ask("/mostrador", { headers: sent(pressed) })).status).toBe(200);

  for (const again of [await post(link, {}), await ask(link)])
    expect([...locationOf(again), cookieOf(again)]).toEqual([303, expired, ""]);
  const page = await read(ask(expired));
  expect(page.text).toContain("Ese enlace ya no vale. Pide otro.");
});

test("no other link opens a session", async () => {
  const { desk, ask, post } = await testShop("SQLite");
  const late = await makeLink(desk);
  desk.pass(30 * minute);
  const ofAccount = await makeLink(desk, "ES7921000813610123456789");
  for (const secret of [late, ofAccount, "x", "A".repeat(22)]) {
    for (const answer of [await ask(`${path}/${secret}`), await post(`${path}/${secret}`, {})])
      expect([...locationOf(answer), cookieOf(answer)]).toEqual([303, expired, ""]);
  }
});

test("browsers accept the cookie over plain http too, as in the demo", async () => {
  vi.stubEnv("SITE_URL", "http://localhost:3000");
  vi.resetModules();
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  const { openSession } = await import("../session.ts");
  expect(await openSession(await testDesk("SQLite"))).toMatch(
    /^session=[\w%.+/=-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
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
])("redirects a signed-in owner who wanted %s to %s", async (wanted, destination) => {
  const { ask, owner } = await testShop("SQLite");
  const address = `${path}?a=${encodeURIComponent(wanted)}`;
  const answer = await ask(address, { headers: await owner.session() });
  expect(locationOf(answer)).toEqual([303, destination]);
  expect((await ask(address)).status).toBe(200);
});

/** The address in the newest email with a link. */
async function emailedLink(desk: TestDesk): Promise<URL> {
  const { db } = desk;
  const mails = await db.selectFrom("mails").selectAll().orderBy("createdAt").execute();
  const mail = mails.findLast(({ template }) => template === "owner sign-in");
  const rendered = mail && (await renderMail(desk, db, mail));
  return new URL(/https:\S+\/entrar\/\S+/.exec(rendered?.text ?? "")?.[0] ?? "");
}

test("an email about an order leads to it through signing in, on any device", async () => {
  const { desk, ask, post } = await testShop("SQLite");
  const { id } = await placed(desk);
  const order = `/mostrador/${id}`;
  const closed = await read(ask(`${order}?hecho=pago`));
  const form = closed.links.Entrar ?? "";
  expect(form).toBe(`${path}?a=${encodeURIComponent(`${order}?hecho=pago`)}`);
  const { html, forms } = await read(ask(form));
  // Posted to its own address.
  expect(html).toMatch(/<form(?![^>]* action=)[^>]* method="post"/);
  await post(form, forms["Enviarme un enlace"] ?? {});
  const link = await emailedLink(desk);
  expect(link.search).toBe(`?a=%2Fmostrador%2F${id}`);
  const address = link.pathname + link.search;
  expect((await ask(address)).status).toBe(200);
  const pressed = await post(address, {});
  expect(locationOf(pressed)).toEqual([303, order]);
  const headers = sent(pressed);
  expect((await read(ask(order, { headers }))).text).toContain("Pendiente de pago");
  // A used link leads there too, if she is signed in.
  const [, again = ""] = locationOf(await ask(address, { headers }));
  expect(again).toBe(`${path}?caducado&a=%2Fmostrador%2F${id}`);
  expect(locationOf(await ask(String(again), { headers }))).toEqual([303, order]);
});

test.each([
  ["//evil.example"],
  ["/\\evil.example"],
  ["https://evil.example/mostrador/7KQ2M9XA"],
  ["javascript:alert(1)"],
  ["/checkout"],
  ["/mostrador/../checkout"],
  ["/mostrador/%2e%2e/checkout"],
  ["/mostrador//evil.example"],
  ["/mostrador/a/b/c"],
  ["/mostrador/\r\nSet-Cookie: a=b"],
  [`/mostrador/${"a".repeat(41)}`],
  ["/mostrador/entrar/AAAAAAAAAAAAAAAAAAAAAA"],
  ["/mostrador/cuenta/AAAAAAAAAAAAAAAAAAAAAA"],
  ["/mostrador?buscar=llama+al+600000000"],
])("neither an emailed link nor its page leads to %s", async (wanted) => {
  const { desk, post } = await testShop("SQLite");
  const a = `?a=${encodeURIComponent(wanted)}`;
  await post(path + a, {});
  expect((await emailedLink(desk)).search).toBe("");
  const pressed = await post(`${path}/${await makeLink(desk)}${a}`, {});
  expect(locationOf(pressed)).toEqual([303, "/mostrador"]);
  expect(locationOf(await post(`${path}/x${a}`, {}))).toEqual([303, expired]);
});

test("no other site may ask for a link, sign in or out", async () => {
  const { desk, post, owner } = await testShop("SQLite");
  const foreign = { ...(await owner.session()), Origin: "https://evil.example" };
  const link = `${path}/${await makeLink(desk)}`;
  for (const [address, fields] of [
    [path, {}],
    [path, { salir: "si" }],
    [path, { salir: "todos" }],
    [link, {}],
  ] as [string, Record<string, string>][]) {
    const answer = await post(address, fields, foreign);
    expect([answer.status, cookieOf(answer)]).toEqual([403, ""]);
  }
  expect(await desk.db.selectFrom("mails").selectAll().execute()).toEqual([]);
  expect((await owner.get("/mostrador")).status).toBe(200);
});

test("a session ends 30 days after it was last used", async () => {
  const { desk, owner } = await testShop("SQLite");
  await owner.session();
  const cookie = async () => cookieOf(await owner.get("/mostrador"));
  desk.pass(day - 1);
  expect(await cookie()).toBe("");
  desk.pass(1);
  // The cookie is renewed, once a day.
  expect(await cookie()).toContain((await owner.session()).Cookie);
  expect(await cookie()).toBe("");
  desk.pass(30 * day - 1);
  expect((await owner.get("/mostrador")).status).toBe(200);
  desk.pass(30 * day);
  expect((await owner.get("/mostrador")).status).toBe(401);
});

test.each(databases)(
  "a session that can't be renewed at the moment does not fail the request, on %s",
  async (database) => {
    const { desk, owner } = await testShop(database);
    await owner.session();
    desk.pass(day);
    const locked = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    const other = await openDatabase(desk.url);
    onTestFinished(() => other.destroy());
    const lock = other.transaction().execute(async (trx) => {
      await trx.updateTable("sessions").set({ startedAt: 0 }).execute();
      locked.resolve();
      await read.promise;
    });
    await locked.promise;
    const answer = await owner.get("/mostrador");
    read.resolve();
    await lock;
    expect([answer.status, cookieOf(answer)]).toEqual([200, ""]);
    expect(cookieOf(await owner.get("/mostrador"))).not.toBe("");
  },
);

test("what was posted without a session can be posted again after signing in", async () => {
  const { desk, ask, owner } = await testShop("SQLite");
  const { id, version } = await placed(desk);
  const fields = [
    ["version", String(version)],
    ["importe", "89,99"],
    ["nota", `</form><script>alert("1")</script> 'a' & b\nsegunda línea`],
    ["nota", "otra vez"],
    ["vacío ó", ""],
  ] as [string, string][];
  const body = new URLSearchParams(fields);
  const to = `/mostrador/${id}/pago?x=1`;
  const answer = await ask(to, { method: "POST", body });
  expect([answer.status, answer.headers.get("Refresh")]).toEqual([401, null]);
  expect(answer.headers.get("Content-Security-Policy")).toContain("form-action 'self'");
  const { html, text, links } = await read(answer);
  expect(text).toContain(
    "No se ha hecho nada, porque tu sesión ha terminado. Lo que has escrito sigue en esta página",
  );
  expect(links["Entrar, en otra pestaña"]).toBe(path);
  expect(html).not.toContain("<script>alert");
  const [, form = ""] = /(<form\b.*?<\/form>)/s.exec(html) ?? [];
  expect(form).toContain(`action="${to}" method="post"`);
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  const again = Array.from(inputs, ([, name = "", value = ""]) => [decode(name), decode(value)]);
  expect(again).toEqual(fields);
  expect(await ledger(desk, { id })).toEqual([]);

  const sent = new URLSearchParams(again as [string, string][]);
  const done = await ask(to, { method: "POST", body: sent, headers: await owner.session() });
  expect(done.status).toBe(303);
  expect(await ledger(desk, { id })).toEqual(["owner payment 8999"]);
});

test("another site gets nothing back that it has posted, with a session or without", async () => {
  const { ask, owner } = await testShop("SQLite");
  for (const session of [{}, await owner.session()])
    for (const [name, value] of [
      ["Origin", "https://evil.example"],
      ["Sec-Fetch-Site", "cross-site"],
    ] as const) {
      const body = new URLSearchParams({ importe: "marca" });
      const headers = { ...session, [name]: value };
      const answer = await ask("/mostrador/7KQ2M9XA/pago", { method: "POST", body, headers });
      const { status, html, forms } = await read(answer);
      expect([status, forms]).toEqual([403, {}]);
      expect(html).not.toContain("marca");
    }
});

test.each([
  ["a form of 64 kB", { nota: "a".repeat(64 * 1024 - 5) }, true],
  ["a larger form", { nota: "a".repeat(64 * 1024 - 4) }, false],
  ["what is no form", JSON.stringify({ nota: "a" }), false],
])("without a session, %s", async (_, sent, isCarried) => {
  const { ask } = await testShop("SQLite");
  const body = typeof sent === "string" ? sent : new URLSearchParams(sent);
  const answer = await read(ask("/mostrador/anotar-pedido", { method: "POST", body }));
  expect(answer.status).toBe(401);
  expect(Object.keys(answer.forms)).toEqual(isCarried ? ["Ya he entrado: seguir"] : []);
  expect(answer.text).toContain(
    isCarried ? "Lo que has escrito sigue en esta página" : "es demasiado largo para esta página",
  );
  if (!isCarried) expect(answer.links.Entrar).toBe(`${path}?a=%2Fmostrador%2Fanotar-pedido`);
});

test("signing out ends the session, also for a copy of its cookie, and no other", async () => {
  const { desk, post, ask, owner } = await testShop("SQLite");
  const { forms } = await read(owner.get("/mostrador/ajustes"));
  const other = sent(await post(`${path}/${await makeLink(desk)}`, {}));
  const answer = await owner.post(path, forms["Cerrar sesión"]);
  expect(locationOf(answer)).toEqual([303, path]);
  expect(cookieOf(answer)).toMatch(/^__Host-session=;.* Max-Age=0;/);
  expect((await owner.get("/mostrador")).status).toBe(401);
  expect((await ask("/mostrador", { headers: other })).status).toBe(200);
});

test("signing out on all devices ends all sessions, and needs one", async () => {
  const { desk, post, ask, owner } = await testShop("SQLite");
  const others = await times(2, async () =>
    sent(await post(`${path}/${await makeLink(desk)}`, {})),
  );
  expect((await post(path, { salir: "todos" })).status).toBe(401);
  expect((await ask("/mostrador", { headers: others[0] ?? {} })).status).toBe(200);
  const { forms } = await read(owner.get("/mostrador/ajustes"));
  const button = forms["Cerrar la sesión en todos los dispositivos"];
  expect((await owner.post(path, button)).status).toBe(303);
  for (const headers of [...others, await owner.session()])
    expect((await ask("/mostrador", { headers })).status).toBe(401);
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

test("nobody gets in with what the database holds", async () => {
  const { desk, ask, owner } = await testShop("SQLite");
  const { Cookie } = await owner.session();
  const rows = await desk.db.selectFrom("sessions").selectAll().execute();
  expect(rows).toHaveLength(1);
  const [name = ""] = Cookie.split("=");
  const forged = Buffer.from(JSON.stringify(rows[0]?.id)).toString("base64");
  for (const value of [rows[0]?.id, encodeURIComponent(forged)]) {
    const headers = { Cookie: `${name}=${value}` };
    expect((await ask("/mostrador", { headers })).status).toBe(401);
  }
});

test("a command writes a link, for when no email arrives", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  // The command has the real time.
  const { desk, post } = await testShop("SQLite", { now: Date.now });
  expect(await run(["enter"], { DATABASE_URL: desk.url })).toBe(0);
  const [[link = ""] = []] = log.mock.calls;
  expect(link).toMatch(/^https:\/\/aurelia\.example\/mostrador\/entrar\/[\w-]{22}$/);
  expect(locationOf(await post(new URL(link).pathname, {}))).toEqual([303, "/mostrador"]);
});
