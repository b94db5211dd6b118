import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumFlags, findChromium } from "../e2e/setup/programs.ts";
import { ended, says, start } from "./processes.ts";

export const chromium = findChromium() ?? "";

/** The same for Lighthouse and for our own measurements. */
export const flags = ["--headless=new", ...chromiumFlags];

/** How long a command may go unanswered, in ms. */
const patience = 10_000;

type Message = {
  id?: number;
  method?: string;
  sessionId?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the protocol has hundreds of shapes; each caller knows its own.
  params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: likewise.
  result?: any;
  error?: { message: string };
};

/**
 * Opens a browser with a profile of its own and speaks to it over the DevTools protocol. Playwright
 * does not attach to pages that are rendered before they are shown, and would leave them at full speed.
 */
export async function openBrowser() {
  const profile = mkdtempSync(join(tmpdir(), "aurelia-bench-"));
  const child = start(chromium, [
    ...flags,
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "about:blank",
  ]);
  const socket = new WebSocket(await says(child, /ws:\/\/\S+/));
  await new Promise((resolve) => socket.addEventListener("open", resolve));

  let last = 0;
  const waiting = new Map<
    number,
    { sessionId: string | undefined; answer: (message: Message) => void }
  >();
  const listeners = new Set<(event: Message) => void>();
  socket.addEventListener("message", ({ data }) => {
    const message: Message = JSON.parse(data);
    if (message.id) waiting.get(message.id)?.answer(message);
    else for (const listener of [...listeners]) listener(message);
    if (message.method !== "Target.detachedFromTarget") return;
    // A page that is left takes its unanswered commands along.
    for (const { sessionId, answer } of [...waiting.values()]) {
      if (sessionId === message.params.sessionId) answer({ error: { message: "page left" } });
    }
  });

  async function send(method: string, params: object = {}, sessionId?: string) {
    const id = ++last;
    const { error, result } = await new Promise<Message>((answer) => {
      waiting.set(id, { sessionId, answer });
      socket.send(JSON.stringify({ id, method, params, sessionId }));
      setTimeout(() => answer({ error: { message: "no answer" } }), patience).unref();
    });
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async function close() {
    const gone = ended(child);
    await send("Browser.close").catch(() => child.kill("SIGKILL"));
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  return { send, close, listen: (listener: (event: Message) => void) => listeners.add(listener) };
}
