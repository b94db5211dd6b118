/**
 * Serves the published build with nginx, in the foreground: `node e2e/setup/nginx.ts 8080 [build]`.
 * Uses the configuration in docs/hosting/ with this port and build.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findNginx } from "../../setup/programs.ts";

const [port = "8080", build = "build"] = process.argv.slice(2);
const published = resolve(build);
const prefix = mkdtempSync(join(tmpdir(), "aurelia-nginx-"));
const conf = join(prefix, "nginx.conf");

const documented = new URL("../../docs/hosting/nginx.conf", import.meta.url);
writeFileSync(
  conf,
  readFileSync(documented, "utf8")
    .replaceAll("8080", port)
    .replace("../../build/nginx-headers.conf", join(published, "nginx-headers.conf"))
    .replace("root client;", `root ${join(published, "client")};`),
);

// A single process runs as this user, so it can read the build, and it ends with its parent.
const nginx = spawn(
  findNginx() ?? "nginx",
  ["-p", prefix, "-c", conf, "-e", "stderr", "-g", "daemon off; master_process off;"],
  { stdio: "inherit" },
);

nginx.on("error", (error) => {
  console.error(`nginx can't be started: ${error.message}.`);
  process.exitCode = 1;
});
nginx.on("close", () => rmSync(prefix, { recursive: true, force: true }));
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => nginx.kill(signal));
}
