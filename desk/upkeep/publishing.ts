import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import type { Desk } from "../context.ts";
import { liveSettings } from "../orders/live-settings.ts";

/** The settings that pages show, and that the shop is published anew for. */
const shown = ["PRODUCT_PRICE", "SHOP_NOTICE"] as const;

export const isShown = (name: string) => shown.some((one) => one === name);

type Settings = Record<string, string>;

const root = resolve(import.meta.dirname, "../..");
/** How long, in ms, each step of a build may take. They take some seconds. */
const timeout = 5 * 60_000;
/** A build that is rendering its pages answers SIGTERM only when it next waits. */
const killSignal = "SIGKILL";

/** Returns true if the shop can be built here, in place of this site. An image has no build tools. */
export function canPublish(site: string): boolean {
  const inProject = relative(root, resolve(site, "..")) === basename(resolve(site, ".."));
  if (!inProject || !existsSync(join(root, "node_modules/@react-router/dev"))) return false;
  try {
    // A system that is mounted read-only is not writable for anybody.
    accessSync(root, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Publishes the shop anew when its pages should show other settings. The build is made beside the
 * files that are served, and replaces them if it succeeds.
 * @param site the folder of the published site
 * @param shownNow the settings that the served pages show
 * @param onPublished serves the new files
 */
export function publishing(
  desk: Desk,
  site: string,
  shownNow: () => Settings,
  onPublished: () => Promise<void>,
): () => Promise<void> {
  /** The settings that could not be published. They are tried again when they change. */
  let failed = "";
  return async () => {
    const now = shownNow();
    const { PRODUCT_PRICE, SHOP_NOTICE } = await liveSettings(desk);
    const wanted = { PRODUCT_PRICE, SHOP_NOTICE };
    const names = shown.filter((name) => wanted[name] !== now[name]);
    if (names.length === 0) {
      desk.publication = { state: "current" };
      return;
    }
    if (desk.publication?.state === "failed" && failed === JSON.stringify(wanted)) return;
    desk.publication = { state: "publishing" };
    try {
      await build(wanted, basename(resolve(site, "..")));
      await onPublished();
      desk.publication = { state: "current" };
      console.log(`La tienda se ha publicado de nuevo: ${names.join(", ")}.`);
    } catch (error) {
      failed = JSON.stringify(wanted);
      const reason = reasonOf(error as Error);
      desk.publication = { state: "failed", reason };
      console.error(`La tienda no se ha podido publicar y sigue como estaba: ${reason}`);
    }
  };
}

/** Publishes settings once more that could not be published. */
export async function publishAgain(desk: Desk): Promise<void> {
  if (desk.publication?.state === "failed") desk.publication = { state: "publishing" };
}

/**
 * Runs the steps of the build without a shell, so that each can be ended: a build that outlives its
 * server would meet that of the next one in the same folder.
 * @throws with the build's output
 */
async function build(wanted: Settings, folder: string) {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const step of scripts.build.split(" && ")) {
    const [program, ...args] = step.split(" ");
    const running = promisify(execFile)(program, args, {
      cwd: root,
      env: {
        ...process.env,
        ...wanted,
        BUILD_FOLDER: folder,
        PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
      },
      timeout,
      killSignal,
    });
    const end = () => running.child.kill(killSignal);
    process.once("exit", end);
    await running.finally(() => process.off("exit", end));
  }
}

/** The last lines of the build's output, short enough for a page. */
function reasonOf(error: Error & { stderr?: string }): string {
  const lines = (error.stderr || error.message).trim().split("\n");
  return lines.slice(-3).join(" ").slice(0, 400);
}
