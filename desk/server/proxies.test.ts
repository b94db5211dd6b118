/** Tests the proxy configurations of docs/hosting in front of a shop that sells. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:http2";
import { request } from "node:https";
import { type AddressInfo, createServer as createListener } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, inject, onTestFinished, test } from "vitest";
import { request as direct } from "../../server/testing/raw-request.ts";
import { listening, startProgram } from "../../server/testing/server-process.ts";
import { findNginx } from "../../setup/programs.ts";
import { mailSink } from "../demo/mail-sink.ts";
import { makeLink } from "../orders/email-links.ts";
import { openDatabase } from "../storage/database.ts";
import { placeRequest, settings, temporaryFolder } from "../testing/desk.ts";
import { findCaddy } from "../testing/programs.ts";

const documented = join(import.meta.dirname, "../docs/hosting");
const host = "aurelia.example";

interface Ports {
  http: number;
  https: number;
  shop: number;
}

/** Each proxy with its documented file; only ports, folders and the certificate are changed. */
const proxies = {
  nginx: {
    program: findNginx(),
    configure(folder: string, { http, https, shop }: Ports) {
      writeCertificate(folder);
      const site = readFileSync(join(documented, "nginx.conf"), "utf8")
        .replaceAll(/listen \[::\].*;/g, "")
        .replaceAll("listen 80", `listen 127.0.0.1:${http}`)
        .replaceAll("listen 443", `listen 127.0.0.1:${https}`)
        .replaceAll(`/etc/letsencrypt/live/${host}`, folder)
        .replaceAll("/var/www/aurelia", documented)
        .replaceAll("127.0.0.1:3000", `127.0.0.1:${shop}`);
      writeFileSync(join(folder, "site.conf"), site);
      const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
      const temporary = kinds.map((kind) => `${kind}_temp_path ${folder};`).join(" ");
      writeFileSync(
        join(folder, "nginx.conf"),
        `pid ${folder}/pid; events {} http { ${temporary} types { text/html html; } include site.conf; }`,
      );
      const foreground = "daemon off; master_process off;";
      return ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr", "-g", foreground];
    },
  },
  Caddy: {
    program: findCaddy(),
    configure(folder: string, { http, https, shop }: Ports) {
      const site = readFileSync(join(documented, "Caddyfile"), "utf8")
        .replaceAll("/var/www/aurelia", documented)
        .replaceAll("127.0.0.1:3000", `127.0.0.1:${shop}`)
        .replace("lb_try_duration 3s", "lb_try_duration 1ms");
      const options = `{
        admin off
        skip_install_trust
        local_certs
        default_bind 127.0.0.1
        http_port ${http}
        https_port ${https}
      }\n`;
      writeFileSync(join(folder, "Caddyfile"), options + site);
      return ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
    },
  },
};

function writeCertificate(folder: string) {
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      ...key,
      "-subj",
      `/CN=${host}`,
      "-keyout",
      "privkey.pem",
      "-out",
      "fullchain.pem",
    ],
    { cwd: folder, stdio: "ignore" },
  );
}

async function freePort(): Promise<number> {
  const listener = createListener().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, "close");
  return port;
}

interface Question {
  headers?: Record<string, string>;
  /** The body of a POST request. */
  body?: string;
}

/** Sends a request over HTTP/2, without a `Content-Length`. */
async function ask(port: number, path: string, { headers, body }: Question = {}) {
  const session = connect(`https://127.0.0.1:${port}`, {
    servername: host,
    rejectUnauthorized: false,
  });
  // The request fails with the same error.
  session.on("error", () => {});
  try {
    const stream = session.request({
      ":authority": host,
      ":method": body === undefined ? "GET" : "POST",
      ":path": path,
      ...headers,
    });
    stream.end(body);
    const [{ ":status": status, ...answer }] = await once(stream, "response");
    const bytes = Buffer.concat(await stream.toArray());
    return { status, headers: answer, bytes, text: String(bytes) };
  } finally {
    session.destroy();
  }
}

/** The status of a request for this host over HTTP/1.1. */
async function statusFor(port: number, Host: string) {
  const tls = { servername: host, rejectUnauthorized: false, agent: false };
  const [answer] = await once(request({ port, headers: { Host }, ...tls }).end(), "response");
  return answer.statusCode;
}

/** Sends a body in two pieces over HTTP/1.1. */
async function askInPieces(port: number, path: string, { headers, body = "" }: Question) {
  const asked = request({
    port,
    path,
    method: "POST",
    headers: { Host: host, ...headers },
    servername: host,
    rejectUnauthorized: false,
    agent: false,
  });
  asked.write(body.slice(0, 10));
  asked.end(body.slice(10));
  const [answer] = await once(asked, "response");
  return { status: answer.statusCode, text: await text(answer) };
}

/** Headers about the proxy and its connection. */
const itsOwn = ["server", "alt-svc", "date", "connection", "keep-alive"];
const essence = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries(Array.from(headers).filter(([name]) => !itsOwn.includes(name)));

