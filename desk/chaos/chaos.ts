/**
 * `npm run desk:chaos -- [--seed n] [--orders n] [--database url]`: runs random clients, retries, kills and
 * faults against four shops that share a database, then checks the invariants. It prints the seed. The same
 * seed repeats the same choices, but not their timing.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { net, orderStatus, outstanding, sumsOf } from "../../app/desk/shop/order-status.ts";
import { dayOf } from "../../app/desk/shop/time.ts";
import { completeOrder } from "../../app/shop/testing/order.ts";
import { randomFrom } from "../../server/testing/random.ts";
import { pendingAccount } from "../account.ts";
import { ledgerOf, unreversed } from "../orders/ledger.ts";
import { dataOf, findOrder } from "../orders/orders.ts";
import { stockOf } from "../orders/stock.ts";
import { storeTerms } from "../orders/terms.ts";
import { type Database, openDatabase, transact } from "../storage/database.ts";
import { testShop } from "../testing/build.ts";
import { signIn } from "../testing/sign-in.ts";

export interface Chaos {
  seed: number;
  orders: number;
  /** How many shops share the database. */
  processes?: number;
  /** An empty database. */
  database: string;
}

/**
 * How long orders are placed, in ms: 8 days of the shops' clocks. After ten, a clock that is 20 days ahead may
 * erase the first unpaid orders.
 */
const longest = 30 * 60_000;
const clients = 16;
const password = "chaos-and-more-chaos";

