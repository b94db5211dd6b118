/**
 * `npm run desk:torture -- [--seed n] [--orders n] [--database url]`: runs random clients, retries, kills and
 * faults against four shops that share a database, then checks the invariants. It prints the seed. The same
 * seed repeats the same choices, but not their timing.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { allowedFrom, type OrderState } from "../../app/desk/shop/order-rules.ts";
import { dayOf } from "../../app/desk/shop/time.ts";
import { randomFrom } from "../../server/testing/random.ts";
import { readState, stockOf, writeState } from "../orders/shop-state.ts";
import { type Database, openDatabase, transact } from "../storage/database.ts";
import { testShop } from "../testing/build.ts";

export interface Torture {
  seed: number;
  orders: number;
  /** An empty database. */
  database: string;
}

const processes = 4;
const clients = 16;
const password = "torture-torture";

/** Runs the torture, then checks the database. @returns the counts, and every broken promise */
export async function torture({ seed, orders, database }: Torture) {
  const begun = performance.now();
  const isPostgres = /^postgres/.test(database);
  const { below, chance, one } = randomFrom(seed);
  const folder = testShop();
  /** The order number that shoppers received for each key. */
  const acknowledged = new Map<string, string>();
  /** The order of each acknowledged withdrawal, by the withdrawal's key. */
  const withdrawn = new Map<string, string>();
  /** The total that each shopper has agreed to, and the amount of each sale by hand, by key. */
  const agreed = new Map<string, number>();
  const broken: string[] = [];
  const db = await openDatabase(database);
  const stock = { name: "stock", value: String(stockAtStart) } as const;
  await db.insertInto("shopState").values(stock).execute();
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
    handSales: 0,
  };
  let over = false;

  async function startShop() {
    const parameters = [database, mails.url, folder, password, String(clock)];
    const shop = spawn(process.execPath, [join(import.meta.dirname, "worker.ts"), ...parameters], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    shop.once("exit", (code, signal) => {
      if (signal !== "SIGKILL") broken.push(`A shop ended by itself, with ${code}.`);
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
    while (next < orders) {
      const index = next++;
      const quantity = 1 + below(3);
      const attempt = {
        key: (seed * 2 ** 20 + index).toString(16).padStart(32, "0").slice(-32),
        total: 8999 * quantity,
        order: {
          firstName: "Lucía",
          lastName: "Gómez",
          email: `a${index}@correo.example`,
          phone: "+34 600000000",
          address: "Calle Mayor, 1",
          city: "Madrid",
          postalCode: "28013",
          country: "ES",
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
            broken.push(`An order was answered ${answer.status}: ${answer.text}`);
            return;
          }
          const { number } = JSON.parse(answer.text);
          const before = acknowledged.get(attempt.key);
          if (before && before !== number) broken.push(`One key became ${before} and ${number}.`);
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
      await Promise.all([ownerAt(id, attempt.total), email && withdraw(index, id, email)]);
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
        broken.push(`A withdrawal was answered ${answer.status}.`);
        return;
      }
      await pause(10 + below(50));
    }
    withdrawn.set(key, id);
  }

  const owner = { Authorization: `Basic ${Buffer.from(`x:${password}`).toString("base64")}` };
  const euros = (cents: number) =>
    `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, "0")}`;

  /** The owner changes settings, and sells by hand. */
  async function ownerAtSettings() {
    for (let index = 0; !over; index++) {
      await pause(100 + below(400));
      const [name, ajuste, values] = one(settingsToChange);
      const live = await readState(db, name).catch(() => undefined);
      const fields = { ajuste, valor: one(values), antes: live ?? values[0] };
      const changed = await ask("/mostrador/ajustes", new URLSearchParams(fields), owner);
      if (changed?.status === 303) counts.settings++;
      else if (changed && ![409, 503].includes(changed.status))
        broken.push(`The setting ${name} was answered ${changed.status}.`);

      const clave = (seed * 2 ** 20 + index).toString(16).padStart(32, "e").slice(-32);
      const sale = new URLSearchParams({ clave, frascos: "1", importe: "10", fecha: today });
      for (let sold: Awaited<ReturnType<typeof ask>>; sold?.status !== 303; ) {
        sold = await ask("/mostrador/venta-en-mano", sale, owner);
        if (sold && ![303, 503].includes(sold.status)) {
          broken.push(`A sale by hand was answered ${sold.status}.`);
          break;
        }
      }
      agreed.set(clave, 1000);
      counts.handSales++;
    }
    // The shop must be open for the last orders.
    while ((await readState(db, "paused").catch(() => "unknown")) !== undefined)
      await writeState(db, "paused", undefined).catch(() => {});
  }

  const looked = (id: string) =>
    db
      .selectFrom("orders")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst()
      .catch(() => undefined);

  /** The owner acts on pages that may be stale, presses twice, and takes steps in any order. */
  async function ownerAt(id: string, total: number) {
    for (let steps = below(9); steps > 0; steps--) {
      const order = await looked(id);
      if (!order) continue;
      const seen = chance(0.7)
        ? order
        : { ...order, received: one([0, total]), refunded: one([0, 1000, total]) };
      const { received, refunded } = seen;
      const what = one(ownersSteps);
      const side = what === "devuelto" || what === "corregir-devolucion" ? refunded : received;
      const amounts = what.startsWith("corregir")
        ? [0, below(side + 1), side - 1]
        : [total, total, total - received + refunded, received - refunded, 1000, 1, total + 1000];
      const fields = {
        importe: euros(one(amounts.filter((amount) => amount >= 0))),
        visto: String(side),
        nota: "Lo dice el banco",
        paso: one([order.state, "discount"]),
      };
      // A confirmation sends the order's state as the owner saw it (app/desk/pages/counter/step.tsx).
      const sure = [order.state, order.received, order.refunded, order.withdrawnAt].join("-");
      const press = () => {
        const form = new URLSearchParams({ ...fields, ...(chance(0.9) && { seguro: sure }) });
        return ask(`/mostrador/${id}/${what}`, form, owner);
      };
      const answers = await Promise.all(chance(0.3) ? [press(), press()] : [press()]);
      const statuses = answers.map((answer) => answer?.status ?? 503);
      const done = statuses.filter((status) => status === 303).length;
      counts.moves += done;
      counts.questions += statuses.filter((status) => status === 200).length;
      if (done > 1 && what !== "entregado") broken.push(`${id}: «${what}» counted twice.`);
      const odd = statuses.find((status) => ![200, 303, 400, 409, 503].includes(status));
      if (odd) broken.push(`${id}: «${what}» was answered ${odd}.`);
    }
  }

  const trouble = [killer(), locker(), ownerAtSettings()];
  await Promise.all(Array.from({ length: clients }, shopper));
  over = true;
  await Promise.all(trouble);
  await mailsSent(db);
  for (const shop of shops) shop.process.kill("SIGKILL");
  await Promise.all(shops.map((shop) => shop.process.exitCode ?? once(shop.process, "exit")));

  broken.push(
    ...(await brokenPromises(db, { acknowledged, withdrawn, agreed, taken: mails.taken })),
  );
  await db.destroy();
  await mails.close();
  const mailsTaken = [...mails.taken.values()].reduce((sum, count) => sum + count, 0);
  return { ...counts, mails: mailsTaken, seconds: (performance.now() - begun) / 1000, broken };
}

/** More bottles than are ordered. Every one has to be accounted for. */
const stockAtStart = 1_000_000;

/** Terminates some connections to this database, whatever they are doing. */
const endConnections = (db: Database) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and random() < 0.3`.execute(db);

/** Waits until every email is sent. The clock of the retries runs fast, so it takes little time. */
async function mailsSent(db: Database) {
  const waiting = () =>
    db
      .selectFrom("mails")
      .select("id")
      .where("sentAt", "is", null)
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
}

interface Promised {
  /** The orders of acknowledged requests and withdrawals, by key. */
  acknowledged: Map<string, string>;
  withdrawn: Map<string, string>;
  /** The totals of acknowledged requests, in cents, by key. */
  agreed: Map<string, number>;
  /** How often the mail server accepted each email. */
  taken: Map<string, number>;
}

/** Checks the invariants. @returns those that don't hold */
async function brokenPromises(
  db: Database,
  { acknowledged, withdrawn, agreed, taken }: Promised,
): Promise<string[]> {
  const broken: string[] = [];
  const hold = (holds: boolean, promise: string) => {
    if (!holds) broken.push(promise);
  };
  const orders = await db.selectFrom("orders").selectAll().execute();
  const events = await db.selectFrom("events").selectAll().orderBy("id").execute();
  const mails = await db.selectFrom("mails").selectAll().execute();
  const withdrawals = await db.selectFrom("withdrawals").selectAll().execute();

  const byKey = new Map(orders.map((order) => [order.requestKey, order.id]));
  hold(byKey.size === orders.length, "A key has two orders.");
  for (const [key, id] of acknowledged) {
    hold(byKey.get(key) === id, `${id} was acknowledged, and its key has ${byKey.get(key)}.`);
  }
  for (const { requestKey, id, total, discount, quantity, unitPrice, payment } of orders) {
    const said = agreed.get(requestKey);
    const price = payment === "hand" ? total : total + discount;
    hold(said === undefined || said === price, `${id} costs ${price}, and ${said} was agreed.`);
    hold(quantity * unitPrice === total + discount, `${id} has a total of its own.`);
    if (payment === "hand") hold(said !== undefined, `${id} was sold by hand to nobody.`);
  }
  for (const key of agreed.keys()) hold(byKey.has(key), `The order of ${key} is lost.`);
  const certain = db.selectFrom("withdrawalOrders").where("certainty", "=", "certain");
  const links = await certain.selectAll().execute();
  const linksOf = Map.groupBy(links, ({ withdrawalId }) => withdrawalId);
  const declared = new Map(withdrawals.map((row) => [row.requestKey, row]));
  hold(declared.size === withdrawals.length, "A key has two withdrawals.");
  for (const [key, id] of withdrawn) {
    const row = declared.get(key);
    const meant =
      row &&
      linksOf
        .get(row.id)
        ?.map(({ orderId }) => orderId)
        .join();
    hold(meant === id, `The withdrawal from ${id} is one from ${meant}.`);
    const kinds = mails.filter(({ about }) => about === row?.id).map(({ kind }) => kind);
    // An unpaid order's withdrawal is no task, so the owner is not told.
    const expected = row?.toldAt === null ? "withdrawn" : "owner withdrawn,withdrawn";
    hold(kinds.sort().join() === expected, `The withdrawal from ${id} has the mails ${kinds}.`);
    const isTold = row?.toldAt !== null || row.handledAt !== null;
    hold(isTold, `The owner was not told of the withdrawal from ${id}.`);
  }

  const eventsOf = Map.groupBy(events, ({ orderId }) => orderId);
  const statesOf = (id: string) =>
    (eventsOf.get(id) ?? []).map(({ what }) => what).filter((what) => what in allowedFrom);
  const sold = orders
    // An order that was refunded before it was shipped has given its bottles back.
    .filter(({ id, state }) => state !== "refunded" || statesOf(id).at(-2) !== "paid")
    .filter(({ state }) => state !== "expired" && state !== "cancelled")
    .reduce((sum, { quantity }) => sum + quantity, 0);
  const left = await stockOf({ db });
  hold(left === stockAtStart - sold, `${left} bottles are left, and ${sold} are sold.`);
  const mailsAbout = Map.groupBy(mails, ({ about }) => about);
  for (const order of orders) {
    const { id, state, total, received, refunded } = order;
    const history = eventsOf.get(id) ?? [];
    const sum = (kind: string) =>
      history
        .filter(({ what }) => what === kind)
        .reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    hold(sum("received") === received, `${id}: ${received} received is not what its events say.`);
    hold(sum("refund") === refunded, `${id}: ${refunded} refunded is not what its events say.`);
    if (order.payment !== "hand")
      hold(sum("discount") === order.discount, `${id}: its discount is not what its events say.`);
    hold(refunded <= received, `${id}: more went back than came in.`);
    hold(state !== "pending" || received - refunded < total, `${id} is covered and not paid.`);
    hold(state !== "paid" || received >= total, `${id} is paid with ${received} of ${total}.`);
    hold(order.forgottenAt === null, `${id} was forgotten by a clock that was ahead.`);

    const way = history
      .map(({ what }) => what)
      .filter((what): what is OrderState => what in allowedFrom);
    hold(way[0] === "pending", `${id} begins with ${way[0]}.`);
    hold(way.at(-1) === state, `${id} is ${state} and its history ends in ${way.at(-1)}.`);
    for (const [index, to] of way.entries()) {
      const from = way[index - 1];
      hold(!from || allowedFrom[to].includes(from), `${id} went from ${from} to ${to}.`);
    }
    const declaredOnce = history.some(({ what }) => what === "withdrawn");
    const accepted = history.some(({ what, who }) => what === "paid" && who === "owner");
    hold(
      declaredOnce === (order.withdrawnAt !== null) || accepted,
      `${id} forgot that it was withdrawn from.`,
    );

    // Nobody's address is known.
    if (order.payment === "hand") continue;
    const written = mailsAbout.get(id) ?? [];
    const told = written.map(({ kind }) => kind).filter((kind) => !kind.startsWith("owner "));
    hold(new Set(told).size === told.length, `${id} has two mails of a kind.`);
    hold(told.includes("pending"), `${id} was never confirmed.`);
    for (const { id: event, what, amount } of history) {
      // The email about a step that was undone in time is deleted.
      const undone = history.some((event) => event.what === "undone" && event.note === what);
      const needed =
        (what === "shipped" && !undone) ||
        // A shopper who has withdrawn gets no email when the order expires.
        (what === "expired" && !declaredOnce) ||
        (what === "refund" && (amount ?? 0) > 0);
      // Reversing a refund returns to a state that already had its email.
      const before = told.some((kind) => kind.startsWith(`${what} `));
      hold(
        !needed || told.includes(`${what} ${event}`) || before,
        `${id}: nobody heard of ${what}.`,
      );
    }
    for (const kind of told.filter((kind) => !kind.startsWith("account "))) {
      const [, event] = kind.split(" ");
      const known = !event || history.some(({ id }) => id === Number(event));
      hold(known, `${id} has a mail «${kind}» of nothing.`);
    }
  }
  const known = new Set(mails.map(({ id }) => id));
  for (const id of taken.keys()) hold(known.has(id), `A mail ${id} is none of ours.`);
  for (const { id, sentAt, about, kind } of mails) {
    hold(sentAt !== null, `The mail «${kind}» of ${about} did not get through.`);
    hold(taken.has(id), `The mail «${kind}» of ${about} never came to the mail server.`);
  }
  // No lock may remain.
  const free = await transact(db, (trx) =>
    trx
      .updateTable("orders")
      .set((is) => ({ received: is.ref("received") }))
      .execute(),
  ).then(
    () => true,
    () => false,
  );
  hold(free, "Orders are still locked.");
  return broken;
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
  ["SELLER_IBAN", "cuenta", ["DE89370400440532013000", "ES7921000813610123456789"]],
  ["paused", "pausa", ["", "pronto"]],
  ["paused", "pausa", ["", ""]],
] as const;

/** Repeated steps are more likely: the owner mostly records payments. */
const ownersSteps = [
  "cobrado",
  "cobrado",
  "cobrado",
  "devuelto",
  "devuelto",
  "corregir-cobro",
  "corregir-devolucion",
  "enviado",
  "entregado",
  "anulado",
  "aceptado",
  "deshacer",
  "dar-por-pagado",
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
  const folder = mkdtempSync(join(tmpdir(), "aurelia-torture-"));
  const database = values.database ?? join(folder, "orders.db");
  console.log(`Seed ${values.seed}, ${values.orders} orders.`);
  const { broken, ...counts } = await torture({
    seed: Number(values.seed),
    orders: Number(values.orders),
    database,
  });
  rmSync(folder, { recursive: true });
  console.log(counts);
  for (const promise of broken) console.error(promise);
  if (broken.length > 0) process.exitCode = 1;
  else console.log("Every promise held.");
}
