import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Site } from "./site.ts";
import { createSiteServer } from "./site-server.ts";
import { stoppable } from "./stop.ts";
import { parse, request, sendRaw } from "./testing/raw-request.ts";

const file = (words: string) => {
  const bytes = Buffer.from(words);
  const headers = { "Content-Type": "text/plain", "Content-Length": bytes.length };
  return { headers: {}, variants: { identity: { bytes, etag: '"1"', headers } } };
};
const site: Site = {
  brand: "Brisa",
  files: new Map([["/", file("home")]]),
  notFound: file("nothing here"),
  commonHeaders: {},
  otherHeaders: { "X-Test": "yes" },
};

async function listening() {
  const server = createSiteServer(site).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

test("limits slow, silent and idle clients", () => {
  const server = createSiteServer(site);
  expect(server).toMatchObject({
    headersTimeout: 5000,
    requestTimeout: 10_000,
    keepAliveTimeout: 65_000,
    timeout: 30_000,
  });
});

test("answers Expect: 100-continue at once", async () => {
  const { port } = await listening();
  const answer = await request(port, "/", { headers: { Expect: "100-continue" } });
  expect(answer.status).toBe(200);
  expect(answer.body.toString()).toBe("home");
});

test("/healthz answers with a word", async () => {
  const { port } = await listening();
  const { headers, body } = await request(port, "/healthz");
  expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(body.toString()).toBe("ok");
});

/** A fake socket for parser errors. What is written to it can be read from it. */
function connection() {
  const wire = new Duplex({
    read() {},
    write(chunk, _, done) {
      wire.push(chunk);
      done();
    },
  });
  wire.on("finish", () => wire.push(null));
  return wire;
}

test("answers a timeout with 408, and other client errors with 400", async () => {
  const server = createSiteServer(site);
  for (const [code, status, title] of [
    ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout", "Tiempo agotado"],
    ["HPE_INVALID_METHOD", "400 Bad Request", "Petición no válida"],
  ] as const) {
    const socket = connection();
    server.emit("clientError", Object.assign(new Error(), { code }), socket as never);
    const answer = await text(socket);
    expect(answer.split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`);
    const { headers, body } = parse(Buffer.from(answer));
    expect(headers.get("connection")).toBe("close");
    expect(headers.get("x-test")).toBe("yes");
    expect(headers.get("content-length")).toBe(String(body.length));
    expect(body.toString()).toMatch(new RegExp(`^<!DOCTYPE html>.*<h1>${title}</h1>`));
  }
});

test("closes a connection that the client has cut, without a response", () => {
  const server = createSiteServer(site);
  const socket = connection();
  const write = vi.spyOn(socket, "write");
  server.emit("clientError", Object.assign(new Error(), { code: "ECONNRESET" }), socket as never);
  expect(socket.destroyed).toBe(true);
  expect(write).not.toHaveBeenCalled();
});

test("ignores a connection that can't be written to", () => {
  const server = createSiteServer(site);
  const socket = connection();
  socket.end();
  const end = vi.spyOn(socket, "end");
  server.emit(
    "clientError",
    Object.assign(new Error(), { code: "HPE_INVALID_METHOD" }),
    socket as never,
  );
  expect(end).not.toHaveBeenCalled();
});

test("closes a connection after a second if the client does not read the refusal", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const server = createSiteServer(site);
  const slow = new Duplex({ read() {}, write() {} });
  server.emit(
    "clientError",
    Object.assign(new Error(), { code: "HPE_INVALID_METHOD" }),
    slow as never,
  );
  vi.advanceTimersByTime(999);
  expect(slow.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(slow.destroyed).toBe(true);

  const broken = new Duplex({ read() {}, write() {} });
  server.emit(
    "clientError",
    Object.assign(new Error(), { code: "HPE_INVALID_METHOD" }),
    broken as never,
  );
  expect(() => broken.emit("error", new Error("reset"))).not.toThrow();
  expect(broken.destroyed).toBe(true);
});

test("refuses CONNECT with the allowed methods", async () => {
  const { port } = await listening();
  const answer = parse(await sendRaw(port, "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n"));
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("GET, HEAD");
});

test("a stopping server answers a request that arrives soon over an open connection", async () => {
  const { server, port } = await listening();
  const socket = connect(port, "127.0.0.1");
  const send = () => socket.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  send();
  await once(socket, "data");
  const stopped = new Promise<void>((resolve) => stoppable(server)(resolve));
  await expect.poll(() => server.listening, { interval: 1 }).toBe(false);
  await wait(20);
  send();
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: close\r\n/s);
  await stopped;
});

test("a stopping server accepts no connection and closes idle ones", async () => {
  const { server, port } = await listening();
  const stop = stoppable(server);
  const idle = await fetch(`http://127.0.0.1:${port}/`);
  expect(await idle.text()).toBe("home");
  await new Promise<void>((resolve) => stop(resolve));
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});
