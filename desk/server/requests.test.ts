/** Requests that strangers send over a socket: each gets a response, and none is logged. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { parse } from "../../server/testing/raw-request.ts";
import { newKey, paid, placed, placeRequest, reread, type TestDesk } from "../testing/desk.ts";
import { read, readJson, testShop } from "../testing/test-shop.ts";

const open = () => testShop("SQLite");

let log: MockInstance;
beforeEach(() => {
  log = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => expect(log.mock.calls).toEqual([]));

const ordersOf = ({ db }: TestDesk) => db.selectFrom("orders").select("id").execute();

/** The head of a request, after which the connection closes. */
const head = (request: string, headers: Record<string, string> = {}) => {
  const all = Object.entries({ Host: "localhost", Connection: "close", ...headers });
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
  return `${request} HTTP/1.1\r\n${lines.join("")}\r\n`;
};
const chunked = (...pieces: string[]) =>
  [...pieces, ""]
    .map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`)
    .join("");

const json = { "Content-Type": "application/json" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const inChunks = { "Transfer-Encoding": "chunked" };

describe("a body in chunks", () => {
  test("accepts an order", async () => {
    const { desk, raw } = await open();
    const asked = JSON.stringify(placeRequest());
    const pieces = [asked.slice(0, 50), asked.slice(50, 51), asked.slice(51)];
    const answer = await raw(head("POST /pedidos", { ...json, ...inChunks }) + chunked(...pieces));
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(await ordersOf(desk)).toHaveLength(1);
  });

  test("accepts a form, also with a character split between two chunks", async () => {
    const { raw } = await open();
    const request = head("POST /desistimiento", { ...form, ...inChunks });
    const fields = "name=Lucía&contract=El+perfume&email=lucia%40correo.example";
    const bytes = Buffer.from(fields).toString("latin1");
    const middle = bytes.indexOf("\u00ad");
    const pieces = [bytes.slice(0, middle), bytes.slice(middle)];
    const sent = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("");
    const answer = parse(
      Buffer.from(await raw(Buffer.from(`${request}${sent}0\r\n\r\n`, "latin1"))),
    );
    expect(answer.status).toBe(200);
    expect(String(answer.body)).toContain("Lucía");
  });

  test("refuses an invalid or too large order", async () => {
    const { raw } = await open();
    const request = head("POST /pedidos", { ...json, ...inChunks });
    expect(await raw(request + chunked("{}"))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(request + chunked("a".repeat(8192)))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(request + chunked("a".repeat(8192), "a"))).toMatch(/^HTTP\/1\.1 413 /);
    expect(await raw(`${request}zz\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe("no body at all", () => {
  test.each(["", "Content-Length: 0\r\n", "Transfer-Encoding: chunked\r\n"])(
    "is no order and no form («%s»)",
    async (length) => {
      const { desk, raw, owner } = await open();
      const order = await placed(desk);
      const { Cookie } = await owner.session();
      const send = async (path: string) => {
        const lines = `Host: localhost\r\nConnection: close\r\n${length}`;
        const key = `Cookie: ${Cookie}\r\n`;
        const end = length.startsWith("T") ? "0\r\n\r\n" : "";
        const answer = await raw(`POST ${path} HTTP/1.1\r\n${lines}${key}\r\n${end}`);
        return parse(Buffer.from(answer)).status;
      };
      expect(await send("/pedidos")).toBe(400);
      expect(await send("/desistimiento")).toBe(400);
      expect(await send("/avisos/stripe")).toBe(404);
      expect(await send(`/mostrador/${order.id}/pago`)).toBe(409);
      expect(await send("/mostrador/anotar-pedido")).toBe(400);
    },
  );

  test.each(["PUT", "DELETE", "PATCH", "OPTIONS"])(
    "with %s is answered with 405",
    async (method) => {
      const { raw } = await open();
      expect(await raw(head(`${method} /pedidos`))).toMatch(/^HTTP\/1\.1 405 /);
    },
  );
});