/** Runs the chaos, then checks the database. @returns the counts, and every violated invariant */
export async function chaos({ seed, orders, processes = 4, database }: Chaos) {
  const begun = performance.now();
  const isPostgres = /^postgres/.test(database);
  const { below, chance, one } = randomFrom(seed);
  const folder = testShop();
  /** The errors of the shops, which say why an invariant was violated. */
  const logFile = join(
    tmpdir(),
    `aurelia-chaos-${process.pid}-${isPostgres ? "postgres" : "sqlite"}.log`,
  );
  const log = createWriteStream(logFile);
  /** The order number that shoppers received for each key. */
  const acknowledged = new Map<string, string>();
  /** The order of each acknowledged withdrawal, by the withdrawal's key. */
  const withdrawn = new Map<string, string>();
  /** The total that each shopper has agreed to, and that of each sale in person, by key. */
  const agreed = new Map<string, number>();
  const violations: string[] = [];
  const db = await openDatabase(database);
  await db.updateTable("stock").set({ bottles: stockAtStart }).execute();
  await storeTerms(db, "Los términos de servicio.", Date.now());
  const mails = await unreliableMails(chance);
  const clock = Date.now();
  const today = dayOf(clock);
  const shops = await Promise.all(Array.from({ length: processes }, startShop));
  const counts = {
    placed: 0,
    retried: 0,
    away: 0,
    unanswered: 0,
    kills: 0,
    moves: 0,
    locks: 0,
    questions: 0,
    settings: 0,
    salesInPerson: 0,
  };
  let over = false;

  async function startShop() {
    const parameters = [database, mails.url, folder, password, String(clock)];
    const shop = spawn(process.execPath, [join(import.meta.dirname, "worker.ts"), ...parameters], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    shop.stderr.pipe(log, { end: false });
    shop.once("exit", (code, signal) => {
      if (signal !== "SIGKILL") violations.push(`A shop ended by itself, with ${code}.`);
    });
    const [port] = await once(createInterface(shop.stdout), "line");
    return { process: shop as ChildProcess, port: Number(port) };
  }

  /** Kills shops at random moments and restarts them. */
  async function killer() {
    while (!over) {
      await pause(300 + below(700));
      const which = below(processes);
      const { process } = shops[which] as (typeof shops)[number];
      const ended = once(process, "exit");
      process.kill("SIGKILL");
      await ended;
      counts.kills++;
      shops[which] = await startShop();
    }
  }

  /** Locks the database for a while, sometimes for longer than the others wait. */
  async function locker() {
    while (!over) {
      await pause(500 + below(1500));
      const time = below(500);
      await transact(db, async (trx) => {
        await trx.updateTable("orders").set({ quantity: 1 }).where("id", "=", "").execute();
        if (isPostgres) await trx.selectFrom("orders").select("id").limit(5).forUpdate().execute();
        await pause(time);
      }).catch(() => {});
      counts.locks++;
      if (isPostgres) await endConnections(db).catch(() => {});
    }
  }

  /** Sends a request to one of the shops. @returns undefined without a response */
  async function ask(path: string, body: object | URLSearchParams | undefined, headers = {}) {
    const { port } = one(shops);
    const form = body instanceof URLSearchParams;
    const abandon = chance(0.05) ? AbortSignal.timeout(1 + below(10)) : AbortSignal.timeout(5_000);
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: body ? "POST" : "GET",
        signal: abandon,
        redirect: "manual",
        headers: form ? headers : { "Content-Type": "application/json", ...headers },
        ...(body && { body: form ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      // The request arrived too slowly, on a machine that is busy with itself. Nothing was done.
      if (answer.status === 408) throw new Error(text);
      if (answer.status === 503) counts.away++;
      return { status: answer.status, text };
    } catch {
      counts.unanswered++;
      return undefined;
    }
  }

  let next = 0;

  async function shopper() {
    while (next < orders && performance.now() - begun < longest) {
      const index = next++;
      const quantity = 1 + below(3);
      const attempt = {
        key: (seed * 2 ** 20 + index).toString(16).padStart(32, "0").slice(-32),
        total: 8999 * quantity,
        order: {
          ...completeOrder,
          lastName: "Gómez",
          email: `a${index}@correo.example`,
          quantity,
        },
      };
      const tabs = chance(0.2) ? 2 : 1;
      let hasChanged = false;
      // Presses twice and in two tabs, and retries until there is a response.
      const tab = async () => {
        for (let presses = 0; ; presses++) {
          if (presses > 0) {
            counts.retried++;
            await pause(10 + below(50));
          }
          const { total } = attempt;
          const answer = await ask("/pedidos", attempt);
          if (answer === undefined || answer.status === 503) continue;
          const newTotal = answer.status === 409 && JSON.parse(answer.text).total;
          if (newTotal) {
            // The price has changed, and the shopper agrees.
            attempt.total = newTotal;
            hasChanged = true;
            continue;
          }
          // An earlier press, or the other tab, has placed the order at the other price.
          if (answer.status === 422 && (tabs > 1 || hasChanged)) return;
          if (answer.status !== 201) {
            violations.push(`An order was answered ${answer.status}: ${answer.text}`);
            return;
          }
          const { number } = JSON.parse(answer.text);
          const before = acknowledged.get(attempt.key);
          if (before && before !== number)
            violations.push(`One key became ${before} and ${number}.`);
          acknowledged.set(attempt.key, number);
          agreed.set(attempt.key, total);
          if (chance(0.8)) return;
        }
      };
      await Promise.all(Array.from({ length: tabs }, tab));
      counts.placed++;
      const id = acknowledged.get(attempt.key);
      if (!id) continue;
      const email = chance(0.15) ? attempt.order.email : undefined;
      await Promise.all([ownerAt(id), email && withdraw(index, id, email)]);
    }
  }

  /** Declares a withdrawal and retries until it is acknowledged. */
  async function withdraw(index: number, id: string, email: string) {
    await pause(below(100));
    const key = (seed * 2 ** 20 + index).toString(16).padStart(32, "f").slice(-32);
    const declared = { name: "Lucía Gómez", contract: id, email, key, step: "confirm" };
    for (;;) {
      const answer = await ask("/desistimiento", new URLSearchParams(declared));
      if (answer?.status === 200) break;
      if (answer && answer.status !== 503) {
        violations.push(`A withdrawal was answered ${answer.status}.`);
        return;
      }
      await pause(10 + below(50));
    }
    withdrawn.set(key, id);
  }

  const owner = await signInAtLast();

  /** Signs in, and retries while the database is locked or the shop is killed. */
  async function signInAtLast(): Promise<{ Cookie: string }> {
    for (;;) {
      try {
        return await signIn(`http://127.0.0.1:${one(shops).port}`, password);
      } catch {
        await pause(50);
      }
    }
  }

  const euros = (cents: number) =>
    `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, "0")}`;

  const fact = async (name: string) =>
    (await db.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst())
      ?.value;

  /** The owner changes settings, and sells in person. */
  async function ownerAtSettings() {
    for (let index = 0; !over; index++) {
      await pause(100 + below(400));
      if (chance(0.2)) await changeAccount();
      const [name, ajuste, values] = one(settingsToChange);
      const value = await fact(name).catch(() => undefined);
      const fields = { ajuste, valor: one(values), antes: value ?? values[0] };
      const changed = await ask("/mostrador/ajustes", new URLSearchParams(fields), owner);
      if (changed?.status === 303) counts.settings++;
      else if (changed && ![409, 503].includes(changed.status))
        violations.push(`The setting ${name} was answered ${changed.status}.`);

      const seen = await fact("claims").catch(() => undefined);
      const claims = new URLSearchParams({
        shippingCost: one(["4,50", "9,99"]),
        freeShippingFrom: "150",
        authorizationHours: "24",
        refundWorkingDays: "7",
        antes: seen ?? "",
      });
      const said = await ask("/mostrador/lo-que-dice", claims, owner);
      if (said?.status === 303) counts.settings++;
      else if (said && ![409, 503].includes(said.status))
        violations.push(`The claims were answered ${said.status}.`);

      const clave = (seed * 2 ** 20 + index).toString(16).padStart(32, "e").slice(-32);
      const sale = new URLSearchParams({ ...saleInPerson, clave, fecha: today });
      for (let sold: Awaited<ReturnType<typeof ask>>; sold?.status !== 303; ) {
        sold = await ask("/mostrador/anotar-pedido", sale, owner);
        // A clock that was set back takes today for a day to come.
        if (sold && ![303, 400, 503].includes(sold.status)) {
          violations.push(`A sale in person was answered ${sold.status}.`);
          break;
        }
      }
      agreed.set(clave, 1000);
      counts.salesInPerson++;
    }
    // The shop must be open for the last orders.
    while ((await fact("paused").catch(() => "unknown")) !== undefined)
      await transact(db, (trx) =>
        trx.deleteFrom("settings").where("name", "=", "paused").execute(),
      ).catch(() => {});
  }

  /** The owner changes the account, or undoes a change of it. */
  async function changeAccount() {
    const pending = await pendingAccount(db).catch(() => undefined);
    const fields: Record<string, string> = pending
      ? { anular: pending.token }
      : { iban: one(accounts), contrasena: password };
    if (pending && chance(0.7)) return;
    const answer = await ask("/mostrador/ajustes/cuenta", new URLSearchParams(fields), owner);
    if (answer?.status === 303) counts.settings++;
    else if (answer && ![409, 503].includes(answer.status))
      violations.push(`The account was answered ${answer.status}.`);
  }

  /** The owner acts on pages that may be stale, presses twice, and takes steps in any order. */
  async function ownerAt(id: string) {
    for (let steps = below(9); steps > 0; steps--) {
      const order = await findOrder(db, id).catch(() => undefined);
      const entries = await ledgerOf(db, id).catch(() => []);
      if (!order) continue;
      const { total, version } = order;
      const what = one(ownersSteps);
      const amounts = [outstanding(order), outstanding(order), net(order), 1000, 1, total + 1000];
      const entry = one(unreversed(entries));
      const fields = {
        importe: euros(one(amounts.filter((amount) => amount > 0))),
        nota: "Lo dice el banco",
        frascos: "1",
        dias: "5",
        sobre: String(entry?.id ?? ""),
        version: String(chance(0.7) ? version : Math.max(0, version - below(3))),
      };
      const press = () => {
        const form = new URLSearchParams({ ...fields, ...(chance(0.9) && { seguro: "si" }) });
        return ask(`/mostrador/${id}/${what}`, form, owner);
      };
      const answers = await Promise.all(chance(0.3) ? [press(), press()] : [press()]);
      const statuses = answers.map((answer) => answer?.status ?? 503);
      const done = statuses.filter((status) => status === 303).length;
      counts.moves += done;
      counts.questions += statuses.filter((status) => status === 200).length;
      if (done > 1) violations.push(`${id}: «${what}» counted twice.`);
      const odd = statuses.find((status) => ![200, 303, 400, 409, 503].includes(status));
      if (odd) violations.push(`${id}: «${what}» was answered ${odd}.`);
    }
  }

  const trouble = [killer(), locker(), ownerAtSettings()];
  await Promise.all(Array.from({ length: clients }, shopper));
  over = true;
  if (next < orders) violations.push(`There was time for ${next} orders only.`);
  await Promise.all(trouble);
  const unsent = await mailsSent(db);
  if (unsent > 0) violations.push(`${unsent} emails did not get through.`);
  for (const shop of shops) shop.process.kill("SIGKILL");
  await Promise.all(shops.map((shop) => shop.process.exitCode ?? once(shop.process, "exit")));

  violations.push(
    ...(await checkInvariants(db, { acknowledged, withdrawn, agreed, taken: mails.taken })),
  );
  await db.destroy();
  await mails.close();
  log.end();
  if (violations.length > 0) violations.push(`The errors of the shops are in ${logFile}.`);
  else rmSync(logFile);
  const mailsTaken = [...mails.taken.values()].reduce((sum, count) => sum + count, 0);
  return { ...counts, mails: mailsTaken, seconds: (performance.now() - begun) / 1000, violations };
}

/** More bottles than are ordered. Every one has to be accounted for. */
const stockAtStart = 1_000_000;

/** Terminates some connections to this database, whatever they are doing. */
const endConnections = (db: Database) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and random() < 0.3`.execute(db);

/**
 * Waits until every email is sent. The clock of the retries runs fast, so it takes little time. Later an order
 * may still expire, with an email that is not sent before the shops are killed.
 * @returns how many emails did not get through
 */
async function mailsSent(db: Database): Promise<number> {
  const waiting = () =>
    db
      .selectFrom("mails")
      .select("id")
      .where("sentAt", "is", null)
      .where("dismissedAt", "is", null)
      .execute()
      .then(
        ({ length }) => length,
        () => Number.POSITIVE_INFINITY,
      );
  // Gives up after 30 s in which the number of waiting emails has not decreased.
  let left = Number.POSITIVE_INFINITY;
  let progress = performance.now();
  while (left > 0 && performance.now() - progress < 30_000) {
    const now = await waiting();
    if (now < left) progress = performance.now();
    left = Math.min(left, now);
    await pause(100);
  }
  return left;
}

interface Expected {
  /** The orders of acknowledged requests and withdrawals, by key. */
  acknowledged: Map<string, string>;
  withdrawn: Map<string, string>;
  /** The totals of acknowledged requests, in cents, by key. */
  agreed: Map<string, number>;
  /** How often the mail server accepted each email. */
  taken: Map<string, number>;
}

/** Checks the invariants. @returns those that don't hold */
async function checkInvariants(
  db: Database,
  { acknowledged, withdrawn, agreed, taken }: Expected,
): Promise<string[]> {
  const violations: string[] = [];
  const check = (holds: boolean, violation: string) => {
    if (!holds) violations.push(violation);
  };
  const orders = await db.selectFrom("orders").selectAll().execute();
  const events = await db.selectFrom("events").selectAll().orderBy("id").execute();
  const payments = await db.selectFrom("payments").selectAll().orderBy("id").execute();
  const mails = await db.selectFrom("mails").selectAll().execute();
  const withdrawals = await db.selectFrom("withdrawals").selectAll().execute();

  const byKey = new Map(orders.map((order) => [order.requestKey, order.id]));
  check(byKey.size === orders.length, "A key has two orders.");
  for (const [key, id] of acknowledged) {
    check(byKey.get(key) === id, `${id} was acknowledged, and its key has ${byKey.get(key)}.`);
  }
  for (const { requestKey, id, total, firstName } of orders) {
    const wanted = agreed.get(requestKey);
    check(wanted === undefined || wanted === total, `${id} costs ${total}, not ${wanted}.`);
    if (firstName === null) check(wanted !== undefined, `${id} was sold in person by nobody.`);
  }
  for (const key of agreed.keys()) check(byKey.has(key), `The order of ${key} is lost.`);

  const declared = new Map(withdrawals.map((row) => [row.requestKey, row]));
  check(declared.size === withdrawals.length, "A key has two withdrawals.");
  for (const [key, id] of withdrawn) {
    const row = declared.get(key);
    check(row?.orderId === id, `The withdrawal from ${id} is linked to ${row?.orderId}.`);
    const templates = mails
      .filter(({ withdrawalId }) => withdrawalId === row?.id)
      .map(({ template }) => template);
    check(
      templates.filter((template) => template === "acknowledgement").length === 1,
      `The withdrawal from ${id} has the mails ${templates}.`,
    );
    // The owner gets no email if the order held no money or already had a withdrawal.
    const isKnown =
      templates.includes("owner withdrawal") ||
      row?.closedAt !== null ||
      withdrawals.some((other) => other.orderId === id && other.id !== row.id) ||
      // It was closed, and is open again by a payment that she entered later.
      payments.some(({ orderId, kind }) => orderId === id && kind === "payment");
    check(isKnown, `The owner does not know of the withdrawal from ${id}.`);
  }

  const eventsOf = Map.groupBy(events, ({ orderId }) => orderId);
  const paymentsOf = Map.groupBy(payments, ({ orderId }) => orderId);
  const mailsOf = Map.groupBy(mails, ({ orderId }) => orderId);
  let sold = 0;
  for (const order of orders) {
    const { id, quantity, fulfilment, closed, deliveredAt } = order;
    const history = eventsOf.get(id) ?? [];
    const entries = paymentsOf.get(id) ?? [];
    const { paid, refunded, chargedBack, discount } = order;
    const sums = JSON.stringify(sumsOf(entries));
    const columns = JSON.stringify({ paid, refunded, chargedBack, discount });
    check(sums === columns, `${id}: its columns are ${columns}, and its ledger ${sums}.`);
    check(order.status === orderStatus(order), `${id} is ${order.status}.`);
    check(net(order) >= 0, `${id}: more went back than came in.`);
    const reversed = entries.filter(({ reverses }) => reverses !== null);
    for (const { reverses, amount, kind, day } of reversed) {
      const entry = entries.find(({ id }) => id === reverses);
      const isSame = entry?.amount === amount && entry.kind === kind && entry.day === day;
      check(
        isSame && entry.reverses === null,
        `${id}: the entry ${reverses} is taken back wrongly.`,
      );
    }
    check(order.erasedAt === null, `${id} was erased by a clock that was ahead.`);

    const kinds = history.map(({ kind }) => kind);
    check(kinds[0] === "placed", `${id} begins with ${kinds[0]}.`);
    const sent = kinds.findLast((kind) =>
      ["shipped", "unshipped", "delivered", "undelivered", "shipped again"].includes(kind),
    );
    const stage =
      sent === "delivered"
        ? "delivered"
        : !sent || sent === "unshipped"
          ? "unfulfilled"
          : "shipped";
    check(stage === fulfilment, `${id} is ${fulfilment}, and its history ends in ${sent}.`);
    check(deliveredAt === null || fulfilment === "delivered", `${id} has a day of delivery.`);
    const end = kinds.findLast((kind) => ["expired", "cancelled", "reopened"].includes(kind));
    const ended = end === "expired" || end === "cancelled" ? end : null;
    check(ended === closed, `${id} is closed as ${closed}, and its history ends in ${end}.`);

    // The bottles that the order took, by its history.
    let bottles = quantity;
    let returned = 0;
    for (const event of history) {
      if (event.kind === "shipped again") bottles += quantity;
      if (event.kind === "expired") returned = quantity;
      if (event.kind === "cancelled") returned = dataOf(event, "cancelled")?.restocked ?? 0;
      if (event.kind === "expired" || event.kind === "cancelled") bottles -= returned;
      if (event.kind === "reopened") bottles += returned;
      if (event.kind === "restocked") bottles -= dataOf(event, "restocked")?.bottles ?? 0;
    }
    sold += bottles;

    const written = (mailsOf.get(id) ?? []).filter(({ audience }) => audience === "shopper");
    if (order.email === null) {
      check(written.length === 0, `${id} has no address, and an email.`);
      continue;
    }
    // Each new account has an email without a cause.
    const causes = written
      .filter(({ cause }) => cause !== null)
      .map(({ template, cause }) => `${template} ${cause}`);
    check(new Set(causes).size === causes.length, `${id} has an email twice.`);
    check(
      written.some(({ template }) => template === "placed"),
      `${id} was never confirmed.`,
    );
    const reversedIds = new Set(reversed.map(({ reverses }) => reverses));
    for (const { id: entry, reverses, kind } of entries) {
      // The email about an entry that was taken back in time is deleted.
      const needed = reverses === null && kind !== "chargeback" && !reversedIds.has(entry);
      const has = written.some(({ cause }) => cause === `payment ${entry}`);
      check(!needed || has, `${id}: nobody heard of the ${kind} ${entry}.`);
    }
    for (const { cause, template } of written) {
      const [table, number] = cause?.split(" ") ?? [];
      const rows = table === "payment" ? entries : table === "event" ? history : undefined;
      const isKnown = !rows || rows.some(({ id }) => id === Number(number));
      check(isKnown, `${id} has an email «${template}» about nothing.`);
    }
  }
  const left = await stockOf(db);
  check(left === stockAtStart - sold, `${left} bottles are left, and ${sold} are sold.`);

  const known = new Set(mails.map(({ id }) => id));
  for (const id of taken.keys()) {
    // A step that was taken back deletes its email only if it was never tried.
    check(known.has(id), `The mail server has the email ${id}, and we don't.`);
  }
  for (const { id, sentAt, template, orderId } of mails) {
    const cameThrough = sentAt === null || taken.has(id);
    check(cameThrough, `The email «${template}» of ${orderId} never came to the mail server.`);
  }
  // No lock may remain.
  const free = await transact(db, (trx) =>
    trx
      .updateTable("orders")
      .set((is) => ({ version: is.ref("version") }))
      .execute(),
  ).then(
    () => true,
    () => false,
  );
  check(free, "Orders are still locked.");
  return violations;
}

