import { beforeEach, expect, test, vi } from "vitest";
import { update } from "./commands.ts";
import { health } from "./probes.ts";
import { type System, thisSystem } from "./system.ts";

/** What the update does to folders and files, which are those of a real server. */
const disk = vi.hoisted(() => ({
  files: ["orders.db", "antes-2026-11-01-0304-0000000.db"],
  moves: [] as string[],
  deleted: [] as string[],
}));
vi.mock("node:fs", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs")>()),
  readdirSync: () => disk.files,
  renameSync: (from: string, to: string) => disk.moves.push(`${from} → ${to}`),
  rmSync: (path: string) => disk.deleted.push(path),
}));
vi.mock("./probes.ts", { spy: true });
vi.spyOn(console, "log").mockImplementation(() => {});

const old = "/var/lib/aurelia/antes-2026-11-01-0304-0000000.db";
const exchange = ["/srv/aurelia → /srv/aurelia.old", "/srv/aurelia.new → /srv/aurelia"];
const exchangeBack = ["/srv/aurelia → /srv/aurelia.new", "/srv/aurelia.old → /srv/aurelia"];

beforeEach(() => {
  disk.files.length = 2;
  disk.moves = [];
  disk.deleted = [];
});

/** A server with a new version, which works or does not after each start. */
function server(...works: boolean[]) {
  for (const answer of works) vi.mocked(health).mockResolvedValueOnce({ works: answer });
  const orders: string[] = [];
  const system: System = {
    ...thisSystem("/srv/aurelia"),
    read: () => "SITE_URL='https://brisa.es'\n",
    run: (...words) => (words.at(-1) === "HEAD" ? "1111111a" : "0"),
    runShop(_, ...words) {
      const [command = "", file = ""] = words.slice(-2);
      orders.push(`${command} ${file}`);
      if (command === "backup") disk.files.push(file.replace(/.*\//, ""));
      return "";
    },
  };
  return { system, orders };
}

test("a good update keeps the copy that it has made, and deletes the earlier ones", async () => {
  const { system, orders } = server(true);
  await update(system, () => true);
  expect(disk.moves).toEqual(exchange);
  const [, copy = ""] = /^backup (.*-1111111\.db)$/.exec(orders[0] ?? "") ?? [];
  expect(orders).toEqual([`backup ${copy}`]);
  // The copy's path is cleared before the copy is made.
  expect(disk.deleted).toEqual([copy, "/srv/aurelia.old", old]);
});

test("an update that does not start goes back to the version before, and deletes no copy", async () => {
  const { system, orders } = server(false, true);
  await expect(update(system, () => true)).rejects.toThrow(/ha vuelto a la de antes/);
  expect(disk.moves).toEqual([...exchange, ...exchangeBack]);
  expect(orders).toHaveLength(1);
  expect(disk.deleted).not.toContain(old);
});

test("restores the copy if the version before does not start with the new tables", async () => {
  const { system, orders } = server(false, false, true, true);
  await expect(update(system, () => true)).rejects.toThrow(/ha vuelto a la de antes/);
  expect(orders[1]).toBe(orders[0]?.replace("backup", "restore"));
});

test("a version that can't be prepared changes nothing", async () => {
  const { system, orders } = server();
  const prepare = (_: string, word: string) => word !== "preparar";
  await expect(update(system, prepare)).rejects.toThrow(/La tienda sigue con la de antes/);
  expect([disk.moves, orders]).toEqual([[], []]);
});