test("answers other methods with 405 and the allowed ones", async () => {
  const { desk, ask, raw, owner } = await open();
  const session = await owner.session();
  const { id, token } = await placed(desk);
  for (const [path, allow] of [
    ["/pedidos", "POST"],
    [`/pedido/${token}`, "GET, HEAD"],
    [`/pedido/${token}/pagar`, "GET, HEAD"],
    ["/desistimiento", "GET, HEAD, POST"],
    ["/mostrador", "GET, HEAD"],
    [`/mostrador/${id}`, "GET, HEAD, POST"],
    ["/mostrador/anotar-pedido", "GET, HEAD, POST"],
    ["/mostrador/cuentas/exportar", "GET, HEAD"],
    [`/mostrador/${id}/pago`, "GET, HEAD, POST"],
    ["/mostrador/correos/1", "GET, HEAD, POST"],
  ] as const) {
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"]) {
      if (allow.includes(method)) continue;
      const body = method === "GET" ? {} : { body: new URLSearchParams({ a: "1" }) };
      const answer = await ask(path, { method, headers: session, ...body });
      expect([method, path, answer.status, answer.headers.get("Allow")]).toEqual([
        method,
        path,
        405,
        allow,
      ]);
      expect(answer.headers.get("Content-Security-Policy")).toMatch(/; frame-ancestors 'none'$/);
    }
  }
  const sentence = "Esta dirección no admite lo que se le ha pedido.";
  const toScript = await readJson(ask("/pedidos"));
  expect(toScript).toEqual({ status: 405, body: { message: sentence } });
  const toPerson = await read(ask("/desistimiento", { method: "PUT" }));
  expect(toPerson.text).toContain(`Método no permitido ${sentence}`);
  expect(await raw(head("TRACE /pedidos"))).toMatch(/^HTTP\/1\.1 405 .*\r\nallow: POST\r\n/is);
  expect(await raw(head("CONNECT /pedidos"))).toMatch(/^HTTP\/1\.1 405 /);
  expect((await ask("/mostrador", { method: "PUT" })).status).toBe(401);
});

test("answers HEAD like GET without a body", async () => {
  const { desk, ask, raw } = await open();
  const { token } = await placed(desk);
  for (const path of [`/pedido/${token}`, "/desistimiento", "/pedido/abc"]) {
    const [got, asked] = [await ask(path), await ask(path, { method: "HEAD" })];
    expect([path, asked.status]).toEqual([path, got.status]);
    for (const name of ["Content-Type", "Cache-Control", "Content-Security-Policy"]) {
      expect(asked.headers.get(name)).toBe(got.headers.get(name));
    }
    expect(await raw(head(`HEAD ${path}`))).toMatch(/\r\n\r\n$/);
  }
  expect((await ask("/mostrador", { method: "HEAD" })).status).toBe(401);
  expect((await ask("/pedidos", { method: "HEAD" })).status).toBe(405);
});

/** Opens a connection, and collects everything received until it ends. */
async function connection(port: number) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes;
  });
  socket.on("error", () => socket.destroy());
  const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  return { socket, ended };
}

describe("a body that is slow", () => {
  const asked = Buffer.from(JSON.stringify(placeRequest()));
  const request = head("POST /pedidos", { ...json, "Content-Length": String(asked.length) });

  test("is read byte by byte", async () => {
    const { desk, port } = await open();
    const { socket, ended } = await connection(port);
    socket.setNoDelay();
    for (const byte of Buffer.concat([Buffer.from(request), asked])) {
      await new Promise((written) => socket.write(Buffer.of(byte), written));
    }
    expect(await ended).toMatch(/^HTTP\/1\.1 201 /);
    expect(await ordersOf(desk)).toHaveLength(1);
  });

  test("is given up if it never arrives, and orders nothing", async () => {
    const { desk, server, port } = await open();
    // Node would exchange the two if this one was longer.
    server.headersTimeout = 300;
    server.requestTimeout = 300;
    const { socket, ended } = await connection(port);
    socket.write(request);
    socket.write(asked.subarray(0, -1));
    expect(await ended).toMatch(/^HTTP\/1\.1 408 /);
    expect(await ordersOf(desk)).toEqual([]);
  });

  test.each([
    ["declared", { "Content-Length": "5000" }, ""],
    ["in chunks", inChunks, "1388\r\n"],
  ])("is ignored if it is cut off, with a length %s", async (_, length, before) => {
    const { desk, server, port, ask, owner } = await open();
    const session = await owner.session();
    const order = await paid(desk);
    const paths = ["/pedidos", "/desistimiento", `/mostrador/${order.id}/enviado`];
    for (const path of paths) {
      const { socket, ended } = await connection(port);
      const arrived = once(server, "request");
      socket.write(head(`POST ${path}`, { ...form, ...session, ...length }));
      socket.write(`${before}name=Lucía&nota=M`);
      const [, response] = await arrived;
      socket.destroy();
      await Promise.all([ended, once(response, "close")]);
    }
    // When this request is answered, the work of the aborted ones is over.
    await ask("/desistimiento");
    expect((await reread(desk, order)).status).toBe("paid");
    expect(await desk.db.selectFrom("withdrawals").select("id").execute()).toEqual([]);
  });
});