/**
 * A mail server that sometimes refuses an email, accepts one but reports an error, or never ends its
 * greeting.
 */
async function unreliableMails(chance: (share: number) => boolean) {
  /** How often each Message-ID was accepted. */
  const taken = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      let head = "";
      stream.on("data", (chunk: Buffer) => {
        if (head.length < 4_000) head += chunk;
      });
      stream.on("end", () => {
        if (chance(0.1)) return done(Object.assign(new Error("Busy"), { responseCode: 451 }));
        const [, id = head.slice(0, 200)] = /^Message-ID: <(\w+)@/im.exec(head) ?? [];
        taken.set(id, (taken.get(id) ?? 0) + 1);
        if (chance(0.1)) return done(Object.assign(new Error("Lost"), { responseCode: 451 }));
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const front = createServer((socket) => {
    socket.on("error", () => {});
    if (!chance(0.03)) {
      const behind = connect(port, "127.0.0.1");
      behind.on("error", () => socket.destroy());
      socket.on("close", () => behind.destroy());
      socket.pipe(behind).pipe(socket);
      return;
    }
    const drip = setInterval(() => socket.write("220-espera\r\n"), 300);
    socket.on("close", () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  return {
    taken,
    url: `smtp://127.0.0.1:${(front.address() as AddressInfo).port}`,
    close: async () => {
      front.close();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

/** The settings that change, with the names of their forms. The first value is that of the start. */
const settingsToChange = [
  ["PRODUCT_PRICE", "precio", ["89,99", "95,00", "79,50"]],
  ["PRODUCT_PRICE", "precio", ["89,99", "95,00", "79,50"]],
  ["paused", "pausa", ["", "pronto"]],
  ["paused", "pausa", ["", ""]],
] as const;

const accounts = ["DE89370400440532013000", "ES7921000813610123456789"];

const saleInPerson = {
  quien: "en persona",
  frascos: "1",
  importe: "10",
  forma: "cash",
};

/** Repeated steps are more likely: the owner mostly records payments. */
const ownersSteps = [
  "pago",
  "pago",
  "pago",
  "pago",
  "reembolso",
  "reembolso",
  "anular-apunte",
  "anular-apunte",
  "dar-por-pagado",
  "enviado",
  "enviado",
  "no-enviado",
  "entregado",
  "no-entregado",
  "otro-envio",
  "anulado",
  "reabrir",
  "reponer",
  "mas-dias",
  "desistido",
] as const;

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: String(Date.now() % 2 ** 31) },
      orders: { type: "string", default: "3000" },
      database: { type: "string" },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), "aurelia-chaos-"));
  const database = values.database ?? join(folder, "orders.db");
  console.log(`Seed ${values.seed}, ${values.orders} orders.`);
  const { violations, ...counts } = await chaos({
    seed: Number(values.seed),
    orders: Number(values.orders),
    database,
  });
  rmSync(folder, { recursive: true });
  console.log(counts);
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
  else console.log("Every invariant held.");
}
