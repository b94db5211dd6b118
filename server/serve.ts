import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { readPort } from "./port.ts";
import { readSite, type Site } from "./site.ts";
import { createSiteServer } from "./site-server.ts";
import { stoppable } from "./stop.ts";

/** How long, in ms, a stop waits for responses in progress. */
const stopTimeout = 10_000;

/** A listener that responds in place of the site's files. */
export interface Opened {
  listener: RequestListener;
  /** Called once all responses are sent. */
  close: () => Promise<void>;
}

/**
 * Serves the published site in this folder until the process is stopped. Reads `PORT` and `HOST`.
 * @param open opens another listener. If it rejects, its message is printed for the owner and the process exits.
 */
export async function serve(
  folder: string,
  open?: (site: Site, folder: string) => Promise<Opened>,
): Promise<void> {
  const PORT = process.env.PORT || "3000";
  const port =
    readPort(PORT) ??
    exitWith(`PORT debe ser un número entero de 0 a 65535, como 3000; es «${PORT}».`);
  // Without HOST the server listens on all addresses, over IPv6 and IPv4.
  const host = process.env.HOST || undefined;

  const site = readBuild(folder);
  const opened = await open?.(site, folder).catch(({ message }: Error) => exitWith(message));
  const server = createSiteServer(site, opened?.listener);
  const stopServer = stoppable(server);
  let stopping = false;

  server.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE") exitWith(`El puerto ${port} está ocupado: pon otro en PORT.`);
    exitWith(
      `El servidor no puede escuchar en ${host ?? "esta máquina"}, puerto ${port}: ${error.message}.`,
    );
  });
  server.listen(port, host, () => {
    const { port } = server.address() as AddressInfo;
    const seconds = process.uptime().toFixed(1).replace(".", ",");
    console.log(`${site.brand}, lista en ${seconds} s: http://localhost:${port}`);
  });

  // A log pipe that is closed must not stop the shop.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

  // An error in one request must neither stop the others nor go unlogged.
  process.on("unhandledRejection", (error) => console.error("Fallo de la tienda:", error));
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
      await opened?.close();
      process.exit(0);
    });
    setTimeout(() => process.exit(0), stopTimeout).unref();
  }
}

function readBuild(folder: string): Site {
  try {
    return readSite(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return exitWith(`No hay ninguna tienda publicada en ${folder}: ejecuta antes «npm run build».`);
  }
}

function exitWith(message: string): never {
  console.error(message);
  process.exit(1);
}
