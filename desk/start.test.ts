import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { publish } from "../publish/publish.ts";
import { exampleBuild } from "../publish/testing/example-build.ts";
import { readSite } from "../server/site.ts";
import { sendRaw } from "../server/testing/raw-request.ts";
import { listening, startServer } from "../server/testing/server-process.ts";
import { mailSink } from "./demo/mail-sink.ts";
import { openListener } from "./listener.ts";
import { openDatabase } from "./storage/database.ts";
import { attempt, settings, temporaryFolder } from "./testing/desk.ts";
import { signIn } from "./testing/sign-in.ts";

/** A published shop, with or without a desk. */
async function build(desk: "with a desk" | "without"): Promise<string> {
  if (desk === "with a desk") return inject("shop");
  const folder = exampleBuild();
  await publish(folder);
  return folder;
}

/** Pages are rendered in some seconds; this is for slow machines. */
const seconds = { timeout: 60_000, interval: 200 };

const real = { ...settings, ORDER_DESK: "real", PRODUCT_PRICE: "89,99" };

/** The output and exit code of a server that can't start. */
async function outcome(server: ChildProcess) {
  const [said, [code]] = await Promise.all([
    text(server.stderr ?? process.stdin),
    once(server, "exit"),
  ]);
  return { said, code };
}

test("a shop without a desk does not start, and says why", async () => {
  const server = startServer(await build("without"), real);
  expect(await outcome(server)).toEqual({
    said: "ORDER_DESK es «real», pero la tienda se publicó sin él: vuelve a publicarla con los mismos ajustes.\n",
    code: 1,
  });
});

test("all settings that are not right are reported", async () => {
  const wrong = { SELLER_IBAN: "ES00", DESK_PASSWORD: "", SMTP_URL: "mail.example" };
  const server = startServer(await build("with a desk"), { ...real, ...wrong });
  expect(await outcome(server)).toEqual({
    said:
      "SELLER_IBAN debe ser el IBAN de la cuenta en la que cobras, sin ninguna cifra equivocada; es «ES00».\n" +
      "SMTP_URL debe ser la dirección del servidor de correo, como smtps://usuario:clave@mail.example:465 (en la contraseña, los signos / # @ % se escriben %2F %23 %40 %25); lo que has puesto no vale.\n" +
      "DESK_PASSWORD no está puesto: debe ser la contraseña del mostrador, de al menos 12 caracteres, 6 de ellos distintos.\n",
    code: 1,
  });
});

test.each<[string, Record<string, string>, string]>([
  [
    "a desk that is not switched on",
    { ORDER_DESK: "" },
    "ORDER_DESK no está puesto, pero la tienda se publicó para vender de verdad: ponlo en «real» o vuelve a publicarla.",
  ],
  [
    "a desk that is neither",
    { ORDER_DESK: "yes" },
    "ORDER_DESK es «yes», pero la tienda se publicó para vender de verdad: ponlo en «real» o vuelve a publicarla.",
  ],
  [
    "another seller than in the pages",
    { SELLER_NAME: "Otra, S. L." },
    "SELLER_NAME es «Otra, S. L.», pero la tienda se publicó con «Perfumes Aurelia, S. L.»: vuelve a publicarla con «npm run build» (en un servidor instalado como dice la guía, «/srv/aurelia/setup/server»).",
  ],
  [
    "a key of Stripe's that the pages do not know of",
    { STRIPE_SECRET_KEY: "sk_test_of_nobody" },
    "STRIPE_SECRET_KEY está puesto, pero la tienda se publicó sin él: vuelve a publicarla con «npm run build» (en un servidor instalado como dice la guía, «/srv/aurelia/setup/server»).",
  ],
  [
    "a price that is none",
    { PRODUCT_PRICE: "gratis" },
    "PRODUCT_PRICE debe ser el precio de un frasco en euros, con IVA, de 10 a 999,99, como 89,99; es «gratis».",
  ],
])("a shop with %s does not open, and says why", async (_, changes, sentence) => {
  for (const [name, value] of Object.entries({ ...real, ...changes })) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = inject("shop");
  await expect(openListener(readSite(folder), folder)).rejects.toThrow(new Error(sentence));
});