test.for(Object.entries(proxies))("a shop sells behind %s", async ([name, proxied], { skip }) => {
  const { program, configure } = proxied;
  if (!program) return skip("It is not installed.");
  const sink = await mailSink();
  onTestFinished(() => sink.close());
  const database = join(temporaryFolder(), "orders.db");
  const shop = startProgram([join(inject("shop"), "../server/main.js")], {
    ...settings,
    HOST: "127.0.0.1",
    DATABASE_URL: database,
    SMTP_URL: sink.url,
  });
  const ports = { shop: await listening(shop), http: await freePort(), https: await freePort() };
  const folder = temporaryFolder();
  const proxy = spawn(program, configure(folder, ports), {
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: "ignore",
  });
  onTestFinished(async () => {
    proxy.kill("SIGKILL");
    if (proxy.exitCode === null) await once(proxy, "exit");
  });
  const { https } = ports;
  const alive = () => ask(https, "/healthz").then(({ text }) => text, String);
  await expect.poll(alive).toBe("ok");

  // Redirects from http to https on the same host.
  const plain = await direct(ports.http, "/contacto?x=1", { headers: { Host: host } });
  expect([301, 308]).toContain(plain.status);
  expect(plain.headers.get("location")).toBe(`https://${host}/contacto?x=1`);

  // nginx answers only for the shop's name. Caddy redirects all of them.
  const otherName = await direct(ports.http, "/", { headers: { Host: "127.0.0.1" } });
  expect(otherName.body.length).toBe(0);
  if (name === "nginx") expect(otherName.status).toBeNaN();

  // Each header once, nothing compressed twice, and redirects unchanged.
  const gzip = { "accept-encoding": "gzip" };
  for (const path of [
    "/",
    "/contacto/?x=1",
    "/desistimiento",
    "/mostrador",
    "/nada",
    "//contacto",
    "/index",
    "/404",
    "/a/../contacto",
    "/a%5Cb",
    "/contacto%0A",
    "/promoci%F3n",
  ]) {
    const expected = await direct(ports.shop, path, { headers: { Host: host, ...gzip } });
    const answer = await ask(https, path, { headers: gzip });
    expect(answer.status).toBe(expected.status);
    expect(essence(Object.entries(answer.headers))).toEqual(essence(expected.headers));
    expect(answer.bytes.equals(expected.body)).toBe(true);
  }
  // By default nginx would refuse these. Caddy refuses a stray «%» before its configuration applies.
  for (const path of ["/%00", "/../x", ...(name === "nginx" ? ["/50%-descuento"] : [])]) {
    const { status, text } = await ask(https, path);
    expect([path, status]).toEqual([path, 404]);
    expect(text).toContain("Página no encontrada");
  }
  expect(await statusFor(https, "evil.example/x")).toBe(400);
  expect((await ask(https, "/mostrador")).status).toBe(401);
  await using db = await openDatabase(database, "read");
  const secret = await makeLink({ db, now: Date.now });
  const signedIn = await ask(https, `/mostrador/entrar/${secret}`, {
    headers: { "content-type": "application/x-www-form-urlencoded", origin: `https://${host}` },
    body: "",
  });
  expect(signedIn.status).toBe(303);
  const [cookie = ""] = signedIn.headers["set-cookie"] ?? [];
  const admin = await ask(https, "/mostrador", {
    headers: { cookie: cookie.split(";")[0] ?? "" },
  });
  expect([admin.status, admin.headers["cache-control"]]).toEqual([200, "no-store"]);

  const json = { "content-type": "application/json" };
  const own = { ...json, origin: `https://${host}` };
  const order = { headers: own, body: JSON.stringify(placeRequest()) };
  const placed = await ask(https, "/pedidos", order);
  expect(placed.status).toBe(201);
  expect(await askInPieces(https, "/pedidos", order)).toEqual({ status: 201, text: placed.text });
  const foreign = { ...order, headers: { ...json, origin: "https://otra.example" } };
  expect((await ask(https, "/pedidos", foreign)).status).toBe(403);
  // The shop's forms are smaller; Stripe's webhooks may be larger.
  const large = await ask(https, "/pedidos", { headers: own, body: "a".repeat(9_000) });
  expect(large).toMatchObject({ status: 413, text: expect.stringContaining("más texto") });
  const notice = await ask(https, "/avisos/stripe", { body: "a".repeat(256 * 1024) });
  expect(notice.status).toBe(404);
  const larger = await ask(https, "/avisos/stripe", { body: "a".repeat(256 * 1024 + 1) });
  expect(larger.status).toBe(413);

  shop.kill("SIGTERM");
  await once(shop, "exit");
  for (const question of [{}, order]) {
    const unavailable = await ask(https, "/pedidos", question);
    expect(unavailable).toMatchObject({
      status: 503,
      headers: { "retry-after": "30", "cache-control": "no-store" },
      text: expect.stringContaining("<h1>Volvemos enseguida</h1>"),
    });
  }

  // A client can't forge its address.
  const echo = createServer((asked, answer) => answer.end(JSON.stringify(asked.headers)));
  echo.listen(ports.shop, "127.0.0.1");
  onTestFinished(() => void echo.close());
  const forged = { "x-forwarded-for": "203.0.113.7" };
  const seen = await ask(https, "/", { headers: forged });
  expect(JSON.parse(seen.text)).toMatchObject({ host, "x-forwarded-for": "127.0.0.1" });
});