test("answers Expect: 100-continue", async () => {
  const { raw } = await open();
  const expecting = { ...json, Expect: "100-continue", "Content-Length": "2" };
  expect(await raw(`${head("POST /pedidos", expecting)}{}`)).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /,
  );
});

test("refuses an invalid or repeated Content-Length", async () => {
  const { raw } = await open();
  for (const length of ["-1", "1e3", "5, 6", "0x10"]) {
    const request = head("POST /pedidos", { ...json, "Content-Length": length });
    expect(await raw(`${request}{}`)).toMatch(/^HTTP\/1\.1 400 /);
  }
  const both = head("POST /pedidos", { ...json, ...inChunks, "Content-Length": "2" });
  expect(await raw(`${both}${chunked("{}")}`)).toMatch(/^HTTP\/1\.1 400 /);
});

test("treats percent-encoded paths as the same address or none", async () => {
  const { desk, raw } = await open();
  const { token } = await placed(desk);
  const statusOf = async (path: string) =>
    parse(Buffer.from(await raw(head(`GET ${path}`)))).status;
  const encoded = token.replace(/./gs, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  expect(await statusOf(`/pedido/${encoded}`)).toBe(200);
  for (const path of [
    "/pedido/%",
    "/pedido/%zz",
    "/pedido/%00",
    "/pedido/%c0%ae",
    "/pedido/%2f",
    "/pedido/..",
    "/pedido/%2e%2e",
    "/pedido/a\\..\\..\\quienes-somos",
    `/pedido/x/../${token}`,
    `/pedido/${token}%2fpagar`,
    `/pedido/${token}%0A`,
    `/pedido/${token}#x`,
  ]) {
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  }
  // No path gets around signing in.
  for (const path of [
    "/%6dostrador",
    "/mostrador%2f",
    "//mostrador",
    "/./mostrador",
    "/x/../mostrador",
    "/pedido/../mostrador",
    "/pedido/..%2fmostrador",
    "/mostrador/",
    "/mostrador/%2e%2e/mostrador",
    "/MOSTRADOR",
    "/mostrador;a",
    "/pedido\\..\\mostrador",
    "http://localhost/mostrador",
  ]) {
    expect([path, [401, 404].includes(await statusOf(path))]).toEqual([path, true]);
  }
});

test("each page has one address, and its data has none", async () => {
  const { desk, owner } = await open();
  const { id, token } = await placed(desk);
  for (const path of [
    `/pedido/${token}.data`,
    `/pedido/${token}%2Edata`,
    `/pedido/${token}/_.data`,
    "/desistimiento.data",
    "/mostrador.data",
    `/mostrador/${id}.data?_routes=routes`,
    "/_root.data",
    "/__manifest",
    "/desistimiento/",
    "/DESISTIMIENTO",
    "/MOSTRADOR",
  ]) {
    const { status, title } = await read(owner.get(path));
    expect([path, status, title]).toEqual([path, 404, "Página no encontrada · Aurelia"]);
  }
});

test("answers a request with a missing or wrong Host", async () => {
  const { raw } = await open();
  expect(await raw("GET /desistimiento HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  for (const host of [
    "a b",
    "evil.example/x",
    "[::1",
    "",
    "a:99999",
    "1.2.3.999",
    "a\r\nHost: a",
  ]) {
    expect(await raw(head("GET /desistimiento", { Host: host }))).toMatch(/^HTTP\/1\.1 400 /);
  }
});

test("refuses a body with invalid UTF-8", async () => {
  const { ask } = await open();
  const body = new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]);
  expect((await ask("/pedidos", { method: "POST", headers: json, body })).status).toBe(400);
  const deep = "[".repeat(8000);
  expect((await ask("/pedidos", { method: "POST", headers: json, body: deep })).status).toBe(400);
  const fields = `__proto__=1&constructor=2&toString=3&name=%zz&email=%ff&key=${newKey()}`;
  const answer = await ask("/desistimiento", { method: "POST", headers: form, body: fields });
  expect((await read(answer)).forms.Continuar).toEqual({
    name: "%zz",
    contract: "",
    email: "\ufffd",
  });
});

test("removes invisible characters from a form", async () => {
  const { ask } = await open();
  const fields = { name: "Lu\u202ec\u0000\u0007ía\u200b", contract: "x", email: "a@b.example" };
  const answer = await ask("/desistimiento", { method: "POST", body: new URLSearchParams(fields) });
  expect((await read(answer)).text).toContain("Luc ía");
});
