import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type DeskSettings, readDeskSettings } from "../app/desk/shop/settings-schema.ts";
import { settings as shopSettings } from "../app/shop/settings.ts";
import { type Desk, hour, limits, minute } from "./context.ts";
import { faultOfMailServer, mailer } from "./mail/mailer.ts";
import { reportUndelivered, sendDue } from "./mail/outbox.ts";
import { settleRefunds, settleUnpaid } from "./orders/money.ts";
import { keepTerms } from "./orders/terms.ts";
import { serviceOf } from "./service.ts";
import { isPostgres, nameOf, openDatabase } from "./storage/database.ts";
import { nightlyBackup } from "./upkeep/backup.ts";
import { cleaning } from "./upkeep/cleaning.ts";
import { health } from "./upkeep/health.ts";
import { journal } from "./upkeep/journal.ts";

/** The shop that the desk is opened for. */
interface Build {
  /** Of its site. */
  folder: string;
  settings: Record<string, string>;
  takesCards: boolean;
}

/**
 * Opens the desk for this build; in development there is none.
 * @throws with sentences for the owner when a setting is missing, malformed or not what the shop was
 * built with.
 */
export async function openDesk(build?: Build) {
  const { settings, faults } = readDeskSettings(process.env, "all");
  if (build) faults.push(...differences(build, { ...settings, ...shopSettings }));
  if (faults.length > 0) throw new Error(faults.join("\n"));

  const db = await openDatabase(settings.DATABASE_URL);
  const card = await takeCards(settings);
  if (card?.isTest) console.log("Stripe's key is one for tests: no real money comes in.");
  const terms = await keepTerms(db, build ? readTerms(build.folder) : "", Date.now());
  const desk: Desk = { db, settings, terms, card, now: Date.now, limits };
  const send = mailer(settings.SMTP_URL);
  // One mail server that is slow does not hold up what goes to others.
  const mailers = Array.from({ length: 4 }, () => worker("The mails", () => sendDue(desk, send)));
  const events = worker("The journal", await journal(desk));
  const wake = () => {
    for (const { run } of [...mailers, events]) run();
  };
  const routine = [
    worker("The payments", () => settleUnpaid(desk, "pending")),
    worker("The cleaning", cleaning(desk, build ? builtAt(build) : 0)),
    worker("The mails", () => reportUndelivered(desk)),
    ...backups(desk),
  ];
  const lateMoney = worker("The late money", async () => {
    await settleUnpaid(desk, "lapsed");
    await settleRefunds(desk);
  });
  const timers = [
    setInterval(wake, 5_000),
    setInterval(lateMoney.run, hour),
    setInterval(() => {
      for (const { run } of routine) run();
    }, minute),
  ];
  await tellOf(desk);
  for (const { run } of [...mailers, ...routine]) run();

  return {
    service: serviceOf(desk, wake),
    isHealthy: health(desk),
    /** Whether a proxy says where requests come from. */
    hasProxy: settings.TRUSTED_PROXY === "1",
    /** Ends what is under way and closes the database. */
    async close() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([...mailers, ...routine, events, lateMoney].map(({ idle }) => idle()));
      await db.destroy();
    },
  };
}

/** What the owner looks for in the log when the shop has been started. */
async function tellOf({ db, settings }: Desk): Promise<void> {
  const { count } = await db
    .selectFrom("orders")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  console.log(`The order desk: ${count} orders in ${nameOf(settings.DATABASE_URL)}.`);
  // Mails wait meanwhile, and so must nobody else.
  void faultOfMailServer(settings.SMTP_URL).then((fault) => {
    if (fault) console.error(`${fault} Mails wait until it can.`);
  });
}

/** The nightly copy, where there is a folder for it. */
function backups(desk: Desk) {
  const { DATABASE_URL: url, BACKUP_FOLDER: folder } = desk.settings;
  if (isPostgres(url)) {
    console.log(
      "The database is not copied by the shop: have pg_dump do it every night (docs/selling.md).",
    );
    return [];
  }
  if (url === ":memory:") return [];
  if (folder) return [worker("The backup", nightlyBackup(desk, url, folder))];
  console.log("The database is not copied every night: set BACKUP_FOLDER.");
  return [];
}

/** Nothing that happens in the shop is older. */
const builtAt = ({ folder }: Build) => statSync(folder).mtimeMs;

/** What publishing wrote of the legal texts, beside the site. */
const readTerms = (folder: string) => readFileSync(join(folder, "../terms.txt"), "utf8");

/** Stripe's packages are loaded only where its key is set. */
async function takeCards(settings: DeskSettings) {
  if (!settings.STRIPE_SECRET_KEY) return undefined;
  const { stripePayment } = await import("./orders/stripe.ts");
  return stripePayment(settings.STRIPE_SECRET_KEY, settings.STRIPE_WEBHOOK_SECRET);
}

/** Pages say what the shop was built with, mails and orders what it runs with: it has to be one thing. */
function differences({ settings: built, takesCards }: Build, now: Record<string, string>) {
  if (takesCards !== Boolean(now.STRIPE_SECRET_KEY)) {
    const [set, built] = takesCards ? ["not set", "with"] : ["set", "without"];
    return [`STRIPE_SECRET_KEY is ${set}, but the shop was built ${built} it; build it again.`];
  }
  return Object.entries(built)
    .filter(([name, value]) => now[name] !== value)
    .map(
      ([name, value]) =>
        `${name} is "${now[name]}", but the shop was built with "${value}"; build it again.`,
    );
}

/** Work that runs once at a time: a call meanwhile has it run once more. */
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
