import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type RenderedPages, renderedPages } from "./rendered.ts";
import { responder } from "./respond.ts";
import { readSite, type Site } from "./site.ts";
import { createSiteServer } from "./site-server.ts";
import { stoppable } from "./stop.ts";

/** How long, in ms, a stop waits for responses in progress. */
const stopTimeout = 10_000;

/**
 * The interface of the order desk (desk/desk.ts), and of the server build that renders its pages.
 */
interface DeskModule {
  openDesk: (build: object) => Promise<{
    service: unknown;
    isHealthy: () => Promise<boolean>;
    hasProxy: boolean;
    close: () => Promise<void>;
  }>;
}
interface ServerBuild {
  pagesOf: (service: unknown) => RenderedPages;
}

const folder = process.argv[2] ?? "build/client";
const port = readPort(process.env.PORT || "3000");
// Without HOST the server listens on all addresses, over IPv6 and IPv4.
const host = process.env.HOST || undefined;

const site = readBuild();
const desk = await openDesk();
const server = createSiteServer(site, desk?.listener);
const stopServer = stoppable(server);
let stopping = false;

server.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EADDRINUSE") giveUp(`Port ${port} is in use; set PORT to another one.`);
  giveUp(`The server can't listen on ${host ?? "this machine"}, port ${port}: ${error.message}.`);
});
server.listen(port, host, () => {
  const { port } = server.address() as AddressInfo;
  console.log(`${site.brand}, ready in ${process.uptime().toFixed(1)} s: http://localhost:${port}`);
});

// An error in one request must neither stop the others nor go unlogged.
process.on("unhandledRejection", (error) => console.error("A fault of ours:", error));
process.on("SIGTERM", stop);
process.on("SIGINT", stop);

/**
 * Stops accepting requests and finishes those in progress. npm forwards Ctrl-C, so this may be
 * called twice.
 */
function stop(): void {
  if (stopping) return;
  stopping = true;
  stopServer(async () => {
    await desk?.close();
    process.exit(0);
  });
  setTimeout(() => process.exit(0), stopTimeout).unref();
}

function readPort(value: string): number {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  return giveUp(`PORT must be a whole number from 0 to 65535, such as 3000; it is "${value}".`);
}

function readBuild(): Site {
  try {
    return readSite(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return giveUp(`There is no published build in ${folder}; run "npm run build" first.`);
  }
}

/** Opens the order desk if orders are real. Otherwise nothing of it is loaded. */
async function openDesk() {
  const { ORDER_DESK } = process.env;
  if (ORDER_DESK && ORDER_DESK !== "real") {
    return giveUp(`ORDER_DESK is "real", or not set for simulated orders; it is "${ORDER_DESK}".`);
  }
  if (!ORDER_DESK && site.desk) {
    return giveUp(
      "The shop was built for real orders, but ORDER_DESK is not set: set it to real, or build again.",
    );
  }
  if (!ORDER_DESK) return undefined;
  if (!site.desk) {
    return giveUp(
      "ORDER_DESK is real, but the shop was built without it; build it again with the same settings.",
    );
  }
  try {
    // The computed path lets the boutique compile without desk/.
    const { openDesk }: DeskModule = await import(`${import.meta.dirname}/../desk/desk.ts`);
    const desk = await openDesk({ folder, ...site.desk });
    const { pagesOf }: ServerBuild = await import(
      pathToFileURL(resolve(folder, "../server/index.js")).href
    );
    return {
      listener: renderedPages(
        pagesOf(desk.service),
        site,
        site.desk.headers,
        responder(site, desk.isHealthy),
        desk.hasProxy,
      ),
      close: desk.close,
    };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND") return giveUp(message);
    return giveUp(
      `A shop that sells runs from its whole checkout, with the packages of both folders: run "npm ci --omit=dev" there and in desk/. ${message}`,
    );
  }
}

function giveUp(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
