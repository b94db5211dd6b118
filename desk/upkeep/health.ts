import { existsSync, readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Health } from "../../server/respond.ts";
import { type Desk, day, dayOf, hour } from "../context.ts";
import { writeState } from "../orders/shop-state.ts";
import { isCopyName, nameOfCopy } from "./backup.ts";

/** How long, in ms, the database has to answer, and how long the answer is cached. */
const timeout = 2_000;
const believed = 5_000;

/** From this age, in ms, an email that has not left is told. */
const oldMail = 2 * hour;
/** From this age, in ms, the newest backup is told. */
const oldCopy = 2 * day;

/**
 * Returns the desk's health. The shop works if its database can be written; old mails and backups
 * are only told, because a restart would not mend them. The answer is cached, however often this is
 * called.
 */
export function health(desk: Desk): () => Promise<Health> {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<Health> = Promise.resolve({ works: true, text: "ok" });
  async function ask(): Promise<Health> {
    const broken: Health = { works: false, text: "no se puede escribir en la base de datos" };
    const late = wait(timeout, broken, { ref: false });
    try {
      return await Promise.race([look(desk), late]);
    } catch {
      return broken;
    }
  }
  return () => {
    if (performance.now() - askedAt > believed) {
      askedAt = performance.now();
      answer = ask();
    }
    return answer;
  };
}

async function look(desk: Desk): Promise<Health> {
  const { db, now } = desk;
  // A full disk and a damaged file fail only when something is written.
  await writeState(db, "health check", String(now()));
  const { waiting } = await db
    .selectFrom("mails")
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .where("sentAt", "is", null)
    .where("refusedAt", "is", null)
    .where("createdAt", "<", now() - oldMail)
    .executeTakeFirstOrThrow();
  const faults = [
    ...(waiting > 0 ? [`correos que esperan desde hace más de dos horas: ${waiting}`] : []),
    ...(hasOldCopy(desk) ? ["la última copia de seguridad tiene más de dos días"] : []),
  ];
  return { works: true, text: faults.join("; ") || "ok" };
}

/** Returns true if the shop should make backups, and has none of the last days. */
function hasOldCopy({ settings, now }: Desk): boolean {
  const { DATABASE_URL: url, BACKUP_FOLDER: folder } = settings;
  if (!folder || url === ":memory:" || !existsSync(folder)) return false;
  const newest = readdirSync(folder).filter(isCopyName).sort().at(-1);
  return newest !== undefined && newest < nameOfCopy(dayOf(now() - oldCopy), url);
}
