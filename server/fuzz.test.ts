import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { publish } from "../publish/publish.ts";
import { exampleBuild, secret } from "../publish/testing/example-build.ts";
import { malformedRequests } from "./testing/malformed.ts";
import { parse, request, sendRaw } from "./testing/raw-request.ts";
import { listening, startServer } from "./testing/server-process.ts";

const seed = 20250101;
const requests = 4_000;
const concurrency = 24;
/** A small heap, so that garbage can't hide a leak. A leak of 5 kB per request would add 15 MB. */
const smallHeap = { NODE_OPTIONS: "--max-semi-space-size=2 --max-old-space-size=48" };
/** In MB. */
const maxGrowth = 10;

async function runningServer() {
  const folder = exampleBuild();
  await publish(folder);
  const server = startServer(folder, smallHeap);
  let complaints = "";
  server.stderr.on("data", (text) => {
    complaints += text;
  });
  return { server, port: await listening(server), complaints: () => complaints };
}

/** The resident memory of a process. Only Linux has /proc; elsewhere memory is not checked. */
function megabytes(pid: number | undefined): number {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return 0;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(path, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

test("survives thousands of malformed requests", {
  timeout: 600_000,
}, async () => {
  const { server, port, complaints } = await runningServer();
  const statuses = new Map<number, number>();
  const queue = malformedRequests(requests, seed);
  let sent = 0;
  let early = 0;

  const worker = async () => {
    for (const bytes of queue) {
      if (++sent === requests / 4) early = megabytes(server.pid);
      const answer = await sendRaw(port, bytes, 1_000);
      if (answer.length === 0) continue;
      const { status, headers } = parse(answer);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const shown = JSON.stringify(bytes.toString("latin1").slice(0, 400));
      expect(status, shown).toBeLessThan(500);
      expect(headers.get("location") ?? "/", shown).toMatch(/^\/(?!\/)/);
      expect(answer.includes(secret), shown).toBe(false);
      expect(answer.includes("root:"), shown).toBe(false);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));

  const growth = megabytes(server.pid) - early;
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 301, 400, 404, 405]));
  expect(growth).toBeLessThan(maxGrowth);
  expect((await request(port, "/healthz")).status).toBe(200);
  expect(server.exitCode).toBeNull();
  expect(complaints()).toBe("");
});

test("ends silent, half-open and slow connections, and serves others", {
  timeout: 120_000,
}, async () => {
  const { server, port, complaints } = await runningServer();
  const beginnings = ["", "G", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: "];

  const ends = Array.from({ length: 120 }, async (_, i) => {
    const beginning = beginnings[i % beginnings.length] ?? "";
    const socket = connect(port, "127.0.0.1", () => socket.write(beginning));
    let answer = "";
    socket.on("data", (bytes) => {
      answer += bytes;
    });
    socket.on("error", () => {});
    // Half of those that sent something continue, one byte at a time.
    const drip = i % 8 < 4 && beginning ? setInterval(() => socket.write("x"), 250) : undefined;
    await new Promise((closed) => socket.once("close", closed));
    clearInterval(drip);
    return answer;
  });

  expect((await request(port, "/")).status).toBe(200);
  const answers = await Promise.all(ends);
  for (const answer of answers) expect(answer).toMatch(/^(HTTP\/1\.1 40[08] |$)/);
  expect(answers.filter((answer) => answer.includes("Tiempo agotado")).length).toBeGreaterThan(60);
  expect((await request(port, "/healthz")).status).toBe(200);
  expect(server.exitCode).toBeNull();
  expect(complaints()).toBe("");
});
