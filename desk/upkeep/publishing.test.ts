import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { readSite } from "../../server/site.ts";
import { listening, startServer } from "../../server/testing/server-process.ts";
import { openDatabase } from "../storage/database.ts";
import { attempt, settings, temporaryFolder } from "../testing/desk.ts";
import { ownersKey } from "../testing/shop.ts";
import { canPublish } from "./publishing.ts";

const root = join(import.meta.dirname, "../..");
const built = dirname(inject("shop"));
/** A build takes some seconds, and many on a busy machine. */
const aBuild = { timeout: 120_000 };

/** A copy of the test shop that may be replaced. A shop publishes itself only within the project. */
function copyOfBuild() {
  const folder = join(root, "build-test-publishing");
  const copy = () => cpSync(built, folder, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  copy();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { site: join(folder, "client"), copy };
}

/** The machine's processes. */
function processes() {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
  return lines
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, state = "", ...args]) => ({ pid, parent, state, command: args.join(" ") }));
}

/** An ended process stays in the table as a zombie until its parent, or init, asks for it. */
const isRunning = (pid: string | undefined) =>
  processes().some((process) => process.pid === pid && !process.state.startsWith("Z"));

test("a shop publishes itself with the owner's settings, and serves on until it has", {
  timeout: 480_000,
}, async () => {
  const { site, copy } = copyOfBuild();
  const data = temporaryFolder();
  const notice = join(data, "notice.svg");
  writeFileSync(notice, "<svg/>");
  const database = join(data, "orders.db");
  await (await openDatabase(database)).destroy();
  const environment = {
    ...settings,
    ORDER_DESK: "real",
    SITE_URL: "https://aurelia.example",
    GUARANTEE_NOTICE: notice,
    DATABASE_URL: database,
    BACKUP_FOLDER: data,
  };
  const published = join(dirname(site), "site.json");
  // This notice lies elsewhere than that of the copied build.
  const adopt = () => {
    const { desk, ...rest } = JSON.parse(readFileSync(published, "utf8"));
    writeFileSync(
      published,
      JSON.stringify({
        ...rest,
        desk: { ...desk, settings: { ...desk.settings, GUARANTEE_NOTICE: notice } },
      }),
    );
  };
  adopt();
  let server = startServer(site, environment);
  let port = await listening(server);
  const get = async (path: string, headers = {}) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text();
  const home = () => get("/");
  const counter = () => get("/mostrador/ajustes", ownersKey);
  const change = (fields: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/mostrador/ajustes`, {
      method: "POST",
      headers: ownersKey,
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
  const order = (total: number) =>
    fetch(`http://127.0.0.1:${port}/pedidos`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...attempt({ email: `${total}@correo.example` }), total }),
    });

  await change({ ajuste: "precio", valor: "95", antes: "89,99" });
  expect(await counter()).toContain("La tienda se está publicando con los cambios");
  expect(await home()).toContain("89,99");
  expect((await order(8999)).status).toBe(201);
  await expect.poll(home, aBuild).toContain("95,00");
  expect(await counter()).not.toContain("La tienda se está publicando");
  expect(await get("/checkout")).toContain("95,00");
  expect((await order(9500)).status).toBe(201);
  expect(await (await order(8999)).json()).toEqual({ total: 9500 });
  expect(await get("/terminos-de-servicio")).toContain("95,00");

  // A build that fails leaves the shop as it is.
  renameSync(notice, `${notice}.away`);
  await change({ ajuste: "aviso", valor: "Pide antes del día 18.", antes: "" });
  await expect.poll(counter, aBuild).toContain("No se ha podido publicar la tienda");
  expect(await counter()).toContain("GUARANTEE_NOTICE");
  expect(await home()).not.toContain("Pide antes");
  renameSync(`${notice}.away`, notice);
  await change({ paso: "publicar" });
  await expect.poll(home, aBuild).toContain("Pide antes del día 18.");

  // After an update, with the settings file's price in its build, the shop starts with the owner's.
  // A server that stops ends its build.
  await change({ ajuste: "precio", valor: "96", antes: "95,00" });
  const build = () =>
    processes().find(
      ({ parent, command }) => parent === `${server.pid}` && command.includes("react-router"),
    )?.pid;
  const running = await vi.waitFor(() => build() ?? Promise.reject(), aBuild);
  server.kill("SIGTERM");
  await once(server, "exit");
  await expect.poll(() => isRunning(running), { timeout: 1_000 }).toBe(false);
  copy();
  adopt();
  server = startServer(site, environment);
  let said = "";
  server.stdout?.on("data", (piece) => {
    said += piece;
  });
  port = await listening(server);
  expect(said).toContain(
    "PRODUCT_PRICE: vale lo que se puso en el mostrador, «96,00», y no «89,99».",
  );
  const text = await home();
  expect(text).toContain("96,00");
  expect(text).toContain("Pide antes del día 18.");
  expect(readSite(site).desk?.settings.PRODUCT_PRICE).toBe("96,00");
});

test("a build outside the project, as in an image, can't be published", () => {
  expect(canPublish(join(built, "client"))).toBe(true);
  expect(canPublish(join(temporaryFolder(), "build/client"))).toBe(false);
});
