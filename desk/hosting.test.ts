/** Tests docs/hosting and the Dockerfile for a shop that sells. */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { parseEnv } from "node:util";
import { expect, inject, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { readDeskSettings } from "../app/desk/shop/settings-schema.ts";
import { shopSettings } from "../app/shop/settings-schema.ts";
import { listening } from "../server/testing/server-process.ts";
import desk from "./package.json" with { type: "json" };
import { settings, temporaryFolder } from "./testing/desk.ts";

const root = join(import.meta.dirname, "..");
const example = join(root, "docs/hosting/aurelia.env");

test("the example file has every setting, and the shell and Node read the same values", () => {
  const lines = readFileSync(example, "utf8");
  const named = Array.from(lines.matchAll(/^#?([A-Z_]+)='/gm), ([, name]) => name);
  const known = { ...shopSettings, ...readDeskSettings({}, "all").settings };
  expect(named).toEqual(expect.arrayContaining(["ORDER_DESK", ...Object.keys(known)]));
  const read = execFileSync("sh", ["-c", 'set -a; . "$0"; exec env', example], {
    encoding: "utf8",
    env: { PATH: process.env.PATH },
  });
  const values = Object.entries(parseEnv(lines)).map(([name, value]) => `${name}=${value}`);
  expect(read.split("\n")).toEqual(expect.arrayContaining(values));
});

const analyze = "/usr/bin/systemd-analyze";

test.runIf(existsSync(analyze))("the service is exposed to less than systemd's 2 of 10", () => {
  const unit = join(root, "docs/hosting/aurelia.service");
  execFileSync(analyze, ["security", "--offline=yes", "--threshold=19", unit]);
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

/** The image's files, without its packages, and its start command. */
function image() {
  const folder = temporaryFolder();
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
  for (const [, from = "", to = ""] of dockerfile.matchAll(
    /COPY --from=build \/shop\/(\S+) (\S+)/g,
  )) {
    const source = from === "build" ? dirname(inject("shop")) : join(root, from);
    if (from !== "node_modules") cpSync(source, join(folder, to), { recursive: true });
  }
  const [, command = ""] = /\nCMD (.*)/.exec(dockerfile) ?? [];
  const [, ...options] = JSON.parse(command);
  const start = () => {
    const server = spawn(process.execPath, options, {
      cwd: folder,
      env: {
        ...settings,
        ORDER_DESK: "real",
        DATABASE_URL: ":memory:",
        PORT: "0",
        PRODUCT_PRICE: "95,50",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void server.kill("SIGKILL"));
    return server;
  };
  return { folder, start };
}

test("the files of the image are enough to sell, and missing packages are reported", async () => {
  const { folder, start } = image();
  const link = (packages: string[]) => {
    for (const name of packages)
      symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  };
  const ofDesk = Object.keys(desk.dependencies);
  mkdirSync(join(folder, "node_modules"));
  link(readdirSync(join(root, "node_modules")).filter((name) => !ofDesk.includes(name)));
  expect(await text(start().stderr)).toMatch(
    /^Una tienda que vende necesita su repositorio entero, .* ejecuta «npm ci --omit=dev» en él\. Cannot find package/,
  );
  link(ofDesk);
  const port = await listening(start());
  expect((await fetch(`http://127.0.0.1:${port}/mostrador`)).status).toBe(401);
  const home = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
  await expect.poll(home, { timeout: 60_000 }).toContain("95,50\u00a0€ · IVA incluido");
});
