/**
 * Renders with the facts that its thread has started with (rendering.ts): the terms, or the pages that differ
 * from their files, which it publishes as the build does.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { compressed } from "../../publish/compress.ts";
import { withPolicy } from "../../publish/content-security-policy.ts";
import { withOwnStyles } from "../../publish/own-styles.ts";
import { renderFiles, renderTerms } from "./entry.ts";
import { readPublishedDesk } from "./published-desk.ts";
import type { RenderedPage, Task } from "./rendering.ts";

const { folder, task }: Task = workerData;

async function renderPages(): Promise<RenderedPage[]> {
  const { pageHashes } = readPublishedDesk(folder);
  const pages: RenderedPage[] = [];
  for (const [address, page] of Object.entries(await renderFiles())) {
    if (createHash("sha256").update(page).digest("hex") === pageHashes[address]) continue;
    const styled = await withOwnStyles(page, folder, join(folder, "../fonts"));
    const identity = Buffer.from(withPolicy(styled, address));
    pages.push({ address, bodies: { identity, ...(await compressed(identity)) } });
  }
  return pages;
}

parentPort?.postMessage(task === "terms" ? renderTerms() : await renderPages());
