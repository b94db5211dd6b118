import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  counterSettings,
  type DeskSettings,
  readDeskSettings,
} from "../app/desk/shop/settings-schema.ts";
import { hour, minute } from "../app/desk/shop/time.ts";
import { toCents } from "../app/shop/product.ts";
import { settings as shopSettings } from "../app/shop/settings.ts";
import { type Desk, limits } from "./context.ts";
import { faultOfMailServer, mailer } from "./mail/mailer.ts";
import { reportUndelivered, sendDue } from "./mail/outbox.ts";
import { announceAccount } from "./orders/account.ts";
import { configured, liveSettings, watchSales } from "./orders/live-settings.ts";
import { settleRefunds, settleUnpaid } from "./orders/money.ts";
import { storeTerms } from "./orders/terms.ts";
import { reportWithdrawals } from "./orders/withdrawals.ts";
import { serviceOf } from "./service.ts";
import { nameOf, openDatabase } from "./storage/database.ts";
import { nightlyBackup } from "./upkeep/backup.ts";
import { cleaning } from "./upkeep/cleaning.ts";
import { health } from "./upkeep/health.ts";
import { journal } from "./upkeep/journal.ts";
import { canPublish, isShown, publishing } from "./upkeep/publishing.ts";

/** The build that the desk is opened for. */
interface Build {
  /** The folder of its site. */
  folder: string;
  settings: Record<string, string>;
  takesCards: boolean;
  /** Serves what has been published in the folder anew, and returns its settings. */
  reload: () => Promise<Record<string, string>>;
}

/**
 * Opens the desk for this build, or without one in development.
 * @throws with sentences for the owner if a setting is missing, malformed or differs from the
 * build's.
 */
export async function openDesk(build?: Build) {
  const { settings, faults } = readDeskSettings(process.env, "all");
  if (build) faults.push(...differences(build, { ...settings, ...shopSettings }));
  if (faults.length > 0) throw new Error(faults.join("\n"));

  // Don't create a missing database: its address may be mistyped, or its disk not mounted.
  const isTrial = process.env.DEMO === "yes" || settings.DATABASE_URL === ":memory:";
  const db = await openDatabase(settings.DATABASE_URL, isTrial ? "create" : "migrate");
  const card = await takeCards(settings);
  if (card?.isTest)
    console.log("La clave de Stripe es de pruebas: los pagos con tarjeta no son dinero de verdad.");
  const terms = await storeTerms(db, build ? readTerms(build.folder) : "", Date.now());
  const desk: Desk = {
    db,
    settings,
    iban: (await liveSettings({ db, settings })).SELLER_IBAN,
    price: toCents((build ? build.settings : shopSettings).PRODUCT_PRICE ?? ""),
    publication: build && canPublish(build.folder) ? { state: "current" } : undefined,
    terms,
    card,
    now: Date.now,
    limits,
  };
  await announceAccount(desk);
  const publish = build && desk.publication ? publisher(desk, build) : async () => {};
  // The owner may have changed a price since the shop was built.
  await publish();
  const sales = await watchSales(desk);
  const send = mailer(settings.SMTP_URL);
  // Several workers, so that one slow mail server does not delay the other emails.
  const mailers = Array.from({ length: 4 }, () => worker("Correos", () => sendDue(desk, send)));
  const events = worker("Registro", await journal(desk));
  const publications = worker("Publicación", publish);
  const wake = () => {
    publications.run();
    // The owner may have paused sales, or the last bottle is sold.
    void sales.look();
    for (const { run } of [...mailers, events]) run();
  };
  const routine = [
    worker("Cobros", () => settleUnpaid(desk, "pending")),
    worker("Limpieza", cleaning(desk, build ? builtAt(build) : 0)),
    worker("Correos", () => reportUndelivered(desk)),
    worker("Desistimientos", () => reportWithdrawals(desk)),
    ...backups(desk),
  ];
  const lateMoney = worker("Pagos tardíos", async () => {
    await settleUnpaid(desk, "expired");
    await settleRefunds(desk);
  });
  const timers = [
    setInterval(wake, 5_000),
    setInterval(sales.look, 1_000),
    setInterval(lateMoney.run, hour),
    setInterval(() => {
      for (const { run } of routine) run();
    }, minute),
  ];
  await logStart(desk);
  for (const { run } of [...mailers, ...routine]) run();

  return {
    service: serviceOf(desk, wake),
    getHealth: health(desk),
    sign: sales.sign,
    /** Returns true if a proxy forwards the client's address. */
    hasProxy: settings.TRUSTED_PROXY === "1",
    /** Finishes the work in progress and closes the database. A build ends with the process. */
    async close() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([...mailers, ...routine, events, lateMoney].map(({ idle }) => idle()));
      await db.destroy();
    },
  };
}

