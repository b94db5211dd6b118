import { setTimeout as sleep } from "node:timers/promises";
import { openBrowser } from "./browser.ts";

/** A cheap phone: a small screen, and a processor four times slower than this machine's. */
const screen = { width: 360, height: 780, deviceScaleFactor: 2, mobile: true };
const slowdown = 4;
/** How long anything may take, in ms, before it counts as broken. */
const patience = 30_000;

export type Phone = Awaited<ReturnType<typeof openPhone>>;

/** A browser of its own with one tab. Pages that are rendered ahead get the same slow processor. */
export async function openPhone() {
  const browser = await openBrowser();
  const pages: string[] = [];

  browser.listen(({ method, params }) => {
    if (method === "Target.detachedFromTarget") {
      const index = pages.indexOf(params.sessionId);
      if (index >= 0) pages.splice(index, 1);
    }
    if (method !== "Target.attachedToTarget") return;
    const { sessionId, targetInfo } = params;
    // Not awaited: a page that waits for its debugger answers some of these only once it runs.
    const tell = (method: string, params = {}) => {
      browser.send(method, params, sessionId).catch(() => undefined);
    };
    if (targetInfo.type === "tab") tell("Target.setAutoAttach", attach);
    if (targetInfo.type === "page") {
      pages.push(sessionId);
      tell("Emulation.setCPUThrottlingRate", { rate: slowdown });
      tell("Emulation.setDeviceMetricsOverride", screen);
      tell("Emulation.setTouchEmulationEnabled", { enabled: true });
    }
    tell("Runtime.runIfWaitingForDebugger");
  });
  const attach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
  const filter = [{ type: "tab" }, { type: "page", exclude: true }];
  await browser.send("Target.setAutoAttach", { ...attach, filter });

  const send = (method: string, params: object = {}) => browser.send(method, params, pages[0]);

  /** Asks every page of the tab, also one that took another's place, until one has an answer. */
  async function ask<T>(expression: string): Promise<T> {
    const end = Date.now() + patience;
    while (Date.now() < end) {
      for (const page of [...pages]) {
        const how = { expression, returnByValue: true, awaitPromise: true };
        const answer = await browser.send("Runtime.evaluate", how, page).catch(() => undefined);
        if (answer?.result.value) return answer.result.value;
      }
      await sleep(50);
    }
    throw new Error(`No page answered: ${expression.slice(0, 200)}`);
  }

  /** Opens an address and waits until it has loaded, with a moment for what comes after. */
  async function open(url: string): Promise<void> {
    await ask("true");
    await send("Page.navigate", { url });
    await ask(`location.href === ${JSON.stringify(url)} && document.readyState === "complete"`);
    await sleep(500);
  }

  return { send, ask, open, close: browser.close };
}
