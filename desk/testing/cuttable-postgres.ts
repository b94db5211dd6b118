import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { temporaryFolder } from "./desk.ts";
import { urlOf } from "./postgres.ts";

const socketName = ".s.PGSQL.5432";

/** A proxy to a database of the tests' PostgreSQL that can cut its connections. */
export async function cuttablePostgres(name: string) {
  const folder = temporaryFolder();
  const open = new Set<Socket>();
  let losesNextCommit = false;
  /** The names of the startup parameters that clients sent. */
  const parameters: string[] = [];

  const server = createServer((client) => {
    client.once("data", (bytes: Buffer) => {
      // The startup message: length and version, then NUL-terminated names and values.
      const fields = bytes.toString("utf8", 8).split("\0");
      parameters.push(...fields.filter((name, index) => index % 2 === 0 && name));
    });
    const upstream = connect(join(inject("postgres") ?? "", socketName));
    let lost = false;
    client.on("data", (bytes: Buffer) => {
      if (losesNextCommit && bytes.includes("commit")) {
        losesNextCommit = false;
        lost = true;
      }
      upstream.write(bytes);
    });
    upstream.on("data", (bytes: Buffer) => {
      if (lost) client.destroy();
      else client.write(bytes);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one);
      one.on("error", () => one.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  const start = async () => {
    server.listen(join(folder, socketName));
    await once(server, "listening");
  };
  const stop = async () => {
    server.close();
    for (const socket of open) socket.destroy();
    await once(server, "close");
  };
  await start();
  onTestFinished(async () => {
    if (server.listening) await stop();
  });
  return {
    url: urlOf(folder, name),
    start,
    stop,
    parameters: () => parameters,
    /** Open connections stay open, but transfer nothing more in either direction. */
    silence() {
      for (const socket of open) socket.removeAllListeners("data").resume();
    },
    /** The next commit takes effect, but its response is lost with the connection. */
    loseNextCommit() {
      losesNextCommit = true;
    },
  };
}
