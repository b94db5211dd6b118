import { type DeskSettings, readDeskSettings } from "../app/desk/shop/settings-schema.ts";
import { type ShownFacts, show } from "../app/desk/shop/shown-facts.ts";
import { hour, minute } from "../app/desk/shop/time.ts";
import { shopSettings as shopSchema, validateSettings } from "../app/shop/settings-schema.ts";
import { type Desk, limits } from "./context.ts";
import { configuredFacts, readFactValues, readShownFacts } from "./facts.ts";
import { nightlyBackup } from "./jobs/backup.ts";
import { cleanUp } from "./jobs/clean-up.ts";
import { health } from "./jobs/health.ts";
import { mailer, mailServerError } from "./mail/mailer.ts";
import { reportUndelivered, sendDue } from "./mail/outbox.ts";
import { endPages, reconcilePages } from "./orders/payment-page.ts";
import { reconcileRefunds } from "./orders/refunds.ts";
import { storeTerms } from "./orders/terms.ts";
import { isPasswordOverridden } from "./password.ts";
import { nameOf, openDatabase } from "./storage/database.ts";

/** What the desk needs of the pages. */
interface Pages {
  /** The settings that they were built with; undefined in development. */
  settings?: Record<string, string>;
  takesCards?: boolean;
  /** The text of the terms with these facts. */
  termsOf: (facts: ShownFacts) => string;
  /** Shows these facts from now on. Called again and again. */
  show: (facts: ShownFacts) => Promise<void>;
}

/**
 * Opens the desk: its database, workers and timers.
 * @throws with sentences for the owner if a setting is missing, malformed or differs from the
 * build's.
 */
export async function openDesk(pages: Pages) {
  const { settings, errors } = readDeskSettings(process.env, "all");
  const { settings: shopSettings, errors: shopErrors } = validateSettings(shopSchema, process.env);
  errors.push(...shopErrors, ...differences(pages, { ...settings, ...shopSettings }));
  if (errors.length > 0) throw new Error(errors.join("\n"));

  // Don't create a missing database: its address may be mistyped, or its disk not mounted.
  const isTrial = process.env.DEMO === "yes" || settings.DATABASE_URL === ":memory:";
  const db = await openDatabase(settings.DATABASE_URL, isTrial ? "create" : "migrate");
  const card = await takeCards(settings);
  const desk: Desk = { db, settings, card, now: Date.now, limits, wake };
  const facts = await readShownFacts(desk);
  // Emails are rendered here, and pages with their own copy of the facts.
  show(facts);
  await storeTerms(db, pages.termsOf(facts), desk.now());

  // Several workers, so that one slow mail server does not delay the other emails.
  const send = mailer(settings.SMTP_URL);
  const mailers = Array.from({ length: 4 }, () => worker("Correos", () => sendDue(desk, send)));
  const shown = worker("Páginas", async () => {
    const facts = await readShownFacts(desk);
    show(facts);
    await pages.show(facts);
  });
  const endedPages = worker("Páginas de pago", () => endPages(desk));
  const everyMinute = [
    worker("Cobros", () => reconcilePages(desk, desk.now() - hour)),
    worker("Limpieza", () => cleanUp(desk)),
    worker("Correos", () => reportUndelivered(desk)),
    ...backups(desk),
  ];
  const everyHour = [
    worker("Cobros", () => reconcilePages(desk)),
    worker("Reembolsos", () => reconcileRefunds(desk)),
  ];
  function wake() {
    for (const { run } of [...mailers, shown, endedPages]) run();
  }
  const timers = [
    setInterval(shown.run, 1_000),
    setInterval(wake, 5_000),
    setInterval(() => {
      for (const { run } of everyMinute) run();
    }, minute),
    setInterval(() => {
      for (const { run } of everyHour) run();
    }, hour),
  ];
  await logStart(desk);
  for (const { run } of [...mailers, shown, ...everyMinute]) run();

  return {
    desk,
    getHealth: health(desk),
    /** Finishes the work in progress and closes the database. */
    async close() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(
        [...mailers, shown, endedPages, ...everyMinute, ...everyHour].map(({ idle }) => idle()),
      );
      await db.destroy();
    },
  };
}

/** The log lines at start. */
async function logStart(desk: Desk): Promise<void> {
  const { db, settings, card } = desk;
  const { count } = await db
    .selectFrom("orders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  console.log(`Pedidos guardados: ${count}. Base de datos: ${nameOf(settings.DATABASE_URL)}.`);
  const { paused: _, claims: __, ...configured } = configuredFacts(settings);
  const values = await readFactValues(db, settings);
  for (const name of Object.keys(configured) as (keyof typeof configured)[]) {
    if (values[name] !== configured[name]) {
      console.log(
        `${name}: vale lo que se puso en el mostrador, «${values[name]}», y no «${configured[name]}».`,
      );
    }
  }
  if (settings.SHIPS_TO !== "ES") {
    console.log(
      `SHIPS_TO es «${settings.SHIPS_TO}», pero la página del pedido solo admite teléfonos españoles: el pedido de quien tenga otro lo anotas tú, en «Anotar un pedido».`,
    );
  }
  if (await isPasswordOverridden(db)) {
    console.log("DESK_PASSWORD: vale la contraseña que se puso en el mostrador.");
  }
  if (card?.isTest) {
    console.log("La clave de Stripe es de pruebas: los pagos con tarjeta no son dinero de verdad.");
  }
  // Don't wait for the mail server: the shop can start without it.
  void mailServerError(settings.SMTP_URL).then((error) => {
    if (error) console.error(`${error} Los correos esperan hasta que funcione.`);
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

/** Loads Stripe's package only if its key is set. */
async function takeCards({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: DeskSettings) {
  if (!STRIPE_SECRET_KEY) return undefined;
  const { stripePayment } = await import("./orders/stripe.ts");
  return stripePayment(STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET);
}

const buildAgain =
  "vuelve a publicarla con «npm run build» (en un servidor instalado como dice la guía, «/srv/aurelia/setup/server»)";

const factsOfPages = ["PRODUCT_PRICE", "SHOP_EMAIL", "SHOP_PHONE", "SHOP_NOTICE"];

/** Pages use the build's settings, emails and orders those at run time: they must be equal. */
function differences({ settings: built, takesCards }: Pages, now: Record<string, string>) {
  if (!built) return [];
  if (takesCards !== Boolean(now.STRIPE_SECRET_KEY)) {
    const [set, built] = takesCards ? ["no está puesto", "con"] : ["está puesto", "sin"];
    return [`STRIPE_SECRET_KEY ${set}, pero la tienda se publicó ${built} él: ${buildAgain}.`];
  }
  return (
    Object.entries(built)
      // Pages show the newest facts, whatever they were built with.
      .filter(([name]) => !factsOfPages.includes(name))
      .filter(([name, value]) => now[name] !== value)
      .map(
        ([name, value]) =>
          `${name} es «${now[name]}», pero la tienda se publicó con «${value}»: ${buildAgain}.`,
      )
  );
}

/** Runs work one at a time. A call during a run starts one more run. A repeated failure is logged once. */
function worker(name: string, work: () => Promise<unknown>) {
  let running: Promise<void> | undefined;
  let again = false;
  let logged: string | undefined;
  async function loop() {
    do {
      again = false;
      try {
        await work();
        logged = undefined;
      } catch (error) {
        const { message } = error as Error;
        if (message !== logged) console.error(`${name}: ${message}`);
        logged = message;
      }
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
