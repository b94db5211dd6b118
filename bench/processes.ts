import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

const running = new Set<ChildProcess>();

/** Starts a program that ends with us, whatever ends us. */
export function start(command: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(command, args, options);
  running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

/** Runs a program to its end and returns what it printed. */
export async function run(
  command: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<string> {
  const child = start(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  const printed: Buffer[] = [];
  const complaints: Buffer[] = [];
  child.stdout?.on("data", (bytes: Buffer) => printed.push(bytes));
  child.stderr?.on("data", (bytes: Buffer) => complaints.push(bytes));
  const code = await ended(child);
  if (code === 0) return Buffer.concat(printed).toString();
  const reason = Buffer.concat(complaints).toString().trim().slice(-2_000);
  throw new Error(`${[command, ...args].join(" ").slice(0, 200)} failed (${code}). ${reason}`);
}

export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
}

/** Resolves with the first match in what a program prints, which it must keep running for. */
export function says(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (bytes: Buffer) => {
      text += bytes;
      const [match] = pattern.exec(text) ?? [];
      if (match) resolve(match);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("close", () => reject(new Error(`${child.spawnfile} ended: ${text.trim()}`)));
  });
}

/** SIGINT, because Lighthouse then closes the browser that it opened. */
function endAll(): void {
  for (const child of running) child.kill("SIGINT");
}

process.once("exit", endAll);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => process.exit(1));
}
