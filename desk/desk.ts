import { settings as shopSettings } from "../app/shop/settings.ts";
import { type DeskSettings, readDeskSettings } from "../app/shop/settings-schema.ts";
import type { Site } from "../server/site.ts";
import { type Desk, limits, minute } from "./context.ts";
import { openDatabase } from "./database.ts";
import { type ListenerBefore, listenerBefore, notFoundPage } from "./listener.ts";
import { mailer } from "./mailer.ts";
import { expire, forget, settlePending } from "./orders.ts";
import { sendDue } from "./outbox.ts";
import { type PublishedDesk, pageWriter, readPublishedDesk } from "./pages.ts";
import { routes } from "./routes.ts";

/** The order desk of a running server. */
export interface OpenDesk {
  listenerBefore: ListenerBefore;
  /** Ends what is under way and closes the database. */
  close: () => Promise<void>;
}

/**
 * Opens the desk for the build in this folder.
 * @throws with sentences for the owner when a setting is missing, malformed or not what the shop was
 * built with.
 */
export async function openDesk(folder: string, site: Site): Promise<OpenDesk> {
  const { settings, faults } = readDeskSettings(process.env, "all");
  const published = readPublished(folder);
  const all = [...faults, ...differences(published, { ...settings, ...shopSettings })];
  if (all.length > 0) throw new Error(all.join("\n"));

  const db = await openDatabase(settings.DATABASE_URL);
  const card = await takeCards(settings);
  const desk: Desk = { db, settings, card, now: Date.now, limits };
  const send = mailer(settings.SMTP_URL, folder);
  const mails = worker("The mails", () => sendDue(desk, send));
  const cleaning = worker("The cleaning", async () => {
    await settlePending(desk);
    await expire(desk);
    await forget(desk);
  });
  const timers = [setInterval(mails.run, 5_000), setInterval(cleaning.run, minute)];
  mails.run();

  const page = pageWriter(published);
  const app = routes(desk, page, published.always, () => notFoundPage(site), mails.run);
  return {
    listenerBefore: listenerBefore(app),
    async close() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([mails.idle(), cleaning.idle()]);
      await db.destroy();
    },
  };
}

/** Stripe's packages are loaded only where its key is set. */
async function takeCards(settings: DeskSettings) {
  if (!settings.STRIPE_SECRET_KEY) return undefined;
  const { stripePayment } = await import("./stripe.ts");
  return stripePayment(settings.STRIPE_SECRET_KEY, settings.STRIPE_WEBHOOK_SECRET);
}

function readPublished(folder: string): PublishedDesk {
  try {
    return readPublishedDesk(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new Error(
      "ORDER_DESK is real, but the shop was built without it; build it again with the same settings.",
    );
  }
}

/** Pages say what the shop was built with, mails and orders what it runs with: it has to be one thing. */
function differences(
  { settings: built, takesCards }: PublishedDesk,
  now: Record<string, string>,
): string[] {
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
