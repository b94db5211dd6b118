/**
 * `npm run desk:demo`: the shop with its order desk, for trying out. Orders go into a file of its own,
 * mails to a page on this machine (MAIL_PORT, 8025), money nowhere.
 */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { mailSink, showMails } from "./mail-sink.ts";

const root = join(import.meta.dirname, "..");
const port = process.env.PORT || "3000";
const mailPort = Number(process.env.MAIL_PORT || "8025");
const password = process.env.DESK_PASSWORD || "mostrador-de-prueba";

const sink = await mailSink();
const pages = await showMails(sink.mails, mailPort).catch((error) => {
  console.error(`The mails can't be shown on port ${mailPort}, set MAIL_PORT: ${error.message}.`);
  process.exit(1);
});
/** A seller for those settings that are not set. */
const seller = {
  SITE_URL: `http://localhost:${port}`,
  SELLER_NAME: "Perfumes de Prueba, S. L.",
  SELLER_TAX_ID: "B12345674",
  SELLER_ADDRESS: "Calle de Prueba, 1, 28013 Madrid",
  SELLER_IBAN: "ES91 2100 0418 4502 0005 1332",
  DATABASE_URL: "data/demo.db",
  GUARANTEE_NOTICE: "desk/demo-notice.svg",
};
const set = Object.entries(process.env).filter(([, value]) => value);
const environment = {
  ...seller,
  ...Object.fromEntries(set),
  ORDER_DESK: "real",
  BUILD_FOLDER: "build-demo",
  PORT: port,
  SMTP_URL: sink.url,
  DESK_PASSWORD: password,
};

const built = spawnSync("npm", ["run", "build"], {
  cwd: root,
  env: environment,
  stdio: ["ignore", "ignore", "inherit"],
});
if (built.status !== 0) process.exit(built.status ?? 1);

const server = spawn(process.execPath, ["server/main.ts", "build-demo/client"], {
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
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => server.kill(signal));
