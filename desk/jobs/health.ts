import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { jobTexts } from "../shop/job-texts.ts";
import { day, dayOf, hour } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { reasonOf } from "../storage/reason.ts";
import { storeSetting } from "../storage/stored-settings.ts";
import { isCopyName, nameOfCopy } from "./backup.ts";

/** What `/healthz` says: «ok» if all is well, and whether the shop works. */
interface Health {
  works: boolean;
  text: string;
}

/** How long, in ms, the database has to answer, and how long the answer is cached. */
const timeout = 2_000;
const cacheMs = 5_000;

/** From this age, in ms, an unsent email is reported. */
const oldMail = 2 * hour;
/** Report backups or off-site copies older than this, in ms. */
const oldCopy = 2 * day;

/**
 * Returns a function that reports the desk's health, and caches the answer. The shop works if its database can be
 * written; old emails, missing backups and failing jobs are only reported, because a restart would not fix them.
 * @param problem something else that is only reported
 */
export function health(
  desk: Desk,
  problem: () => string | undefined = () => undefined,
): () => Promise<Health> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<Health> = Promise.resolve({ works: true, text: "ok" });
  let logged: string | undefined;
  async function ask(): Promise<Health> {
    try {
      const late = wait(timeout, undefined, { ref: false }).then(() => {
        throw new Error(`no contesta en ${timeout / 1000} s`);
      });
      const problems = await Promise.race([checkDatabase(desk), late]);
      logged = undefined;
      const failures = desk.failing().map(({ name }) => withSmallLetter(jobTexts[name].failure));
      const all = [...problems, ...failures, problem() ?? []].flat();
      return { works: true, text: all.join("; ") || "ok" };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== logged) console.error(`Base de datos: ${reason}`);
      logged = reason;
      return { works: false, text: "no se puede escribir en la base de datos" };
    }
  }
  return () => {
    if (performance.now() - askedAt > cacheMs) {
      askedAt = performance.now();
      answer = ask();
    }
    return answer;
  };
}

const withSmallLetter = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** @throws if the database can't be written */
async function checkDatabase(desk: Desk): Promise<string[]> {
  const { db, now } = desk;
  // Only a commit notices a full disk.
  await transact(db, (trx) => storeSetting(trx, "health check", String(now())));
  // Uses the index mails_undelivered.
  const { waiting } = await db
    .selectFrom("mails")
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .where("sentAt", "is", null)
    .where("dismissedAt", "is", null)
    .where("refusedAt", "is", null)
    // Strangers can fill that lane.
    .where("lane", "<>", "strangers")
    .where("createdAt", "<", now() - oldMail)
    .executeTakeFirstOrThrow();
  return [
    ...(waiting > 0 ? [`correos que esperan desde hace más de dos horas: ${waiting}`] : []),
    ...backupProblems(desk),
  ];
}

/** The problems of the backups, if the shop should make some. */
function backupProblems({ settings, now }: Desk): string[] {
  const { DATABASE_URL: url, BACKUP_FOLDER: folder } = settings;
  if (!folder || url === ":memory:") return [];
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    return [`no se puede leer la carpeta de las copias de seguridad: ${reasonOf(error)}`];
  }
  const newest = names.filter(isCopyName).sort().at(-1);
  const isOld = !newest || newest < nameOfCopy(dayOf(now() - oldCopy), url);
  // The service that copies the backups elsewhere touches this file (docs/hosting/aurelia-copies.service).
  const carried = statSync(join(folder, "carried"), { throwIfNoEntry: false });
  return [
    ...(isOld ? ["no hay ninguna copia de seguridad de los últimos dos días"] : []),
    ...(carried && carried.mtimeMs < now() - oldCopy
      ? ["las copias no llegan a la otra máquina desde hace más de dos días"]
      : []),
  ];
}
