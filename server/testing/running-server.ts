import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { publish } from "../../publish/publish.ts";
import { readSite } from "../site.ts";
import { createSiteServer } from "../site-server.ts";
import { exampleBuild } from "./example-build.ts";

/** Publishes the example and serves it to all tests of a file; returns the port. */
export async function serveExample(): Promise<number> {
  const folder = exampleBuild({}, afterAll);
  await publish(folder);
  const server = createSiteServer(readSite(folder));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
