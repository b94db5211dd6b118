import { randomUUID } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { day, dayOf, hour } from "../../app/desk/shop/time.ts";
import type { Health } from "../../server/respond.ts";
import type { Desk } from "../context.ts";
import { enqueue } from "../mail/outbox.ts";
import { appendEvent } from "../orders/orders.ts";
import { writeState } from "../orders/shop-state.ts";
import { rehearse } from "../storage/database.ts";
import { indexOrder } from "../storage/search.ts";
import { isCopyName, nameOfCopy } from "./backup.ts";

/** How long, in ms, the database has to answer, and how long the answer is cached. */
const timeout = 2_000;
const believed = 5_000;

/** From this age, in ms, an unsent email is reported. */
const oldMail = 2 * hour;
/**
 * From this age, in ms, the newest backup is told (without one, a shop of this age), and the last
 * time that backups were carried elsewhere.
 */
const oldCopy = 2 * day;

/**
 * Returns the desk's health. The shop works if its database can take an order; old mails and
 * missing backups are only told, because a restart would not mend them. The answer is cached,
 * however often this is called.
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
  // A full disk fails only when something is committed, and a damaged table when it is written.
  await writeState(db, "health check", String(now()));
  await tryOrder(desk);
  const { waiting } = await db
    .selectFrom("mails")
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .where("sentAt", "is", null)
    .where("refusedAt", "is", null)
    .where("createdAt", "<", now() - oldMail)
    .executeTakeFirstOrThrow();
  const faults = [
    ...(waiting > 0 ? [`correos que esperan desde hace más de dos horas: ${waiting}`] : []),
    ...(await faultsOfCopies(desk)),
  ];
  return { works: true, text: faults.join("; ") || "ok" };
}

/** Writes to every table that an order needs, and takes it back. */
const tryOrder = (desk: Desk) =>
  rehearse(desk.db, async (trx) => {
    const id = randomUUID();
    await trx
      .insertInto("orders")
      .values({
        id,
        token: id,
        requestKey: id,
        fingerprint: "",
        state: "pending",
        firstName: "Prueba",
        quantity: 1,
        unitPrice: desk.price,
        shipping: 0,
        total: desk.price,
        terms: desk.terms.version,
        payment: "transfer",
        placedAt: desk.now(),
      })
      .execute();
    await indexOrder(trx, id);
    await appendEvent(desk, trx, id, "pending", { who: "desk" });
    await enqueue(desk, trx, { about: id, kind: "pending", recipient: "", subject: "", text: "" });
  });

/** The faults of the backups, if the shop should make some. */
async function faultsOfCopies({ db, settings, now }: Desk): Promise<string[]> {
  const { DATABASE_URL: url, BACKUP_FOLDER: folder } = settings;
  if (!folder || url === ":memory:") return [];
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return ["no se puede leer la carpeta de las copias de seguridad"];
  }
  const { openedAt } = await db
    .selectFrom("terms")
    .select(({ fn }) => fn.min("since").as("openedAt"))
    .executeTakeFirstOrThrow();
  const newest = names.filter(isCopyName).sort().at(-1);
  const oldest = nameOfCopy(dayOf(now() - oldCopy), url);
  const isOld = (newest ?? nameOfCopy(dayOf(openedAt ?? now()), url)) < oldest;
  // The service that carries the copies elsewhere touches it (docs/hosting/aurelia-copies.service).
  const carried = statSync(join(folder, "carried"), { throwIfNoEntry: false });
  return [
    ...(isOld ? ["no hay ninguna copia de seguridad de los últimos dos días"] : []),
    ...(carried && carried.mtimeMs < now() - oldCopy
      ? ["las copias no llegan a la otra máquina desde hace más de dos días"]
      : []),
  ];
}
