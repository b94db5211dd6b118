import { ended, says, start } from "./processes.ts";

const server = new URL("../server/main.ts", import.meta.url).pathname;

/** Serves a published folder with the shop's own server, on a free port of this machine alone. */
export async function serve(folder: string) {
  const child = start(process.execPath, [server, folder], {
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0" },
  });
  const port = /\d+$/.exec(await says(child, /localhost:\d+/))?.[0];

  async function stop() {
    const gone = ended(child);
    child.kill("SIGTERM");
    await gone;
  }
  return { origin: `http://127.0.0.1:${port}`, stop };
}