/** The log lines at start. */
async function logStart(desk: Desk): Promise<void> {
  const { db, settings } = desk;
  const { count } = await db
    .selectFrom("orders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  console.log(`Pedidos guardados: ${count}. Base de datos: ${nameOf(settings.DATABASE_URL)}.`);
  const live = await liveSettings(desk);
  for (const [name, value] of Object.entries(configured(desk))) {
    const now = live[name as keyof typeof live];
    if (name in counterSettings && now !== value) {
      console.log(`${name}: vale lo que se puso en el mostrador, «${now}», y no «${value}».`);
    }
  }
  // Don't wait for the mail server: the shop can start without it.
  void faultOfMailServer(settings.SMTP_URL).then((fault) => {
    if (fault) console.error(`${fault} Los correos esperan hasta que funcione.`);
  });
}

/** The nightly backup, if there is a folder for it. */
function backups(desk: Desk) {
  const { DATABASE_URL: url, BACKUP_FOLDER: folder } = desk.settings;
  if (url === ":memory:") return [];
  if (folder) return [worker("Copia de seguridad", nightlyBackup(desk, url, folder))];
  console.log("BACKUP_FOLDER no está puesto: la base de datos no se copia cada noche.");
  return [];
}

/** No event of the shop is older than its build. */
const builtAt = ({ folder }: Build) => statSync(folder).mtimeMs;

/** Reads the legal texts that publishing wrote beside the site. */
const readTerms = (folder: string) => readFileSync(join(folder, "../terms.txt"), "utf8");

/** Loads Stripe's package only if its key is set. */
async function takeCards(settings: DeskSettings) {
  if (!settings.STRIPE_SECRET_KEY) return undefined;
  const { stripePayment } = await import("./orders/stripe.ts");
  return stripePayment(settings.STRIPE_SECRET_KEY, settings.STRIPE_WEBHOOK_SECRET);
}

/** Publishes the shop anew, and takes over its price and its terms with its pages. */
function publisher(desk: Desk, build: Build) {
  let { settings } = build;
  return publishing(
    desk,
    build.folder,
    () => settings,
    async () => {
      const terms = await storeTerms(desk.db, readTerms(build.folder), desk.now());
      settings = await build.reload();
      Object.assign(desk, { terms, price: toCents(settings.PRODUCT_PRICE ?? "") });
    },
  );
}

const buildAgain = "vuelve a construirla con «npm run build»";

/** Pages use the build's settings, emails and orders those at run time: they must be equal. */
function differences({ folder, settings: built, takesCards }: Build, now: Record<string, string>) {
  if (takesCards !== Boolean(now.STRIPE_SECRET_KEY)) {
    const [set, built] = takesCards ? ["no está puesto", "con"] : ["está puesto", "sin"];
    return [`STRIPE_SECRET_KEY ${set}, pero la tienda se construyó ${built} él: ${buildAgain}.`];
  }
  return (
    Object.entries(built)
      .filter(([name, value]) => now[name] !== value)
      // The shop can publish these anew by itself.
      .filter(([name]) => !(isShown(name) && canPublish(folder)))
      .map(
        ([name, value]) =>
          `${name} es «${now[name]}», pero la tienda se construyó con «${value}»: ${buildAgain}.`,
      )
  );
}

/** Runs work one at a time. A call during a run starts one more run. */
function worker(name: string, work: () => Promise<unknown>) {
  let running: Promise<void> | undefined;
  let again = false;
  async function loop() {
    do {
      again = false;
      await work().catch((error) => console.error(`${name}: ${error.message}`));
    } while (again);
    running = undefined;
  }
  return {
    run() {
      if (running) again = true;
      else running = loop();
    },
    idle: async () => running,
  };
}
