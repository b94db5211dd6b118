/** The owner of chaos.ts signs in by a link, from two browsers at once, after scanners have opened it. */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { minute } from "../shop/time.ts";
import { ownerEmail } from "./constants.ts";
import { ask, insist, isUnknown, type Run } from "./run.ts";

/** A session's cookie, for the headers of a request. */
export type Cookie = { Cookie: string };

/** Signs in again and again, each time with a new link. @param cookie gets the session of the last one */
export async function keepSigningIn(run: Run, cookie: Cookie): Promise<void> {
  while (!run.isOver()) {
    await pause(1_000 + run.random.below(5_000));
    Object.assign(cookie, await signIn(run));
  }
}

/** Asks for links until one of them signs in. */
export async function signIn(run: Run): Promise<Cookie> {
  for (;;) {
    const token = await newLink(run);
    const cookie = await use(run, token);
    if (cookie) return { Cookie: cookie };
  }
}

/** Every link that has come to the owner. */
const linksOf = ({ mails }: Run) =>
  mails.deliveries
    .filter(({ to }) => to === ownerEmail)
    .flatMap(({ text }) => /\/mostrador\/entrar\/([\w-]+)/.exec(text)?.[1] ?? []);

/** Asks for a link until one has come. One is sent in ten minutes, which are ten seconds. */
async function newLink(run: Run): Promise<string> {
  const { length: before } = linksOf(run);
  for (;;) {
    const answer = await ask(run, "/mostrador/entrar", new URLSearchParams());
    if (!isUnknown(answer) && answer?.status !== 200)
      run.violations.push(`Asking for a link was answered ${answer?.status}.`);
    await pause(200 + run.random.below(500));
    const link = linksOf(run)[before];
    if (link !== undefined) return link;
  }
}

/** @returns the cookie of a browser that it signs in; undefined if there is none */
async function use(run: Run, token: string): Promise<string | undefined> {
  const { random, counts, violations } = run;
  const path = `/mostrador/entrar/${token}`;
  const press = () => ask(run, path, new URLSearchParams());
  const madeAt = await insist(() => timeOf(run, token));
  for (let scanners = random.below(4); scanners > 0; scanners--) await ask(run, path);
  const answers = await Promise.all([press(), press()]);
  for (let times = 0; times < 5; times++) {
    await pause(random.below(100));
    answers.push(await press());
  }
  const cookies = answers.flatMap((answer) => answer?.cookie || []);
  counts.signIns += cookies.length;
  if (cookies.length > 1) violations.push(`A link has signed in ${cookies.length} browsers.`);
  // A shop with a wrong clock may have made the link.
  const age = run.now() - madeAt;
  if (cookies.length === 0 && !answers.some(isUnknown) && age > 0 && age < 25 * minute)
    violations.push("A link that nobody has used does not sign in.");
  return cookies[0];
}

/** When a link was made, in ms. */
async function timeOf({ db }: Run, token: string): Promise<number> {
  const id = createHash("sha256").update(token).digest("base64url");
  const link = await db
    .selectFrom("emailLinks")
    .select("madeAt")
    .where("id", "=", id)
    .executeTakeFirst();
  return link?.madeAt ?? 0;
}
