/**
 * Renders the pages that differ from their files, and publishes them as the build does. It runs in a
 * thread of its own, because styles and fonts take seconds of computing.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { ShownFacts } from "../../app/desk/shop/shown-facts.ts";
import { compressed } from "../../publish/compress.ts";
import { contentSecurityPolicy } from "../../publish/content-security-policy.ts";
import { withOwnStyles } from "../../publish/own-styles.ts";
import type { Bodies } from "../../server/site.ts";
import type { ServerBuild } from "./live-pages.ts";

/** A page as it is sent. */
export interface RenderedPage {
  address: string;
  policy: string;
  bodies: Bodies;
}

const { folder, built, facts }: { folder: string; built: ShownFacts; facts: ShownFacts } =
  workerData;
const server = pathToFileURL(join(folder, "../server/index.js"));
const { renderFiles }: ServerBuild = await import(server.href);

const before = await renderFiles(built);
const pages: RenderedPage[] = [];
for (const [address, rendered] of Object.entries(await renderFiles(facts))) {
  if (rendered === before[address]) continue;
  const html = await withOwnStyles(rendered, folder, join(folder, "../fonts"));
  const identity = Buffer.from(html);
  const bodies = { identity, ...(await compressed(identity)) };
  pages.push({ address, policy: contentSecurityPolicy(html, address), bodies });
}
parentPort?.postMessage(pages);