/** Changes a fact in the admin, as an owner who has agreed. */
async function changeFact(port: number, fields: Record<string, string>) {
  const address = `http://127.0.0.1:${port}`;
  const { status } = await fetch(`${address}/mostrador/ajustes`, {
    method: "POST",
    headers: await signIn(address, real.DESK_PASSWORD),
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  expect(status).toBe(303);
}

test("a pause and a price are on every server within seconds, and decide about orders at once", async () => {
  const { start } = await selling();
  const [{ server, port }, { port: other }] = [await start(), await start()];
  const page = async (path: string, of: number) =>
    (await fetch(`http://127.0.0.1:${of}${path}`)).text();

  const pause = "el 3 de enero";
  await changeFact(port, { ajuste: "pausa", valor: pause, antes: "" });
  expect((await order(other, attempt())).status).toBe(503);
  for (const of of [port, other]) {
    await expect.poll(() => page("/", of), seconds).toContain("Volvemos el 3 de enero");
    expect(await page("/checkout", of)).toContain("Ahora no aceptamos pedidos.");
  }

  await changeFact(other, { ajuste: "pausa", valor: "", antes: pause });
  await changeFact(port, { ajuste: "precio", valor: "95,50", antes: "89,99" });
  // The pages may still show the old price.
  const answer = await order(other, attempt());
  expect([answer.status, await answer.json()]).toEqual([409, { total: 9550 }]);
  const bought = await order(other, { ...attempt(), total: 9550 });
  expect(bought.status).toBe(201);
  const { address } = (await bought.json()) as { address: string };
  const [terms = ""] = /\/terminos-de-servicio\/[\d-]+/.exec(await page(address, other)) ?? [];
  expect(await page(terms, port)).toContain("Cada frasco cuesta 95,50\u00a0€");

  // Rendering takes seconds, so only one server does it to the end.
  server.kill("SIGKILL");
  await expect.poll(() => page("/", other), seconds).toContain("95,50\u00a0€ · IVA incluido");
  expect(await page("/", other)).toContain('"price":"95.50"');
  expect(await page("/checkout", other)).toContain("&quot;price&quot;:9550,");
  expect(await page("/terminos-de-servicio", other)).toContain("Cada frasco cuesta 95,50\u00a0€");
});

// hosting.test.ts looks at the pages after a start with another price.
test("a start sells at the price set in the admin, or in the settings file, without a build", async () => {
  const { database, start } = await selling();
  const first = await start({ PRODUCT_PRICE: "92,00" });
  expect((await order(first.port, { ...attempt(), total: 9200 })).status).toBe(201);
  first.server.kill("SIGKILL");
  await once(first.server, "exit");

  const db = await openDatabase(database);
  await db.insertInto("settings").values({ name: "PRODUCT_PRICE", value: "95,50" }).execute();
  await db.destroy();
  const second = await start();
  const email = "b@correo.example";
  expect((await order(second.port, { ...attempt({ email }), total: 9550 })).status).toBe(201);
});

/** A shop that sells, with a mail server. */
async function selling() {
  const sink = await mailSink();
  onTestFinished(() => sink.close());
  const folder = await build("with a desk");
  const database = join(temporaryFolder(), "orders.db");
  const environment = { ...real, DATABASE_URL: database, SMTP_URL: sink.url };
  const start = async (changes = {}) => {
    const server = startServer(folder, { ...environment, ...changes });
    return { server, port: await listening(server) };
  };
  return { sink, database, start };
}

const order = (port: number, body: object) =>
  fetch(`http://127.0.0.1:${port}/pedidos`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

test("takes orders beside the site, and emails them at once", async () => {
  const { sink, start } = await selling();
  const { port } = await start();
  const answer = await order(port, attempt());
  expect(answer.status).toBe(201);
  const { number, address } = (await answer.json()) as { number: string; address: string };
  const toShopper = () => sink.mails.filter(({ to }) => to === "lucia@correo.example");
  await expect.poll(() => toShopper().length).toBe(1);
  expect(toShopper()[0]).toMatchObject({
    to: "lucia@correo.example",
    subject: `Tu pedido ${number}: cómo pagarlo`,
    attachments: [],
  });
  const page = await fetch(`http://127.0.0.1:${port}${address}?x=1`);
  expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  const wrong = await fetch(`http://127.0.0.1:${port}/pedido/${number}`);
  expect(await wrong.text()).toContain("Página no encontrada");
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/mostrador`)).status).toBe(401);

  const long = "a".repeat(9000);
  const head = "POST /pedidos HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
  const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`;
  expect(String(await sendRaw(port, chunked))).toMatch(/^HTTP\/1\.1 413 /);
  const told = `${head}Content-Length: 9000\r\n\r\n${long}`;
  expect(String(await sendRaw(port, told))).toMatch(/^HTTP\/1\.1 413 /);
  const expecting = `${head}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`;
  expect(String(await sendRaw(port, expecting))).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /,
  );
});

test("an acknowledged order and its email survive kill -9", async () => {
  const { sink, database, start } = await selling();
  const first = await start();
  await sink.close();
  const asked = attempt();
  expect((await order(first.port, asked)).status).toBe(201);
  first.server.kill("SIGKILL");
  await once(first.server, "exit");
  const db = await openDatabase(database);
  onTestFinished(() => db.destroy());
  expect(await db.selectFrom("orders").select("requestKey").execute()).toEqual([
    { requestKey: asked.key },
  ]);
  expect(await db.selectFrom("mails").select(["template", "sentAt"]).execute()).toEqual([
    { template: "placed", sentAt: null },
    { template: "owner order placed", sentAt: null },
  ]);
  const second = await start();
  expect((await order(second.port, asked)).status).toBe(201);
  expect(await db.selectFrom("orders").select("id").execute()).toHaveLength(1);
  second.server.kill("SIGTERM");
  expect((await once(second.server, "exit"))[0]).toBe(0);
});

test("a mail server that is slow with one email delays no other", async () => {
  const taken: string[] = [];
  const slow = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      if (address !== "lenta@correo.example") done();
    },
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on("end", () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        taken.push(...to.filter((address) => address !== "hola@aurelia.example"));
        done();
      });
    },
  });
  slow.on("error", () => {});
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void slow.close());
  const { port: smtpPort } = slow.server.address() as AddressInfo;
  const server = startServer(await build("with a desk"), {
    ...real,
    DATABASE_URL: ":memory:",
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  });
  const port = await listening(server);
  for (const name of ["lenta", "a", "b", "c"]) {
    expect((await order(port, attempt({ email: `${name}@correo.example` }))).status).toBe(201);
  }
  // Much less than the 15 s after which the slow connection is closed.
  await expect.poll(() => taken.length, { timeout: 10_000 }).toBe(3);
  expect(taken.sort()).toEqual(["a@correo.example", "b@correo.example", "c@correo.example"]);
});

