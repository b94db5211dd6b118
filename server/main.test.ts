import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { publish } from "../publish/publish.ts";
import { exampleBuild } from "../publish/testing/example-build.ts";
import { request } from "./testing/raw-request.ts";
import { listening, startServer } from "./testing/server-process.ts";

async function published(changes?: Record<string, string>): Promise<string> {
  const folder = exampleBuild(changes);
  await publish(folder);
  return folder;
}

/** The exit code and error output of a server that can't start. */
async function outcome(server: ChildProcess) {
  const [stderr, [code]] = await Promise.all([
    text(server.stderr ?? process.stdin),
    once(server, "exit"),
  ]);
  return { stderr, code };
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

test("refuses an invalid PORT", async () => {
  const server = startServer(await published(), { PORT: "65536" });
  expect(await outcome(server)).toEqual({
    stderr: "PORT debe ser un número entero de 0 a 65535, como 3000; es «65536».\n",
    code: 1,
  });
});

test("names a port that is in use", async () => {
  const other = createServer().listen(0);
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const server = startServer(await published(), { PORT: String(port) });
  expect(await outcome(server)).toEqual({
    stderr: `El puerto ${port} está ocupado: pon otro en PORT.\n`,
    code: 1,
  });
});

test("names a host that it can't listen on", async () => {
  const server = startServer(await published(), { HOST: "192.0.2.1" });
  const { stderr, code } = await outcome(server);
  expect(stderr).toMatch(/^El servidor no puede escuchar en 192\.0\.2\.1, puerto 0: .*\.\n$/);
  expect(code).toBe(1);
});

test.each([
  ["nothing was built", "/nowhere/client"],
  ["the build was not published", undefined],
])("says what to do when %s", async (_, folder = exampleBuild()) => {
  expect(await outcome(startServer(folder))).toEqual({
    stderr: `No hay ninguna tienda publicada en ${folder}: ejecuta antes «npm run build».\n`,
    code: 1,
  });
});

test("refuses a build whose folder was removed", async () => {
  const folder = await published();
  rmSync(folder, { recursive: true });
  expect((await outcome(startServer(folder))).stderr).toContain("No hay ninguna tienda publicada");
});

test("prints its URL and serves there", async () => {
  const port = await listening(startServer(await published()));
  expect((await request(port, "/")).status).toBe(200);
});

test("logs an unhandled rejection and keeps running", async () => {
  const fault = "setTimeout(() => Promise.reject(new Error('lost')), 1)";
  const server = startServer(await published(), {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2", () => ${fault})`)}`,
  });
  const port = await listening(server);
  const logged = once(server.stderr ?? server, "data");
  server.kill("SIGUSR2");
  expect(String((await logged)[0])).toMatch(/^Fallo de la tienda: Error: lost\n/);
  expect((await request(port, "/")).status).toBe(200);
});

const hasIPv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === "::1"),
);

test.runIf(hasIPv6)("serves over IPv6 too", async () => {
  const port = await listening(startServer(await published()));
  expect((await fetch(`http://[::1]:${port}/`)).status).toBe(200);
});

test.each(["SIGTERM", "SIGINT"] as const)("%s ends an idle server at once", async (signal) => {
  const server = startServer(await published());
  const port = await listening(server);
  const idle = await open(port);
  idle.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await once(idle, "data");

  const signalled = performance.now();
  server.kill(signal);
  server.kill(signal);
  const [code] = await once(server, "exit");
  expect(code).toBe(0);
  // The server would wait up to 10 s for responses in progress.
  expect(performance.now() - signalled).toBeLessThan(10_000);
});

test("answers the requests of connections that wait to be accepted", async () => {
  const server = startServer(await published());
  const port = await listening(server);
  server.kill("SIGSTOP");
  const clients = await Promise.all(Array.from({ length: 24 }, () => open(port)));
  for (const client of clients) client.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  server.kill("SIGCONT");
  for (const answer of await Promise.all(clients.map((client) => text(client))))
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nok$/s);
  expect(await ended).toEqual([0, null]);
});

test("finishes a response and a request in progress, and accepts no new connection", async () => {
  const folder = await published();
  // Far larger than a connection's buffers, so that most of it is still unsent.
  const size = 40_000_000;
  writeFileSync(join(folder, "assets/large.bin"), Buffer.alloc(size, "x"));
  const server = startServer(folder);
  const port = await listening(server);

  const slow = await open(port);
  slow.pause();
  slow.write("GET /assets/large.bin HTTP/1.1\r\nHost: a\r\n\r\n");
  await once(slow, "readable");
  const unfinished = await open(port);
  unfinished.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  await once(unfinished, "data");
  unfinished.write("GET /contacto HTTP/1.1\r\nHost: a\r\n");

  const ended = once(server, "exit");
  server.kill("SIGTERM");
  const connectionError = () =>
    open(port).then(
      (socket) => socket.destroy(),
      ({ code }) => code,
    );
  // Each connection makes the server wait for more of them.
  await expect.poll(connectionError, { interval: 500 }).toBe("ECONNREFUSED");

  const answer = text(unfinished);
  unfinished.write("\r\n");
  expect(await answer).toMatch(/^HTTP\/1\.1 200 OK/);

  let received = 0;
  for await (const bytes of slow) received += bytes.length;
  expect(received).toBeGreaterThan(size);
  expect((await ended)[0]).toBe(0);
});
