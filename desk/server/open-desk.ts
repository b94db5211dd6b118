import { shopSettings as shopSchema, validateSettings } from "../../app/shop/settings-schema.ts";
import { health } from "../jobs/health.ts";
import { jobRunner } from "../jobs/job-runner.ts";
import { mailer, mailServerError } from "../mail/mailer.ts";
import { closeWhatIsOver } from "../orders/orders.ts";
import { readShownFacts } from "../orders/read-shown-facts.ts";
import {
  type FactName,
  type FactValues,
  firstValues,
  readFacts,
  readFactValues,
  storeMissingFacts,
} from "../orders/stored-facts.ts";
import { storeTerms } from "../orders/terms.ts";
import { type DeskSettings, readDeskSettings } from "../shop/settings-schema.ts";
import type { ShownFacts } from "../shop/shown-facts.ts";
import { nameOf, openDatabase, writeAtStart } from "../storage/database.ts";
import { type Desk, limits, unlimitedNetworks } from "../storage/desk.ts";
import { timedJobs, wokenJobs } from "./jobs.ts";
import { checkNode } from "./node-version.ts";

/** What the desk needs of the pages. */
interface Pages {
  /** The settings that they were built with; undefined in development. */
  settings?: Record<string, string>;
  takesCards?: boolean;
  build: Desk["build"];
  renderTerms: Desk["renderTerms"];
  /** Shows these facts from now on. Called every 500 ms, changed or not. */
  show: (facts: ShownFacts) => Promise<void>;
  /** The path of the owner's commands (cli.ts), which make the nightly backup; undefined in development. */
  ordersCommand?: string;
  /** What is wrong with the visitors' addresses, for `/healthz`. */
  problem?: () => string | undefined;
}

/**
 * Opens the desk: its database, workers and timers.
 * @throws with sentences for the owner if a setting is missing, malformed or differs from the
 * build's.
 */
export async function openDesk(pages: Pages) {
  checkNode();
  const { settings, errors } = readDeskSettings(process.env, "all");
  const { settings: shopSettings, errors: shopErrors } = validateSettings(shopSchema, process.env);
  errors.push(...shopErrors, ...differences(pages, { ...settings, ...shopSettings }));
  if (errors.length > 0) throw new Error(errors.join("\n"));

  // Don't create a missing database: its address may be mistyped, or its disk not mounted.
  const isTrial = process.env.DEMO === "yes" || settings.DATABASE_URL === ":memory:";
  const db = await openDatabase(settings.DATABASE_URL, isTrial ? "create" : "migrate");
  const card = await takeCards(settings);
  const jobs = jobRunner(Date.now);
  const desk: Desk = {
    db,
    settings: {
      ...settings,
      ...shopSettings,
      OWNER_EMAIL: settings.OWNER_EMAIL || shopSettings.SHOP_EMAIL,
    },
    card,
    now: Date.now,
    // All visits of a trial come from one machine.
    limits: isTrial ? { ...limits, networks: unlimitedNetworks } : limits,
    build: pages.build,
    renderTerms: pages.renderTerms,
    wake,
    failing: jobs.failing,
  };
  const first = firstValues({ ...settings, ...shopSettings });
  await writeAtStart(() => storeMissingFacts(db, first));
  // Store the terms now, so that no order waits for them.
  await writeAtStart(async () => storeTerms(desk, await readFacts(db)));

  await writeAtStart(() => closeWhatIsOver(desk));

  const stop = new AbortController();
  const shown = jobs.add({
    name: "pages",
    every: 500,
    async work() {
      await storeMissingFacts(db, first);
      await pages.show(await readShownFacts(desk));
    },
  });
  const connect = (connections: number) =>
    mailer(settings.SMTP_URL, shopSettings.SHOP_EMAIL, { connections });
  const woken = [shown, ...wokenJobs(desk, connect, stop.signal).map(jobs.add)];
  for (const job of timedJobs(desk, pages.ordersCommand)) jobs.add(job);
  function wake() {
    for (const { run } of woken) run();
  }
  await logStart(desk, first);
  jobs.start();
  // Wait, so that nobody sees the build's price after a restart.
  await shown.idle();

  return {
    desk,
    getHealth: health(desk, pages.problem),
    /** Finishes the work in progress and closes the database. */
    async close() {
      // Finish the current emails: one that is cut off would be sent again.
      stop.abort();
      await jobs.stop();
      await db.destroy();
    },
  };
}

/** The log lines at start. */
async function logStart(desk: Desk, first: FactValues): Promise<void> {
  const { db, settings, card } = desk;
  const { count } = await db
    .selectFrom("orders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  console.log(`Pedidos guardados: ${count}. Base de datos: ${nameOf(settings.DATABASE_URL)}.`);
  const { paused: _, claims: __, ...values } = await readFactValues(db);
  for (const [name, value] of Object.entries(values) as [FactName, string][]) {
    if (value !== first[name]) {
      console.log(
        `${name}: vale lo que está guardado, «${value}», y no «${first[name]}»: se cambia en «Ajustes».`,
      );
    }
  }
  if (settings.SHIPS_TO !== "ES") {
    console.log(
      `SHIPS_TO es «${settings.SHIPS_TO}», pero la página del pedido solo admite teléfonos españoles: el pedido de quien tenga otro lo anotas tú, en «Anotar un pedido».`,
    );
  }
  console.log(`Los enlaces para entrar en el mostrador van a ${settings.OWNER_EMAIL}.`);
  if (card?.isTest) {
    console.log("La clave de Stripe es de pruebas: los pagos con tarjeta no son dinero de verdad.");
  }
  // Don't wait for the mail server: the shop can start without it.
  void mailServerError(settings.SMTP_URL).then((error) => {
    if (error) console.error(`${error} Los correos esperan hasta que funcione.`);
  });
}

/** Loads Stripe's package only if its key is set. */
async function takeCards({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: DeskSettings) {
  if (!STRIPE_SECRET_KEY) return undefined;
  const { stripePayment } = await import("../cards/stripe.ts");
  return stripePayment(STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET);
}

const buildAgain =
  "vuelve a publicarla con «npm run build» (en un servidor instalado como dice la guía, «/srv/aurelia/desk/hosting/server»)";

const factsOfPages = [
  "PRODUCT_PRICE",
  "SHOP_EMAIL",
  "SHOP_PHONE",
  "SHOP_NOTICE",
  "PRODUCT_NOTES_TOP",
  "PRODUCT_NOTES_HEART",
  "PRODUCT_NOTES_BASE",
];

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