test("logs what the owner needs, without personal data", async () => {
  const folder = temporaryFolder();
  const database = join(folder, "orders.db");
  const sink = await mailSink();
  onTestFinished(() => sink.close());
  const copies = join(folder, "copies");
  const server = startServer(await build("with a desk"), {
    ...real,
    DATABASE_URL: database,
    SMTP_URL: sink.url,
    BACKUP_FOLDER: copies,
  });
  let said = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on("data", (piece) => {
      said += piece;
    });
  }
  const port = await listening(server);
  await expect
    .poll(() => said, { timeout: 10_000 })
    .toMatch(/^Copia de .*orders\.db en .*copies\/orders-.*: 0 pedidos\.$/m);
  expect((await order(port, attempt())).status).toBe(201);
  const health = await fetch(`http://127.0.0.1:${port}/healthz`);
  expect([health.status, await health.text()]).toEqual([200, "ok"]);
  await expect.poll(() => sink.mails.length, { timeout: 10_000 }).toBe(2);
  // Requests of vulnerability scanners.
  for (const [path, method] of [
    ["/wp-login.php", "POST"],
    ["/mostrador", "GET"],
    ["/pedidos", "POST"],
    ["/pedidos", "PROPFIND"],
    ["/pedido/x", "GET"],
    ["/desistimiento", "POST"],
    ["/avisos/stripe", "POST"],
  ]) {
    await (await fetch(`http://127.0.0.1:${port}${path}`, { method: method as string })).text();
  }
  server.kill("SIGTERM");
  expect((await once(server, "exit"))[0]).toBe(0);
  const lines = said.trim().split("\n");
  expect(lines[0]).toBe(`Pedidos guardados: 0. Base de datos: ${database}.`);
  expect(lines[1]).toBe(
    "SHIPS_TO es «ES,DE,FR,IT», pero la página del pedido solo admite teléfonos españoles: el pedido de quien tenga otro lo anotas tú, en «Anotar un pedido».",
  );
  expect(lines[2]).toMatch(/^Aurelia, lista en \d+,\d s: /);
  expect(lines).toHaveLength(4);
});
