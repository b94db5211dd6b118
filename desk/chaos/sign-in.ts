/** The owner of chaos.ts signs in by a link, from two browsers at once, after scanners have opened it. */
import { setTimeout as pause } from "node:timers/promises";
import { ownerEmail } from "./constants.ts";
import { ask, isUnknown, type Run } from "./run.ts";

/** A session's cookie, for the headers of a request. */
export type Cookie = { Cookie: string };

/** Signs in again and again, each time with a new link. @param cookie gets the session of the last one */
export async function keepSigningIn(run: Run, cookie: Cookie): Promise<void> {
  while (!run.isOver()) {
    await pause(1_000 + run.random.below(5_000));
    Object.assign(cookie, await signIn(run));
  }
}

/**
 * Asks for links until one of them signs in. Each shop with a wrong clock may refuse a link, or delete it, but not three
 * in a row.
 */
export async function signIn(run: Run): Promise<Cookie> {
  for (let refused = 0; ; ) {
    const token = await newLink(run);
    const cookie = await use(run, token);
    if (cookie) return { Cookie: cookie };
    if (cookie === undefined) refused++;
    if (refused === 3) run.violations.push("Three links that nobody has used did not sign in.");
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

/** @returns the cookie of a browser that it signs in; undefined if there is none, null if an answer was lost */
async function use(run: Run, token: string): Promise<string | undefined | null> {
  const { random, counts, violations } = run;
  const path = `/mostrador/entrar/${token}`;
  const press = () => ask(run, path, new URLSearchParams());
  for (let scanners = random.below(4); scanners > 0; scanners--) await ask(run, path);
  const answers = await Promise.all([press(), press()]);
  for (let times = 0; times < 5; times++) {
    await pause(random.below(100));
    answers.push(await press());
  }
  const cookies = answers.flatMap((answer) => answer?.cookie || []);
  counts.signIns += cookies.length;
  if (cookies.length > 1) violations.push(`A link has signed in ${cookies.length} browsers.`);
  return cookies[0] ?? (answers.some(isUnknown) ? null : undefined);
}
