import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const main = join(import.meta.dirname, "../main.ts");

/** Starts the server as `npm start` does, on a free port, until the test ends. */
export const startServer = (folder: string, environment: Record<string, string> = {}) =>
  startProgram([main, folder], environment);

/**
 * Starts a program that serves a site, on a free port, until the test ends.
 * @public
 */
export function startProgram(words: string[], environment: Record<string, string> = {}) {
  const server = spawn(process.execPath, words, {
    env: { PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  return server;
}

/** Waits until the server logs its port. */
export const listening = (server: ChildProcess) =>
  new Promise<number>((resolve, reject) => {
    let output = "";
    server.stdout?.on("data", (piece) => {
      output += piece;
      const [, port] = /^Aurelia, lista en \d+,\d s: http:\/\/localhost:(\d+)$/m.exec(output) ?? [];
      if (port) resolve(Number(port));
    });
    server.once("exit", () => reject(new Error(`The server ended before it listened. ${output}`)));
  });
