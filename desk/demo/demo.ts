/**
 * `npm run demo`: the shop with its order desk, to try it out. Orders are stored in a separate file,
 * emails are shown on a local page (MAIL_PORT, default 8025), and no money moves.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { makeLink } from "../orders/email-links.ts";
import { renderingOf } from "../server/rendering.ts";
import type { ServerBuild } from "../server/server-build.ts";
import { exampleSettings } from "../shop/example-settings.ts";
import { openDatabase } from "../storage/database.ts";
import { demoShop, seller } from "./demo-shop.ts";
import { fill } from "./fill.ts";
import { mailSink, showMails } from "./mail-sink.ts";

const port = process.env.PORT || "3000";
const mailPort = Number(process.env.MAIL_PORT || "8025");
/** How many orders a new shop begins with. */
const initialOrders = Number(process.env.DEMO_ORDERS ?? "90");

const sink = await mailSink();
const pages = await showMails(sink.mails, mailPort).catch((error) => {
  console.error(
    `No se pueden mostrar los correos en el puerto ${mailPort}, pon otro en MAIL_PORT: ${error.message}.`,
  );
  process.exit(1);
});
const nonEmpty = Object.entries(process.env).filter(([, value]) => value);
const environment = {
  ...seller,
  SITE_URL: `http://localhost:${port}`,
  SELLER_IBAN: exampleSettings.SELLER_IBAN,
  DATABASE_URL: "data/demo.db",
  ...Object.fromEntries(nonEmpty),
  DEMO: "yes",
  PORT: port,
  SMTP_URL: sink.url,
};

let shop: string;
try {
  shop = demoShop(environment);
} catch {
  // The build has printed the reason.
  process.exit(1);
}
await openWithAMonth(environment.DATABASE_URL, shop);
/** Facts that the owner may change, so they are not part of the build, which the tests share. */
const notes = {
  PRODUCT_NOTES_TOP: "bergamota, neroli",
  PRODUCT_NOTES_HEART: "jazmín, rosa",
  PRODUCT_NOTES_BASE: "cedro, ámbar",
};
const server = spawn(process.execPath, [join(shop, "../server/main.js")], {
  cwd: join(import.meta.dirname, ".."),
  env: { ...notes, ...environment },
  stdio: ["ignore", "inherit", "inherit"],
});
console.log(`Correos:   http://localhost:${mailPort}
Mostrador: ${await linkToAdmin(environment.DATABASE_URL)}`);

server.on("close", (code) => {
  pages.close();
  pages.closeAllConnections();
  void sink.close();
  process.exitCode = code ?? 0;
});

/** A link that signs in, as long as the database is a file. */
async function linkToAdmin(url: string): Promise<string> {
  const address = `http://localhost:${port}/mostrador`;
  if (url === ":memory:") return `${address} (te llega un enlace a los correos)`;
  const db = await openDatabase(url);
  const secret = await makeLink({ db, now: Date.now });
  await db.destroy();
  return `${address}/entrar/${secret}`;
}

/** A new shop of the demo begins with a month of orders, so that its admin has something to do. */
async function openWithAMonth(url: string, shop: string): Promise<void> {
  if (url === ":memory:" || initialOrders === 0) return;
  const { builtFacts }: ServerBuild = await import(join(shop, "../server/index.js"));
  const rendering = renderingOf(join(shop, "../server/render-thread.js"), shop);
  await using db = await openDatabase(url, "create");
  // Change nothing in a database with orders: it may be a real shop's.
  if (await db.selectFrom("orders").select("id").limit(1).executeTakeFirst()) return;
  const terms = await rendering.terms(builtFacts);
  await fill(db, { orders: initialOrders, until: Date.now(), days: 30, terms });
  await db.updateTable("stock").set({ bottles: 48 }).execute();
}

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => server.kill(signal));
