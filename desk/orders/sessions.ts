import { day } from "../shop/time.ts";
import { transact } from "../storage/database.ts";
import type { Desk } from "../storage/desk.ts";
import { hashOf, newSecret } from "./secrets.ts";

/** How long, in ms, a session lasts after its last use. */
export const sessionLifetime = 30 * day;
/** How often, in ms, the use of a session is stored. */
const renewAfter = day;

type WithSessions = Pick<Desk, "db" | "now">;

/** Starts a session, and deletes expired ones. @returns the secret for the cookie */
export async function startSession({ db, now }: WithSessions): Promise<string> {
  const secret = newSecret();
  await transact(db, async (trx) => {
    await trx
      .deleteFrom("sessions")
      .where("usedAt", "<=", now() - sessionLifetime)
      .execute();
    const session = { id: hashOf(secret), startedAt: now(), usedAt: now() };
    await trx.insertInto("sessions").values(session).execute();
  });
  return secret;
}

/** @returns whether there is such a session, and whether its cookie has to be renewed */
export async function findSession({ db, now }: WithSessions, secret: string) {
  const session = await db
    .selectFrom("sessions")
    .select("usedAt")
    .where("id", "=", hashOf(secret))
    .where("usedAt", ">", now() - sessionLifetime)
    .executeTakeFirst();
  return {
    isOpen: session !== undefined,
    isOld: session !== undefined && session.usedAt <= now() - renewAfter,
  };
}

export const renewSession = ({ db, now }: WithSessions, secret: string) =>
  transact(db, (trx) =>
    trx.updateTable("sessions").set({ usedAt: now() }).where("id", "=", hashOf(secret)).execute(),
  );

export const endSession = ({ db }: WithSessions, secret: string) =>
  transact(db, (trx) => trx.deleteFrom("sessions").where("id", "=", hashOf(secret)).execute());

export const endAllSessions = ({ db }: WithSessions) =>
  transact(db, (trx) => trx.deleteFrom("sessions").execute());
