/**
 * `npm run desk:demo`: the shop with its order desk, to try it out. Orders are stored in a separate file,
 * emails are shown on a local page (MAIL_PORT, default 8025), and no money moves.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { exampleSettings } from "../../app/desk/shop/example-settings.ts";
import type { ServerBuild } from "../publish/live-pages.ts";
import { openDatabase } from "../storage/database.ts";
import { fill } from "./fill.ts";
import { mailSink, showMails } from "./mail-sink.ts";
import { demoShop, seller } from "./shop.ts";

const root = join(import.meta.dirname, "../..");
const port = process.env.PORT || "3000";
const mailPort = Number(process.env.MAIL_PORT || "8025");
const password = process.env.DESK_PASSWORD || exampleSettings.DESK_PASSWORD;

const sink = await mailSink();
const pages = await showMails(sink.mails, mailPort).catch((error) => {
  console.error(
    `No se pueden mostrar los correos en el puerto ${mailPort}, pon otro en MAIL_PORT: ${error.message}.`,
  );
  process.exit(1);
});
const set = Object.entries(process.env).filter(([, value]) => value);
const environment = {
  ...seller,
  SITE_URL: `http://localhost:${port}`,
  SELLER_IBAN: exampleSettings.SELLER_IBAN,
  DATABASE_URL: "data/demo.db",
  ...Object.fromEntries(set),
  ORDER_DESK: "real",
  DEMO: "yes",
  PORT: port,
  SMTP_URL: sink.url,
  DESK_PASSWORD: password,
};

let shop: string;
try {
  shop = demoShop(environment);
} catch {
  // The build has printed the reason.
  process.exit(1);
}
await openWithAMonth(environment.DATABASE_URL, shop);
const server = spawn(process.execPath, ["server/main.ts", shop], {
  cwd: root,
  env: environment,
  stdio: ["ignore", "inherit", "inherit"],
});
console.log(`Correos:   http://localhost:${mailPort}
Mostrador: http://localhost:${port}/mostrador (contraseña: ${password})`);

server.on("close", (code) => {
  pages.close();
  pages.closeAllConnections();
  void sink.close();
  process.exitCode = code ?? 0;
});
/** A new shop of the demo begins with a month of orders, so that its admin has something to do. */
async function openWithAMonth(url: string, shop: string): Promise<void> {
  if (url === ":memory:" || existsSync(url)) return;
  const { builtFacts, termsOf }: ServerBuild = await import(join(shop, "../server/index.js"));
  const db = await openDatabase(url, "create");
  await fill(db, { orders: 90, until: Date.now(), days: 30, terms: termsOf(builtFacts) });
  await db.updateTable("stock").set({ bottles: 48 }).execute();
  await db.destroy();
}

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => server.kill(signal));
