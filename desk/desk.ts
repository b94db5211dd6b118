import { readFileSync } from "node:fs";
import { join } from "node:path";
import { settings as shopSettings } from "../app/shop/settings.ts";
import { type DeskSettings, readDeskSettings } from "../app/shop/settings-schema.ts";
import { type Desk, hour, limits, minute } from "./context.ts";
import { openDatabase } from "./database.ts";
import { mailer } from "./mailer.ts";
import { settleRefunds, settleUnpaid } from "./money.ts";
import { sendDue } from "./outbox.ts";
import { expire, forget } from "./retention.ts";
import { serviceOf } from "./service.ts";
import { keepTerms } from "./terms.ts";

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
  const send = mailer(settings.SMTP_URL, build?.folder);
  const mails = worker("The mails", () => sendDue(desk, send));
  const cleaning = worker("The cleaning", async () => {
    await settleUnpaid(desk, "pending");
    await expire(desk);
    await forget(desk);
  });
  const lateMoney = worker("The late money", async () => {
    await settleUnpaid(desk, "lapsed");
    await settleRefunds(desk);
  });
  const timers = [
    setInterval(mails.run, 5_000),
    setInterval(cleaning.run, minute),
    setInterval(lateMoney.run, hour),
  ];
  mails.run();

  return {
    service: serviceOf(desk, mails.run),
    /** Ends what is under way and closes the database. */
    async close() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([mails.idle(), cleaning.idle(), lateMoney.idle()]);
      await db.destroy();
    },
  };
}

/** What publishing wrote of the legal texts, beside the site. */
const readTerms = (folder: string) => readFileSync(join(folder, "../terms.txt"), "utf8");

/** Stripe's packages are loaded only where its key is set. */
async function takeCards(settings: DeskSettings) {
  if (!settings.STRIPE_SECRET_KEY) return undefined;
  const { stripePayment } = await import("./stripe.ts");
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
