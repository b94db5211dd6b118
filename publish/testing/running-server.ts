import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { readSite, type Site } from "../../server/site.ts";
import { createSiteServer } from "../../server/site-server.ts";
import { publish } from "../publish.ts";
import { exampleBuild } from "./example-build.ts";

/** Publishes the example build and serves it during all tests of a file. Returns the port. */
export async function serveExample(listen?: (site: Site) => RequestListener): Promise<number> {
  const folder = exampleBuild({}, afterAll);
  await publish(folder);
  const site = readSite(folder);
  const server = createSiteServer(site, listen?.(site));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
