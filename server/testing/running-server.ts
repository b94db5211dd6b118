import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll } from "vitest";
import { createSiteServer } from "../listen.ts";
import { publish } from "../publish.ts";
import { exampleBuild } from "./example-build.ts";

/** Publishes the example and serves it to all tests of a file; returns the port. */
export async function serveExample(): Promise<number> {
  const folder = exampleBuild({}, afterAll);
  await publish(folder);
  const headers = JSON.parse(readFileSync(join(folder, "..", "headers.json"), "utf8"));
  const server = createSiteServer(folder, headers);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
