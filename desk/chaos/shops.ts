/** The shops of chaos.ts: processes that are started, killed, stopped and given a wrong time. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { cutOff } from "./constants.ts";
import type { ShopOptions, Started, Stopping } from "./worker.ts";

export interface Shop {
  /** Its position among all shops that were started. */
  number: number;
  port: number;
  process: ChildProcess;
  ended: Promise<unknown>;
  endedAt?: number;
  /** When it was killed in the middle of its work, in real ms. Unset for a shop that was stopped. */
  killedAt?: number;
  /** When it told its mailers to stop, in real ms. */
  stoppedAt?: number;
}

export type Shops = Awaited<ReturnType<typeof openShops>>;

/**
 * @param mailbox opens a mail server's port for a shop
 * @param log receives the shops' output
 */
export async function openShops(
  count: number,
  options: Omit<ShopOptions, "smtp">,
  mailbox: (shop: number) => Promise<string>,
  log: Writable,
  violations: string[],
) {
  /** All shops that were started, by number. */
  const history: Shop[] = [];
  /** Those that run now. */
  const all: Shop[] = await Promise.all(Array.from({ length: count }, () => start()));

  /** Those that accept requests. */
  const running = new Set(all);

  /** @param left the retries that are left: a shop that starts without a database exits, and systemd restarts it */
  async function start(left = 5): Promise<Shop> {
    const number = history.length;
    const shop = { number } as Shop;
    history.push(shop);
    const smtp = await mailbox(number);
    const worker = join(import.meta.dirname, "worker.ts");
    const child = spawn(process.execPath, [worker, JSON.stringify({ ...options, smtp })], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false });
    const ended = once(child, "exit").then(([code, signal]) => {
      shop.endedAt = Date.now();
      if (code === cutOff) shop.killedAt = shop.endedAt;
      else if (shop.port && signal !== "SIGKILL" && code !== 0)
        violations.push(`A shop ended by itself, with ${code}.`);
    });
    child.on("message", (message: Started | Stopping) => {
      if (message === "stopping") shop.stoppedAt = Date.now();
    });
    const message = await Promise.race([once(child, "message"), ended]);
    if (!message && left > 0) return start(left - 1);
    if (!message) throw new Error("A shop did not start.");
    const { port, synchronous } = message[0] as Started;
    // SQLite's «full» is 2: each commit waits until it is on the disk.
    if (synchronous !== undefined && synchronous < 2)
      violations.push(
        `A shop opened SQLite with synchronous=${synchronous}: a power cut loses orders.`,
      );
    return Object.assign(shop, { port, process: child, ended });
  }

  /** Ends one of the running shops, and starts another instead. */
  async function restart(index: number, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const shop = all[index] as Shop;
    running.delete(shop);
    if (signal === "SIGKILL") shop.killedAt = Date.now();
    shop.process.kill(signal);
    await shop.ended;
    all[index] = await start();
    running.add(all[index]);
  }

  return {
    all,
    running,
    history,
    kill: (index: number) => restart(index, "SIGKILL"),
    /** Stops a shop, which first finishes its requests and emails. */
    stop: (index: number) => restart(index, "SIGTERM"),
    /** Sets a shop's clock ahead by this many ms for a moment, or back by a negative number. */
    async confuse({ process }: Shop, ahead: number) {
      process.send({ ahead }, () => {});
      await pause(100);
      process.send({ ahead: 0 }, () => {});
    },
    /**
     * Lets this time pass at once, in ms, for one shop. The others end first: one whose clock is still behind would send
     * again what is being sent.
     */
    async skip(time: number) {
      const others = all.splice(1);
      for (const shop of others) {
        running.delete(shop);
        shop.process.kill("SIGKILL");
      }
      await Promise.all(others.map(({ ended }) => ended));
      all[0]?.process.send({ ahead: time });
    },
    async end() {
      for (const { process } of all) process.kill("SIGKILL");
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
}
