import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../testing/desk.ts";
import { copies, copy, restore } from "./commands.ts";
import { health } from "./probes.ts";
import { readAsShop, type System, thisSystem, writeAsShop } from "./system.ts";

vi.mock("./probes.ts", { spy: true });
vi.mocked(health).mockResolvedValue({ works: true });
vi.spyOn(console, "log").mockImplementation(() => {});

/** A server whose commands are only recorded. */
function server(BACKUP_FOLDER = "/copias") {
  const ran: string[] = [];
  const system: System = {
    ...thisSystem("/srv/aurelia"),
    read: () => `SITE_URL='https://brisa.es'\nBACKUP_FOLDER='${BACKUP_FOLDER}'\n`,
    run(...words) {
      ran.push(words.join(" "));
      return "0";
    },
    runShop(user, ...words) {
      ran.push(`${user}: ${words.join(" ")}`);
      return "";
    },
  };
  return { system, ran, copied: () => ran.filter((command) => command.startsWith("sh -c")) };
}

const own = "/var/lib/aurelia/restaurar.db";

test.each([
  ["/var/lib/aurelia/copia-2026-11-27.db", []],
  ["/copias/orders-2026-11-27.db", []],
  ["/root/copia.db", [`sh -c ${writeAsShop} /root/copia.db ${own}`]],
])("root opens no file in a folder of the shop's user to restore %s", async (file, commands) => {
  const { system, ran, copied } = server();
  await restore(system, file);
  expect(copied()).toEqual(commands);
  const readable = commands.length > 0 ? own : file;
  expect(ran).toContain(`aurelia: npm run -s orders -- restore ${readable}`);
});

test.each([
  ["/var/lib/aurelia/mia.db", /^\/var\/lib\/aurelia\/mia\.db$/, false],
  ["/copias/mia.db", /^\/copias\/mia\.db$/, false],
  ["/root/mia.db", /^\/var\/lib\/aurelia\/copia-[\d-]+\.db$/, true],
  [undefined, /^\/var\/lib\/aurelia\/copia-[\d-]+\.db$/, false],
])(
  "root opens no file in a folder of the shop's user to copy the orders to %s",
  (file, written, isCarried) => {
    const { system, ran, copied } = server();
    copy(system, file);
    const [, made = ""] = /^aurelia: npm run -s orders -- backup (.*)$/.exec(ran[0] ?? "") ?? [];
    expect(made).toMatch(written);
    expect(copied()).toEqual(
      isCarried ? [`sh -c set -C; umask 077; ${readAsShop} ${made} ${file}`] : [],
    );
  },
);

test("only names that the shop gives are listed as copies, the newest last", () => {
  const folder = temporaryFolder();
  const names = [
    "orders-2026-11-28.dump",
    "antes-2026-11-27-0304-abc1234.db",
    "orders-2026-11-27.db",
  ];
  for (const name of [...names, "orders-2026\u001b[2J.db", "orders-2026-11-29.db.part"])
    writeFileSync(join(folder, name), "");
  for (const [second, name] of names.entries()) utimesSync(join(folder, name), second, second);
  expect(copies(server(folder).system)).toEqual(names.map((name) => join(folder, name)));
});

test.runIf(process.getuid?.() === 0)(
  "a planted link leads to nothing that only root may read or write",
  () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const secret = join(folder, "secret");
    const data = join(folder, "data");
    const programs = join(folder, "programs");
    writeFileSync(secret, "of root's", { mode: 0o600 });
    mkdirSync(data);
    chownSync(data, 65534, 65534);
    // This machine has no user of the shop's.
    mkdirSync(programs);
    const runuser = `#!/bin/sh\nshift 2\nexec /usr/sbin/runuser -u nobody "$@"\n`;
    writeFileSync(join(programs, "runuser"), runuser, { mode: 0o755 });
    vi.stubEnv("PATH", `${programs}:${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { run } = thisSystem("/srv/aurelia");
    const sh = (command: string, from: string, to: string) => run("sh", "-c", command, from, to);

    const link = join(data, "copy.db");
    symlinkSync(secret, link);
    expect(() => sh(readAsShop, link, join(folder, "read"))).toThrow(/Permission denied/);
    expect(readFileSync(join(folder, "read"), "utf8")).toBe("");
    writeFileSync(join(folder, "copy"), "orders", { mode: 0o600 });
    expect(() => sh(writeAsShop, join(folder, "copy"), link)).toThrow(/Permission denied/);
    expect(readFileSync(secret, "utf8")).toBe("of root's");
    expect(existsSync(link)).toBe(true);

    const written = join(data, "other.db");
    sh(writeAsShop, join(folder, "copy"), written);
    expect([readFileSync(written, "utf8"), statSync(written).uid]).toEqual(["orders", 65534]);
    sh(`set -C; umask 077; ${readAsShop}`, written, join(folder, "back"));
    expect(readFileSync(join(folder, "back"), "utf8")).toBe("orders");
    expect([
      statSync(join(folder, "back")).uid,
      statSync(join(folder, "back")).mode & 0o777,
    ]).toEqual([0, 0o600]);
  },
);
